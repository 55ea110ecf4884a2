import { describe, expect, it } from 'vitest'
import { ok } from '../result.ts'
import { aKey, anAccount, aServiceKey, memoryPorts, type MemoryPorts } from '../testing/index.ts'
import { admitKey } from './admission.ts'
import type { Key } from './key.ts'

/** A key at rest, as its holder presents it. */
async function presented(ports: MemoryPorts, key: Key): Promise<string> {
  const { plain, digest } = ports.apiKeys.newApiKey()
  await ports.transact(async (stores) => ok(await stores.keys.insert(key, digest)))
  return plain
}

describe('admitKey', () => {
  it('R5 admits a service key for as long as it is in force, whoever created it', async () => {
    const ports = memoryPorts()
    const creator = anAccount({ role: 'Owner' })
    await ports.transact(async ({ accounts }) => ok(await accounts.insert(creator)))
    const expiresAt = new Date(ports.clock.now().getTime() + 1_000)
    const key = aServiceKey({ createdBy: creator.id, expiresAt })
    const plain = await presented(ports, key)
    expect(await admitKey(ports, plain)).toMatchObject({ ok: true, value: { holder: { kind: 'service', source: 'teamchat' } } })
    for (const change of ['deactivated', 'gone'] as const) {
      const { accounts } = ports.database.tables
      if (change === 'gone') accounts.delete(creator.id)
      else accounts.set(creator.id, { ...creator, status: change })
      expect(await admitKey(ports, plain)).toMatchObject({ ok: true })
    }
    ports.clock.advance(1_000)
    expect(await admitKey(ports, plain)).toEqual({ ok: false, error: { code: 'key.refused' } })
  })

  it('R9 R10 takes one call from the allowance of an admitted key, and none from one that is refused; both are counted', async () => {
    const ports = memoryPorts()
    const [plain, revoked] = [
      await presented(ports, aServiceKey()),
      await presented(ports, aServiceKey({ revokedAt: ports.clock.now() })),
    ]
    for (let call = 0; call < 61; call += 1) await admitKey(ports, plain)
    expect(await admitKey(ports, plain)).toEqual({ ok: false, error: { code: 'key.rate_limited', limit: 60, resetSeconds: 60 } })
    const keyLimiter = { take: () => Promise.reject(new Error('counted')) }
    expect(await admitKey({ ...ports, keyLimiter }, revoked)).toEqual({ ok: false, error: { code: 'key.refused' } })
    const counted = [...ports.database.tables.keyUsage.values()].map(({ hours }) => [...hours.values()])
    expect(counted).toEqual([
      [{ ok: 0, rateLimited: 2, denied: 0, failed: 0 }],
      [{ ok: 0, rateLimited: 0, denied: 1, failed: 0 }],
    ])
  })

  it('R19 admits no personal key while a temporary password of its owner waits to be replaced', async () => {
    const ports = memoryPorts()
    const owner = anAccount({ mustChangePassword: true })
    await ports.transact(async ({ accounts }) => ok(await accounts.insert(owner)))
    const refused = await admitKey(ports, await presented(ports, aKey(owner)))
    expect(refused).toEqual({ ok: false, error: { code: 'sign_in.password_change_required' } })
  })
})
