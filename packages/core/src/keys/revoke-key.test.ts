import { describe, expect, it } from 'vitest'
import { roles } from '../model/accounts/account.ts'
import { operator, type Actor } from '../model/actor.ts'
import {
  aKeyIn,
  anOrigin,
  aPersonIn,
  memoryPorts,
  newId,
  type MemoryPorts,
} from '../testing/index.ts'
import type { Key, KeyId } from '../model/keys/key.ts'
import { revokeKey } from './revoke-key.ts'

/** A person with the role and a key. */
async function aHolder(ports: MemoryPorts, role: (typeof roles)[number] = 'Member') {
  const { account, actor } = await aPersonIn(ports, { role })
  return { key: await aKeyIn(ports, account), actor }
}

const revokedAt = (ports: MemoryPorts, key: Key) =>
  ports.database.tables.keys.get(key.id)?.key.revokedAt
const notFound = { ok: false, error: { code: 'key.not_found' } }

describe('revokeKey', () => {
  it('R8 lets people revoke their own keys, and Owner, Admin and operator any key', async () => {
    const ports = memoryPorts()
    const [owner, admin, member] = [
      await aHolder(ports, 'Owner'),
      await aHolder(ports, 'Admin'),
      await aHolder(ports),
    ]
    const managers: readonly Actor[] = [owner.actor, admin.actor, operator]
    for (const actor of managers) {
      for (const role of roles) {
        const { key } = await aHolder(ports, role)
        expect(await revokeKey(ports, { actor, keyId: key.id, scope: 'all' })).toEqual({
          ok: true,
          value: null,
        })
        expect(revokedAt(ports, key)).toEqual(ports.clock.now())
      }
    }
    expect(
      await revokeKey(ports, { actor: member.actor, keyId: member.key.id, scope: 'all' }),
    ).toEqual({ ok: true, value: null })
  })

  it('R8 reports a key that the actor may not revoke as not found, and does not change it', async () => {
    const ports = memoryPorts()
    const [{ key }, other] = [await aHolder(ports), await aPersonIn(ports)]
    const gone = await aPersonIn(ports, { role: 'Owner', status: 'deactivated' })
    const strangers: readonly Actor[] = [
      other.actor,
      { ...other.actor, role: 'Owner' },
      gone.actor,
      { kind: 'anonymous', via: 'web', ...anOrigin },
    ]
    for (const actor of strangers) {
      expect(await revokeKey(ports, { actor, keyId: key.id, scope: 'all' })).toEqual(notFound)
      expect(await revokeKey(ports, { actor, keyId: newId() as KeyId, scope: 'all' })).toEqual(
        notFound,
      )
    }
    expect(revokedAt(ports, key)).toBeNull()
    expect(ports.database.tables.audit.size).toBe(0)
  })

  it('keeps the first date when revoked twice, and is audited once', async () => {
    const ports = memoryPorts()
    const { key, actor } = await aHolder(ports)
    const first = ports.clock.now()
    await revokeKey(ports, { actor, keyId: key.id, scope: 'all' })
    ports.clock.advance(60_000)
    expect(await revokeKey(ports, { actor, keyId: key.id, scope: 'all' })).toEqual({
      ok: true,
      value: null,
    })
    expect(revokedAt(ports, key)).toEqual(first)
    expect([...ports.database.tables.audit.values()]).toMatchObject([
      {
        action: 'key.revoke',
        target: `key:${key.id}`,
        meta: { owner_id: key.ownerId, prefix: key.prefix },
      },
    ])
  })

  it('is audited once over concurrent revocations', async () => {
    const ports = memoryPorts()
    const { key, actor } = await aHolder(ports)
    const outcomes = await Promise.all(
      Array.from({ length: 9 }, () => revokeKey(ports, { actor, keyId: key.id, scope: 'own' })),
    )
    expect(outcomes.every(({ ok: done }) => done)).toBe(true)
    expect(ports.database.tables.audit.size).toBe(1)
  })
})
