import { describe, expect, it } from 'vitest'
import { roles } from '../model/accounts/account.ts'
import { effectiveRoleOf } from '../authorization/effective-role.ts'
import { operator, type Actor } from '../model/actor.ts'
import { ok } from '../model/result.ts'
import {
  aKeyIn,
  anOrigin,
  aPersonIn,
  aServiceKey,
  memoryPorts,
  newDigest,
  newId,
} from '../testing/index.ts'
import type { KeyId } from '../model/keys/key.ts'
import { findManagedKey, type KeyScope } from './find-managed-key.ts'

/** Whether the actor sees the key. */
async function sees(
  ports: ReturnType<typeof memoryPorts>,
  actor: Actor,
  keyId: KeyId,
  scope: KeyScope,
): Promise<boolean> {
  const { value } = await ports.transact(async (stores) =>
    ok(await findManagedKey(stores, await effectiveRoleOf(stores, actor), { keyId, scope })),
  )
  return value !== null
}

describe('findManagedKey', () => {
  it('R8 shows people their own keys, and Owner, Admin and operator all keys', async () => {
    const ports = memoryPorts()
    for (const role of roles) {
      const { account, actor } = await aPersonIn(ports, { role })
      const own = await aKeyIn(ports, account)
      expect([
        await sees(ports, actor, own.id, 'own'),
        await sees(ports, actor, own.id, 'all'),
      ]).toEqual([true, true])
      for (const other of roles) {
        const key = await aKeyIn(ports, (await aPersonIn(ports, { role: other })).account)
        expect(await sees(ports, actor, key.id, 'all')).toBe(role !== 'Member')
        expect(await sees(ports, operator, key.id, 'all')).toBe(true)
      }
    }
  })

  it('R8 returns only the actor’s keys in the scope `own`, for every role', async () => {
    const ports = memoryPorts()
    const key = await aKeyIn(ports, (await aPersonIn(ports)).account)
    for (const actor of [(await aPersonIn(ports, { role: 'Owner' })).actor, operator]) {
      expect(await sees(ports, actor, key.id, 'own')).toBe(false)
    }
  })

  it('R8 shows a service key to Owner, Admin and operator, but never as their own', async () => {
    const ports = memoryPorts()
    const [owner, admin, member] = [
      await aPersonIn(ports, { role: 'Owner' }),
      await aPersonIn(ports, { role: 'Admin' }),
      await aPersonIn(ports),
    ]
    const key = aServiceKey({ createdBy: member.account.id })
    await ports.transact(async ({ keys }) => ok(await keys.insert(key, newDigest())))
    const actors: readonly Actor[] = [owner.actor, admin.actor, member.actor, operator]
    const seen = await Promise.all(actors.map((actor) => sees(ports, actor, key.id, 'all')))
    expect(seen).toEqual([true, true, false, true])
    expect(await Promise.all(actors.map((actor) => sees(ports, actor, key.id, 'own')))).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  it('R48 shows nothing to anonymous callers, deactivated people and programs, regardless of the role in the credential', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports)
    const gone = await aPersonIn(ports, { role: 'Owner', status: 'deactivated' })
    const key = await aKeyIn(ports, account)
    const strangers: readonly Actor[] = [
      { ...(await aPersonIn(ports)).actor, role: 'Owner' },
      { ...actor, via: 'api_key', keyId: key.id },
      gone.actor,
      { kind: 'anonymous', via: 'web', ...anOrigin },
    ]
    for (const stranger of strangers) expect(await sees(ports, stranger, key.id, 'all')).toBe(false)
    expect(await sees(ports, operator, newId() as KeyId, 'all')).toBe(false)
  })
})
