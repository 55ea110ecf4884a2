import { expect, it } from 'vitest'
import { memoryPorts } from '../../testing/index.ts'
import { createKey } from '../create-key.ts'
import { revokeKey } from '../revoke-key.ts'
import { aPersonIn, valueOf } from '../../testing/index.ts'
import { operator } from '../../model/actor.ts'
import { activeKey } from './active-key.ts'

it('finds the holder of a key, counts no call, and records the refused call of a revoked one', async () => {
  const ports = memoryPorts()
  const { account, actor } = await aPersonIn(ports)
  const command = {
    actor,
    ownerId: account.id,
    name: 'laptop',
    lifetimeDays: 30,
    sources: null,
  } as const
  const { key, plain } = valueOf(await createKey(ports, command))
  expect(await activeKey(ports, plain)).toMatchObject({ ok: true, value: { keyId: key.id } })
  expect(ports.database.tables.keyUsage.size).toBe(0)
  await revokeKey(ports, { actor: operator, keyId: key.id, scope: 'all' })
  expect(await activeKey(ports, plain)).toEqual({ ok: false, error: { code: 'key.refused' } })
  const usage = [...ports.database.tables.keyUsage.values()].flatMap(({ hours }) => [
    ...hours.values(),
  ])
  expect(usage).toEqual([{ ok: 0, rateLimited: 0, denied: 1, failed: 0 }])
})
