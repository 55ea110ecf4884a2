import { describe, expect, it } from 'vitest'
import { roles } from '../model/accounts/account.ts'
import { operator } from '../model/actor.ts'
import type { IdentitySource } from '../model/identities/identity.ts'
import { ok } from '../model/result.ts'
import {
  aKey,
  aPersonIn,
  aServiceKey,
  memoryPorts,
  newDigest,
  newId,
  noticesTo,
  type MemoryPorts,
} from '../testing/index.ts'
import type { Key, KeyId } from '../model/keys/key.ts'
import { takeOverKey } from './take-over-key.ts'

async function insert(ports: MemoryPorts, key: Key): Promise<Key> {
  await ports.transact(async ({ keys }) => ok(await keys.insert(key, newDigest())))
  return key
}
const stored = (ports: MemoryPorts, { id }: Key) => ports.database.tables.keys.get(id)?.key
const forbidden = { ok: false, error: { code: 'account.forbidden' } }
const notTransferable = { ok: false, error: { code: 'key.not_transferable' } }

describe('takeOverKey', () => {
  it('R148 makes an Owner responsible for a service key, audits it once and notifies every active Owner', async () => {
    const ports = memoryPorts()
    const [maker, heir] = [
      await aPersonIn(ports, { role: 'Owner' }),
      await aPersonIn(ports, { role: 'Owner' }),
    ]
    const key = await insert(ports, aServiceKey({ createdBy: maker.account.id }))
    const takeOver = () =>
      takeOverKey(ports, { actor: heir.actor, keyId: key.id, ownerId: heir.account.id })
    for (const _ of [1, 2]) expect(await takeOver()).toEqual({ ok: true, value: null })
    expect(stored(ports, key)).toEqual({ ...key, takenOverBy: heir.account.id })
    const { source, name: keyName, prefix: keyPrefix } = key
    const meta = { source, prefix: keyPrefix, from: maker.account.id, to: heir.account.id }
    expect([...ports.database.tables.audit.values()]).toMatchObject([
      { action: 'key.take_over', actorId: heir.account.id, target: `key:${key.id}`, meta },
    ])
    const about = {
      kind: 'service_key_taken_over',
      keyName,
      keyPrefix,
      source,
      by: heir.account.email,
    }
    for (const { account } of [maker, heir]) expect(noticesTo(ports, account)).toEqual([about])
  })

  it('R148 lets active Owners name themselves and the operator name any of them', async () => {
    const ports = memoryPorts()
    const key = await insert(ports, aServiceKey())
    const owner = await aPersonIn(ports, { role: 'Owner' })
    const gone = await aPersonIn(ports, { role: 'Owner', status: 'deactivated' })
    for (const role of roles) {
      const { account, actor } = await aPersonIn(ports, { role })
      const takeOver = (ownerId: typeof account.id) =>
        takeOverKey(ports, { actor, keyId: key.id, ownerId })
      expect((await takeOver(account.id)).ok).toBe(role === 'Owner')
      expect(await takeOver(owner.account.id)).toEqual(forbidden)
      const byOperator = await takeOverKey(ports, {
        actor: operator,
        keyId: key.id,
        ownerId: account.id,
      })
      expect(byOperator.ok).toBe(role === 'Owner')
    }
    for (const actor of [gone.actor, operator])
      expect(await takeOverKey(ports, { actor, keyId: key.id, ownerId: gone.account.id })).toEqual(
        forbidden,
      )
  })

  it('R148 takes over a key that stopped working with the role of its creator', async () => {
    const ports = memoryPorts()
    const [admin, heir] = [
      await aPersonIn(ports, { role: 'Admin' }),
      await aPersonIn(ports, { role: 'Owner' }),
    ]
    const key = await insert(ports, aServiceKey({ createdBy: admin.account.id }))
    const takenOver = await takeOverKey(ports, {
      actor: heir.actor,
      keyId: key.id,
      ownerId: heir.account.id,
    })
    expect([takenOver.ok, stored(ports, key)?.takenOverBy]).toEqual([true, heir.account.id])
  })

  it('refuses a personal key, a revoked or expired one, and one of a built-in platform', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports, { role: 'Owner' })
    const now = ports.clock.now()
    const keys = [
      aKey(account),
      aServiceKey({ revokedAt: now }),
      aServiceKey({ expiresAt: now }),
      aServiceKey({ createdBy: account.id, revokedAt: now }),
      aServiceKey({ source: 'teamchat' as IdentitySource }),
    ]
    for (const key of keys) {
      await insert(ports, key)
      expect(await takeOverKey(ports, { actor, keyId: key.id, ownerId: account.id })).toEqual(
        notTransferable,
      )
      expect(stored(ports, key)).toEqual(key)
    }
    const missing = await takeOverKey(ports, {
      actor,
      keyId: newId() as KeyId,
      ownerId: account.id,
    })
    expect(missing).toEqual({ ok: false, error: { code: 'key.not_found' } })
    expect(ports.database.tables.audit.size).toBe(0)
  })
})
