import { describe, expect, it } from 'vitest'
import type { AccountId } from '../accounts/account.ts'
import { aDate, anInvitation } from '../../testing/index.ts'
import {
  accepted,
  beingSent,
  deferred,
  invitationLifetimeSeconds,
  isBeingSent,
  isTooOldToRetry,
  requeued,
  revoked,
  sendingSecondsMax,
  sent,
  shownInvitation,
  undeliverable,
} from './invitation.ts'

const after = (seconds: number): Date => new Date(aDate.getTime() + seconds * 1_000)

it('R52 an invitation is valid for 48 hours', () => {
  expect(invitationLifetimeSeconds / 3_600).toBe(48)
})

it('R52 contains nothing of the token', () => {
  const shown = shownInvitation(anInvitation({ tokenDigest: 'a digest' }))
  expect(JSON.stringify(shown)).not.toMatch(/digest/)
})

describe('an invitation that is being sent', () => {
  const queued = anInvitation()
  const sending = beingSent(queued, 'a digest', after(60))

  it('R52 gets a token when sending starts, valid for 48 hours from then', () => {
    expect(sending).toEqual({
      ...queued,
      tokenDigest: 'a digest',
      expiresAt: after(60 + 48 * 3_600),
      sendingSince: after(60),
      attempts: 1,
    })
    expect(sent(sending)).toEqual({
      ...sending,
      state: 'sent',
      sentAt: after(60),
      sendingSince: null,
    })
    expect(beingSent(deferred(sending, 'busy'), 'another', after(90))).toMatchObject({
      tokenDigest: 'another',
      attempts: 2,
    })
  })

  it('keeps its token while delivery is uncertain, and while the next email is queued', () => {
    expect(deferred(sending, 'busy')).toEqual({ ...sending, sendingSince: null, lastError: 'busy' })
    const again = requeued(
      { ...sent(sending), lastError: 'busy' },
      'the-sender' as AccountId,
      after(600),
    )
    expect(again).toMatchObject({
      state: 'queued',
      invitedBy: 'the-sender',
      queuedAt: after(600),
      tokenDigest: 'a digest',
    })
    expect(again.lastError).toBeNull()
  })

  it('R52 loses its token once it is undeliverable, revoked or accepted', () => {
    expect(undeliverable(sending, 'no such user')).toMatchObject({
      state: 'failed',
      tokenDigest: null,
      lastError: 'no such user',
    })
    expect(revoked(sending, after(70))).toMatchObject({
      state: 'revoked',
      tokenDigest: null,
      revokedAt: after(70),
    })
    expect(accepted(sending, after(80))).toMatchObject({
      state: 'accepted',
      tokenDigest: null,
      acceptedAt: after(80),
    })
    for (const ended of [
      undeliverable(sending, ''),
      revoked(sending, aDate),
      accepted(sending, aDate),
    ])
      expect(ended.sendingSince).toBeNull()
  })

  it('counts as being sent for as long as a mail server may take, and no longer', () => {
    expect(isBeingSent(queued, aDate)).toBe(false)
    expect(
      [sendingSecondsMax - 1, sendingSecondsMax].map((seconds) =>
        isBeingSent(sending, after(60 + seconds)),
      ),
    ).toEqual([true, false])
  })

  it('R86 fails after 48 hours in the queue, and not before', () => {
    const [long, tooLong] = [48 * 3_600 - 1, 48 * 3_600].map(after)
    expect([isTooOldToRetry(queued, long!), isTooOldToRetry(queued, tooLong!)]).toEqual([
      false,
      true,
    ])
    expect(isTooOldToRetry(requeued(queued, null, after(1)), tooLong!)).toBe(false)
  })
})
