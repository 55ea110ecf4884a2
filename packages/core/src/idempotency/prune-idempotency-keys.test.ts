import { expect, it } from 'vitest'
import { responseRetentionSeconds } from '../ports/index.ts'
import { ok } from '../model/result.ts'
import { aPersonIn, memoryPorts } from '../testing/index.ts'
import { pruneIdempotencyKeys } from './prune-idempotency-keys.ts'

it('deletes every response past its retention, and no other', async () => {
  const ports = memoryPorts()
  const { account } = await aPersonIn(ports)
  const keep = (key: string) =>
    ports.transact(async ({ idempotency }) =>
      ok(
        await idempotency.storeResponse(
          { callerId: account.id, operation: 'createGroup', key },
          { fingerprint: '', response: '' },
        ),
      ),
    )
  for (const key of ['1', '2', '3']) await keep(key)
  ports.clock.advance(responseRetentionSeconds * 1_000)
  await keep('4')
  expect(await pruneIdempotencyKeys(ports)).toBe(3)
  expect(await pruneIdempotencyKeys(ports)).toBe(0)
  expect(ports.database.tables.responses.size).toBe(1)
})
