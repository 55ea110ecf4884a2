import { describe, expect, it } from 'vitest'
import type { AccountId } from '../../model/accounts/account.ts'
import type { AgentId } from '../../model/agent.ts'
import { operator } from '../../model/actor.ts'
import { ok } from '../../model/result.ts'
import {
  aDate,
  aGroup,
  aKeyIn,
  anIdentityIn,
  anInvitation,
  aPersonIn,
  aServiceKey,
  aSessionIn,
  memoryPorts,
  newDigest,
  newId,
  valueOf,
} from '../../testing/index.ts'
import { onlyAdministrators } from '../../testing/builders/only-administrators.ts'
import { deactivateAccount } from './deactivate-account.ts'
import { previewedKeysMax, previewRemoval } from './preview-removal.ts'

/** An Owner on whom something of everything depends, twice or more. */
async function aBusyOwner() {
  const ports = memoryPorts()
  await aPersonIn(ports, { role: 'Owner' })
  const { account } = await aPersonIn(ports, { role: 'Owner' })
  for (const _ of [1, 2, 3]) await aSessionIn(ports, account)
  await anIdentityIn(ports, account)
  await aKeyIn(ports, account, { name: 'revoked', revokedAt: aDate })
  for (let key = 0; key < previewedKeysMax; key += 1) await aKeyIn(ports, account)
  const service = aServiceKey({ createdBy: account.id })
  await ports.transact(async ({ groups, invitations, keys }) => {
    await keys.insert(service, newDigest())
    await groups.insert(aGroup())
    await groups.addMember(aGroup().slug, account.id)
    const invitedBy = account.id
    return ok(await invitations.insert([anInvitation({ role: 'Owner', invitedBy })]))
  })
  for (const enabled of [true, true, false]) {
    const id = newId() as AgentId
    ports.database.tables.agents.set(id, { id, ownerId: account.id, name: 'Clerk', enabled })
  }
  return { ports, account, service }
}

describe('previewRemoval', () => {
  onlyAdministrators((ports, actor) =>
    previewRemoval(ports, { actor, userId: newId() as AccountId, act: 'deactivate' }),
  )

  it('shows what the deactivation then ends', async () => {
    const { ports, account, service } = await aBusyOwner()
    const userId = account.id
    const preview = () => previewRemoval(ports, { actor: operator, userId, act: 'deactivate' })
    const before = valueOf(await preview())
    expect(before).toMatchObject({
      refusal: null,
      sessions: 3,
      keysTotal: previewedKeysMax + 1,
      agents: 2,
      ownerInvitations: 1,
      identities: 1,
      groups: 1,
    })
    expect(before.keys).toHaveLength(previewedKeysMax)
    expect(before.keys[0]).toMatchObject({ id: service.id })

    await deactivateAccount(ports, { actor: operator, userId })
    const entry = [...ports.database.tables.audit.values()].at(-1)
    expect(entry?.meta).toEqual({
      sessions: before.sessions,
      service_keys: 1,
      keys: before.keysTotal - 1,
      agents: before.agents,
      invitations: before.ownerInvitations,
    })
    expect(valueOf(await preview())).toEqual({
      ...before,
      refusal: 'account_deactivated',
      sessions: 0,
      keys: [],
      keysTotal: 0,
      agents: 0,
      ownerInvitations: 0,
    })
  })

  it('says why the act is not possible', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports, { role: 'Owner' })
    const preview = async (act: 'deactivate' | 'delete') =>
      valueOf(await previewRemoval(ports, { actor, userId: account.id, act })).refusal
    expect([await preview('deactivate'), await preview('delete')]).toEqual([
      'own_account',
      'last_owner',
    ])
  })
})
