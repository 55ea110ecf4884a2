import { describe, expect, it } from 'vitest'
import type { AccountId } from '../accounts/account.ts'
import { ok } from '../result.ts'
import { aDate, anInvitation, aPersonIn, memoryPorts, newId, type MemoryPorts } from '../testing/index.ts'
import {
  accepted,
  beingSent,
  deferred,
  invitationLifetimeSeconds,
  isBeingSent,
  isGivenUp,
  openInvitation,
  queuedAgain,
  revoked,
  sendingSecondsMax,
  sent,
  shownInvitation,
  undeliverable,
  type Invitation,
} from './invitation.ts'

const after = (seconds: number): Date => new Date(aDate.getTime() + seconds * 1_000)

it('R52 an invitation lives for 48 hours', () => {
  expect(invitationLifetimeSeconds / 3_600).toBe(48)
})

it('R52 shows nothing of a token', () => {
  const shown = shownInvitation(anInvitation({ tokenDigest: 'a digest' }))
  expect(JSON.stringify(shown)).not.toMatch(/digest/)
})

describe('an invitation on its way', () => {
  const queued = anInvitation()
  const sending = beingSent(queued, 'a digest', after(60))

  it('R52 has one token from the moment it is being sent, good for 48 hours from then', () => {
    expect(sending).toEqual({
      ...queued,
      tokenDigest: 'a digest',
      expiresAt: after(60 + 48 * 3_600),
      sendingSince: after(60),
      attempts: 1,
    })
    expect(sent(sending)).toEqual({ ...sending, state: 'sent', sentAt: after(60), sendingSince: null })
    expect(beingSent(deferred(sending, 'busy'), 'another', after(90))).toMatchObject({ tokenDigest: 'another', attempts: 2 })
  })

  it('keeps its token while nobody knows whether the mail arrived, and while the next one waits', () => {
    expect(deferred(sending, 'busy')).toEqual({ ...sending, sendingSince: null, lastError: 'busy' })
    const again = queuedAgain({ ...sent(sending), lastError: 'busy' }, 'somebody' as AccountId, after(600))
    expect(again).toMatchObject({ state: 'queued', invitedBy: 'somebody', queuedAt: after(600), tokenDigest: 'a digest' })
    expect(again.lastError).toBeNull()
  })

  it('R52 loses its token once it is undeliverable, revoked or accepted', () => {
    expect(undeliverable(sending, 'no such user')).toMatchObject({
      state: 'failed',
      tokenDigest: null,
      lastError: 'no such user',
    })
    expect(revoked(sending, after(70))).toMatchObject({ state: 'revoked', tokenDigest: null, revokedAt: after(70) })
    expect(accepted(sending, after(80))).toMatchObject({ state: 'accepted', tokenDigest: null, acceptedAt: after(80) })
    for (const ended of [undeliverable(sending, ''), revoked(sending, aDate), accepted(sending, aDate)])
      expect(ended.sendingSince).toBeNull()
  })

  it('is somebody at it for as long as a mail server may take, and no longer', () => {
    expect(isBeingSent(queued, aDate)).toBe(false)
    expect([sendingSecondsMax - 1, sendingSecondsMax].map((seconds) => isBeingSent(sending, after(60 + seconds)))).toEqual([
      true,
      false,
    ])
  })

  it('R86 is given up after 48 hours in line, and not before', () => {
    const [long, tooLong] = [48 * 3_600 - 1, 48 * 3_600].map(after)
    expect([isGivenUp(queued, long!), isGivenUp(queued, tooLong!)]).toEqual([false, true])
    expect(isGivenUp(queuedAgain(queued, null, after(1)), tooLong!)).toBe(false)
  })
})

/** A sent invitation in the world, and whether its token opens it. */
async function invited(ports: MemoryPorts, overrides: Parameters<typeof anInvitation>[0] = {}) {
  const { plain, digest } = ports.secrets.newSecret()
  const expiresAt = new Date(ports.clock.now().getTime() + 1_000)
  const invitation = anInvitation({ state: 'sent', tokenDigest: digest, expiresAt, ...overrides })
  await ports.transact(async ({ invitations }) => ok(await invitations.insert([invitation])))
  const open = async () => (await ports.transact(async (stores) => ok(await openInvitation(ports, stores, plain)))).value
  return { invitation, open }
}

describe('openInvitation', () => {
  it('opens one that was sent, and one that is being sent, until it expires', async () => {
    const ports = memoryPorts()
    const two = [await invited(ports), await invited(ports, { state: 'queued' })]
    for (const { invitation, open } of two) expect(await open()).toEqual(invitation)
    ports.clock.advance(999)
    for (const { open } of two) expect(await open()).not.toBeNull()
    ports.clock.advance(1)
    for (const { open } of two) expect(await open()).toBeNull()
  })

  it('R52 opens none that is settled or failed, for no other token, and for nothing that is no token', async () => {
    const ports = memoryPorts()
    for (const state of ['failed', 'accepted', 'expired', 'revoked'] as const)
      expect(await (await invited(ports, { state })).open()).toBeNull()
    await invited(ports)
    for (const presented of ['token-999', '', '\0', "' or 1=1"]) {
      const opened = await ports.transact(async (stores) => ok(await openInvitation(ports, stores, presented)))
      expect(opened.value).toBeNull()
    }
  })

  it('R52 opens none to an address that has an account by now, of whatever status', async () => {
    const ports = memoryPorts()
    for (const status of ['active', 'deactivated'] as const) {
      const { invitation, open } = await invited(ports)
      await aPersonIn(ports, { email: invitation.email, status })
      expect(await open()).toBeNull()
    }
  })

  it('lets an invitation to be an Owner die with the role of its inviter, and no other invitation', async () => {
    const ports = memoryPorts()
    const backed = async (role: Invitation['role'], inviter: Parameters<typeof aPersonIn>[1] | 'operator' | 'nobody') => {
      const invitedBy =
        inviter === 'operator'
          ? null
          : inviter === 'nobody'
            ? (newId() as AccountId)
            : (await aPersonIn(ports, inviter)).account.id
      return (await (await invited(ports, { role, invitedBy })).open()) !== null
    }
    expect([await backed('Owner', { role: 'Owner' }), await backed('Owner', 'operator')]).toEqual([true, true])
    const fallen = [{ role: 'Admin' }, { role: 'Owner', status: 'deactivated' }, 'nobody'] as const
    for (const inviter of fallen) {
      expect(await backed('Owner', inviter)).toBe(false)
      expect(await backed('Member', inviter)).toBe(true)
    }
  })
})
