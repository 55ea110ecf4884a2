import { describe, expect, it } from 'vitest'
import type { AgentId } from '../../model/agent.ts'
import { profileOf } from '../../model/accounts/account.ts'
import { operator } from '../../model/actor.ts'
import { ok } from '../../model/result.ts'
import {
  aChallengeIn,
  aKey,
  aPersonIn,
  aSessionIn,
  memoryPorts,
  newDigest,
  newId,
} from '../../testing/index.ts'
import { ownerInvitationsEnd } from '../../testing/builders/owner-invitations-end.ts'
import { permittedActs } from '../../testing/builders/permitted-acts.ts'
import { deactivateAccount } from './deactivate-account.ts'

describe('deactivateAccount', () => {
  permittedActs('deactivate', (ports, actor, userId) => deactivateAccount(ports, { actor, userId }))

  it('R42 ends sessions and challenges, revokes keys and disables agents, of this person only, in one audited act', async () => {
    const ports = memoryPorts()
    const [{ actor }, target, other] = [
      await aPersonIn(ports, { role: 'Owner' }),
      await aPersonIn(ports),
      await aPersonIn(ports),
    ]
    for (const { account } of [target, other]) {
      await aSessionIn(ports, account)
      await aChallengeIn(ports, account)
      await ports.transact(async ({ keys }) => ok(await keys.insert(aKey(account), newDigest())))
      const id = newId() as AgentId
      ports.database.tables.agents.set(id, {
        id,
        ownerId: account.id,
        name: 'Clerk',
        enabled: true,
      })
    }
    const userId = target.account.id
    const deactivated = {
      ...target.account,
      status: 'deactivated',
      updatedAt: ports.clock.now(),
    } as const
    expect(await deactivateAccount(ports, { actor, userId })).toEqual({
      ok: true,
      value: profileOf(deactivated),
    })

    const { accounts, sessions, challenges, keys, agents, audit } = ports.database.tables
    expect(accounts.get(userId)).toEqual(deactivated)
    expect([...sessions.values()].map((session) => session.userId)).toEqual([other.account.id])
    expect([...challenges.values()].map(({ challenge }) => challenge.userId)).toEqual([
      other.account.id,
    ])
    const revoked = [...keys.values()].filter(({ key }) => key.revokedAt !== null)
    expect(revoked.map(({ key }) => key.ownerId)).toEqual([userId])
    expect([...agents.values()].map(({ ownerId, enabled }) => [ownerId, enabled])).toEqual([
      [userId, false],
      [other.account.id, true],
    ])
    const meta = { sessions: 1, keys: 1, agents: 1, invitations: 0 }
    expect([...audit.values()]).toMatchObject([
      { action: 'account.deactivate', actorId: actor.userId, target: `user:${userId}`, meta },
    ])
  })

  ownerInvitationsEnd((ports, userId) => deactivateAccount(ports, { actor: operator, userId }))

  it('R50 refuses to deactivate the only active Owner', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { role: 'Owner' })
    const refused = await deactivateAccount(ports, { actor: operator, userId: account.id })
    expect(refused).toEqual({ ok: false, error: { code: 'account.last_owner' } })
  })

  it('is idempotent', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const deactivate = () => deactivateAccount(ports, { actor: operator, userId: account.id })
    const first = await deactivate()
    ports.clock.advance(1_000)
    expect(await deactivate()).toEqual(first)
    expect(ports.database.tables.audit.size).toBe(1)
  })
})
