import {
  absentOr,
  anyJson,
  messageProofContract,
  otherThan,
  spoil,
  unlike,
  type Fields,
} from '@ken/core/contracts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { provenOpening } from './proven-opening.ts'

const bot = { appId: 'A0KEN', botId: 'T0TEAM:U0KEN', workspaceId: 'T0TEAM' }
const anOpening = (event: Fields = {}, payload: Fields = {}) => ({
  type: 'event_callback',
  team_id: 'T0TEAM',
  api_app_id: 'A0KEN',
  is_ext_shared_channel: false,
  ...payload,
  event: { type: 'app_home_opened', user: 'U0ANA', channel: 'D0DIRECT', tab: 'home', ...event },
})

describe('provenOpening', () => {
  it('reads who opened what', () => {
    const opened = { authorId: 'T0TEAM:U0ANA', channelId: 'T0TEAM:D0DIRECT' }
    expect(provenOpening(anOpening(), bot)).toEqual({ place: 'home', ...opened })
    expect(provenOpening(anOpening({ tab: 'messages' }), bot)).toEqual({
      place: 'conversation',
      ...opened,
    })
    for (const tab of ['about', 'toString', ''])
      expect(provenOpening(anOpening({ tab }), bot)).toBeNull()
  })

  it('knows members of all workspaces of the organization', () => {
    const organization = { ...bot, botId: 'E0ORG:U0KEN', workspaceId: 'E0ORG' }
    const payload = { team_id: 'T0ANY', enterprise_id: 'E0ORG' }
    expect(provenOpening(anOpening({}, payload), organization)).toMatchObject({
      authorId: 'E0ORG:U0ANA',
    })
    expect(provenOpening(anOpening(), organization)).toBeNull()
  })
})

messageProofContract('an opened home of Slack', {
  anEvent: anOpening,
  anEventWith: (event) => ({ ...anOpening(), event }),
  isAccepted: (payload) => provenOpening(payload, bot) !== null,
  fatal: fc.oneof(
    spoil(['type'], absentOr(otherThan('event_callback'))),
    spoil(['api_app_id'], absentOr(otherThan('A0KEN'))),
    spoil(['team_id'], absentOr(otherThan('T0TEAM'))),
    spoil(['is_ext_shared_channel'], otherThan(false)),
    spoil(['event', 'type'], absentOr(otherThan('app_home_opened'))),
    spoil(['event', 'user'], absentOr(unlike(/^[UW]/))),
    spoil(['event', 'user'], fc.constant('U0KEN')),
    spoil(['event', 'channel'], absentOr(unlike(/^D/))),
    spoil(['event', 'tab'], absentOr(otherThan('home', 'messages'))),
    spoil(['event', 'user_team'], otherThan('T0TEAM')),
  ),
  harmless: fc.oneof(
    spoil(['event_id'], absentOr(anyJson)),
    spoil(['event', 'event_ts'], absentOr(anyJson)),
    spoil(['event', 'view'], absentOr(anyJson)),
  ),
})
