import { describe, expect, it } from 'vitest'
import type { AccountId } from '../model/accounts/account.ts'
import { ok } from '../model/result.ts'
import { anInvitation, aPersonIn, memoryPorts, newDigest, newId, overtakenAt, type MemoryPorts } from '../testing/index.ts'
import type { Invitation } from '../model/invitations/invitation.ts'
import { openInvitation } from './open-invitation.ts'

/** A sent invitation in the world, and whether its token opens it. */
async function invited(ports: MemoryPorts, overrides: Parameters<typeof anInvitation>[0] = {}) {
  const { plain, digest } = ports.secrets.newSecret()
  const expiresAt = new Date(ports.clock.now().getTime() + 1_000)
  const invitation = anInvitation({ state: 'sent', tokenDigest: digest, expiresAt, ...overrides })
  await ports.transact(async ({ invitations }) => ok(await invitations.insert([invitation])))
  const open = async ({ transact } = ports) =>
    (await transact(async (stores) => ok(await openInvitation(ports, stores, plain)))).value
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

  it('R52 opens none by a token that another mail replaced while the invitation was waited for', async () => {
    const ports = memoryPorts()
    const { invitation, open } = await invited(ports)
    const transact: typeof ports.transact = (work) =>
      ports.transact((stores) => {
        const hold = async (id: Invitation['id']) => {
          await stores.invitations.update({ ...invitation, tokenDigest: newDigest() })
          return stores.invitations.hold(id)
        }
        return work({ ...stores, invitations: { ...stores.invitations, hold } })
      })
    expect(await open({ ...ports, transact })).toBeNull()
  })

  it('R52 opens none to be an Owner whose inviter stopped being one before their account was locked', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { role: 'Owner' })
    const { open } = await invited(ports, { role: 'Owner', invitedBy: account.id })
    const transact = overtakenAt(ports.transact, 'lockAccount', ({ accounts }) => accounts.update({ ...account, role: 'Admin' }))
    expect(await open({ ...ports, transact })).toBeNull()
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
