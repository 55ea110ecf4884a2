import { expect, it } from 'vitest'
import { answerKeptSeconds } from '../ports/index.ts'
import { ok } from '../model/result.ts'
import { aPersonIn, memoryPorts } from '../testing/index.ts'
import { pruneIdempotencyKeys } from './prune-idempotency-keys.ts'

it('forgets every answer that is kept no longer, and no other', async () => {
  const ports = memoryPorts()
  const { account } = await aPersonIn(ports)
  const keep = (key: string) =>
    ports.transact(async ({ idempotency }) =>
      ok(await idempotency.keep({ callerId: account.id, operation: 'createGroup', key }, { fingerprint: '', answer: '' })),
    )
  for (const key of ['1', '2', '3']) await keep(key)
  ports.clock.advance(answerKeptSeconds * 1_000)
  await keep('4')
  expect(await pruneIdempotencyKeys(ports)).toBe(3)
  expect(await pruneIdempotencyKeys(ports)).toBe(0)
  expect(ports.database.tables.answers.size).toBe(1)
})
