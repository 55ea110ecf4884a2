import { describe, expect, it } from 'vitest'
import type { AccountId } from '../model/accounts/account.ts'
import { ok } from '../model/result.ts'
import {
  anInvitation,
  aPersonIn,
  memoryPorts,
  newDigest,
  newId,
  overtakenAt,
  type MemoryPorts,
} from '../testing/index.ts'
import type { Invitation } from '../model/invitations/invitation.ts'
import { openInvitation } from './open-invitation.ts'

/** Stores a sent invitation. `open` presents its token. */
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
  it('returns an invitation that is sent or being sent, until it expires', async () => {
    const ports = memoryPorts()
    const two = [await invited(ports), await invited(ports, { state: 'queued' })]
    for (const { invitation, open } of two) expect(await open()).toEqual(invitation)
    ports.clock.advance(999)
    for (const { open } of two) expect(await open()).not.toBeNull()
    ports.clock.advance(1)
    for (const { open } of two) expect(await open()).toBeNull()
  })

  it('R52 returns null for a settled or failed invitation, another token, and a value that is not a token', async () => {
    const ports = memoryPorts()
    for (const state of ['failed', 'accepted', 'expired', 'revoked'] as const)
      expect(await (await invited(ports, { state })).open()).toBeNull()
    await invited(ports)
    for (const presented of ['token-999', '', '\0', "' or 1=1"]) {
      const opened = await ports.transact(async (stores) =>
        ok(await openInvitation(ports, stores, presented)),
      )
      expect(opened.value).toBeNull()
    }
  })

  it('R52 returns null when another email replaces the token before the lock', async () => {
    const ports = memoryPorts()
    const { invitation, open } = await invited(ports)
    const transact: typeof ports.transact = (work) =>
      ports.transact((stores) => {
        const lock = async (id: Invitation['id']) => {
          await stores.invitations.update({ ...invitation, tokenDigest: newDigest() })
          return stores.invitations.lock(id)
        }
        return work({ ...stores, invitations: { ...stores.invitations, lock } })
      })
    expect(await open({ ...ports, transact })).toBeNull()
  })

  it('R52 returns null for what only an Owner may send if its sender is demoted before the lock', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { role: 'Owner' })
    for (const role of ['Owner', 'Admin'] as const) {
      const { open } = await invited(ports, { role, invitedBy: account.id })
      const transact = overtakenAt(ports.transact, 'lockAccount', ({ accounts }) =>
        accounts.update({ ...account, role: 'Member' }),
      )
      expect(await open({ ...ports, transact })).toBeNull()
      await ports.transact(async ({ accounts }) => ok(await accounts.update(account)))
    }
  })

  it('R52 returns null if the address already has an account of any status', async () => {
    const ports = memoryPorts()
    for (const status of ['active', 'deactivated'] as const) {
      const { invitation, open } = await invited(ports)
      await aPersonIn(ports, { email: invitation.email, status })
      expect(await open()).toBeNull()
    }
  })

  it('voids what only an Owner may send once its sender is no longer an active Owner', async () => {
    const ports = memoryPorts()
    const opens = async (
      role: Invitation['role'],
      inviter: Parameters<typeof aPersonIn>[1] | 'operator' | 'unknown',
    ) => {
      const invitedBy =
        inviter === 'operator'
          ? null
          : inviter === 'unknown'
            ? (newId() as AccountId)
            : (await aPersonIn(ports, inviter)).account.id
      return (await (await invited(ports, { role, invitedBy })).open()) !== null
    }
    expect([await opens('Owner', { role: 'Owner' }), await opens('Owner', 'operator')]).toEqual([
      true,
      true,
    ])
    const invalid = [
      { role: 'Admin' },
      { role: 'Owner', status: 'deactivated' },
      'unknown',
    ] as const
    for (const inviter of invalid) {
      for (const role of ['Owner', 'Admin'] as const) expect(await opens(role, inviter)).toBe(false)
      expect(await opens('Member', inviter)).toBe(true)
    }
  })
})
