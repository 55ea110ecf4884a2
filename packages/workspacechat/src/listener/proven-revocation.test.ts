import {
  absentOr,
  anyJson,
  messageProofContract,
  otherThan,
  spoil,
  type Fields,
} from '@ken/core/contracts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { provenRevocation } from './proven-revocation.ts'

const bot = { appId: 'A0KEN', botId: 'T0TEAM:U0KEN', workspaceId: 'T0TEAM' }
const anEvent = (event: Fields, payload: Fields = {}) => ({
  type: 'event_callback',
  team_id: 'T0TEAM',
  api_app_id: 'A0KEN',
  ...payload,
  event,
})
const revoked = { type: 'tokens_revoked', tokens: { oauth: [], bot: ['U0KEN'] } }
const uninstalled = { type: 'app_uninstalled' }

describe('provenRevocation', () => {
  it('knows a revoked bot token among others, and an uninstalled app', () => {
    const tokens = { oauth: ['U0ANA'], bot: ['U0OTHER', 'U0KEN'] }
    for (const event of [revoked, { ...revoked, tokens }, uninstalled])
      expect(provenRevocation(anEvent(event), bot)).toBe(true)
  })

  it('is none for tokens of people or of another bot', () => {
    for (const tokens of [
      { oauth: ['U0KEN'] },
      { oauth: ['U0KEN'], bot: [] },
      { bot: ['U0OTHER'] },
      { bot: 'U0KEN' },
      { bot: { 0: 'U0KEN' } },
      null,
    ])
      expect(provenRevocation(anEvent({ ...revoked, tokens }), bot)).toBe(false)
  })

  it.for([revoked, uninstalled])('is none for another app or workspace: $type', (event) => {
    for (const payload of [
      { api_app_id: 'A0OTHER' },
      { api_app_id: null },
      { team_id: 'T0OTHER' },
      { team_id: null },
      { type: 'other' },
    ] satisfies Fields[])
      expect(provenRevocation(anEvent(event, payload), bot)).toBe(false)
  })

  it('is one for any workspace of the organization, and for no other organization', () => {
    const organization = { ...bot, botId: 'E0ORG:U0KEN', workspaceId: 'E0ORG' }
    const payload = { team_id: 'T0ANY', enterprise_id: 'E0ORG' }
    expect(provenRevocation(anEvent(uninstalled, payload), organization)).toBe(true)
    const other = { ...payload, enterprise_id: 'E0OTHER' }
    expect(provenRevocation(anEvent(uninstalled, other), organization)).toBe(false)
  })
})

messageProofContract('a revoked token of Slack', {
  anEvent: () => anEvent(revoked),
  anEventWith: (event) => ({ ...anEvent(revoked), event }),
  isAccepted: (payload) => provenRevocation(payload, bot),
  fatal: fc.oneof(
    spoil(['type'], absentOr(otherThan('event_callback'))),
    spoil(['api_app_id'], absentOr(otherThan('A0KEN'))),
    spoil(['team_id'], absentOr(otherThan('T0TEAM'))),
    spoil(['event', 'type'], absentOr(otherThan('tokens_revoked', 'app_uninstalled'))),
    spoil(['event', 'tokens'], absentOr(anyJson)),
    spoil(['event', 'tokens', 'bot'], absentOr(anyJson)),
  ),
  harmless: fc.oneof(
    spoil(['event_id'], absentOr(anyJson)),
    spoil(['event', 'event_ts'], absentOr(anyJson)),
    spoil(['event', 'tokens', 'oauth'], absentOr(anyJson)),
  ),
})
