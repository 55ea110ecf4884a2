import { describe, expect, it } from 'vitest'
import { operator } from '../../model/actor.ts'
import { ok } from '../../model/result.ts'
import { teamChatSource } from '../../model/team-chat/team-chat-settings.ts'
import { aKey, anAccount, aServiceKey, memoryPorts, type MemoryPorts } from '../../testing/index.ts'
import { admitKey } from './admit-key.ts'
import type { Key } from '../../model/keys/key.ts'
import { revokeKey } from '../revoke-key.ts'

/** Stores a key and returns it in plain text. */
async function presented(ports: MemoryPorts, key: Key): Promise<string> {
  const { plain, digest } = ports.apiKeys.newApiKey()
  await ports.transact(async (stores) => ok(await stores.keys.insert(key, digest)))
  return plain
}

const refused = { ok: false, error: { code: 'key.refused' } }

describe('admitKey', () => {
  it('R5 R148 admits a service key until it expires, while its responsible person is an active Owner', async () => {
    const ports = memoryPorts()
    const maker = anAccount({ role: 'Owner' })
    const accounts = () => ports.database.tables.accounts
    accounts().set(maker.id, maker)
    const expiresAt = new Date(ports.clock.now().getTime() + 1_000)
    const plain = await presented(ports, aServiceKey({ createdBy: maker.id, expiresAt }))
    const admitted = { ok: true, value: { holder: { kind: 'service', source: 'bot_gateway' } } }
    const changes = [{ status: 'deactivated' }, { role: 'Admin' }, { role: 'Member' }] as const
    for (const change of changes) {
      accounts().set(maker.id, { ...maker, ...change })
      expect(await admitKey(ports, plain)).toEqual(refused)
      accounts().set(maker.id, maker)
      expect(await admitKey(ports, plain)).toMatchObject(admitted)
    }
    accounts().delete(maker.id)
    expect(await admitKey(ports, plain)).toEqual(refused)
    accounts().set(maker.id, maker)
    ports.clock.advance(1_000)
    expect(await admitKey(ports, plain)).toEqual(refused)
  })

  it('R148 admits a service key of the operator, which belongs to the organisation, until it expires or is revoked', async () => {
    const ports = memoryPorts()
    const key = aServiceKey()
    const plain = await presented(ports, key)
    expect(await admitKey(ports, plain)).toMatchObject({ ok: true })
    await revokeKey(ports, { actor: operator, keyId: key.id, scope: 'all' })
    expect(await admitKey(ports, plain)).toEqual(refused)
  })

  it('R148 admits no service key for a built-in platform', async () => {
    const ports = memoryPorts()
    const maker = anAccount({ role: 'Owner' })
    ports.database.tables.accounts.set(maker.id, maker)
    for (const createdBy of [null, maker.id]) {
      const plain = await presented(ports, aServiceKey({ createdBy, source: teamChatSource }))
      expect(await admitKey(ports, plain)).toEqual(refused)
    }
  })

  it('R9 R10 counts an admitted call against the limit, a refused one not, and records both', async () => {
    const ports = memoryPorts()
    const [plain, revoked] = [
      await presented(ports, aServiceKey()),
      await presented(ports, aServiceKey({ revokedAt: ports.clock.now() })),
    ]
    for (let call = 0; call < 61; call += 1) await admitKey(ports, plain)
    expect(await admitKey(ports, plain)).toEqual({
      ok: false,
      error: { code: 'key.rate_limited', limit: 60, resetSeconds: 60 },
    })
    const keyLimiter = { take: () => Promise.reject(new Error('counted')) }
    expect(await admitKey({ ...ports, keyLimiter }, revoked)).toEqual({
      ok: false,
      error: { code: 'key.refused' },
    })
    const counted = [...ports.database.tables.keyUsage.values()].map(({ hours }) => [
      ...hours.values(),
    ])
    expect(counted).toEqual([
      [{ ok: 0, rateLimited: 2, denied: 0, failed: 0 }],
      [{ ok: 0, rateLimited: 0, denied: 1, failed: 0 }],
    ])
  })

  it('R19 admits no personal key while its owner must replace a temporary password', async () => {
    const ports = memoryPorts()
    const owner = anAccount({ mustChangePassword: true })
    await ports.transact(async ({ accounts }) => ok(await accounts.insert(owner)))
    const outcome = await admitKey(ports, await presented(ports, aKey(owner)))
    expect(outcome).toEqual({ ok: false, error: { code: 'sign_in.password_change_required' } })
  })
})
