import { expect, it } from 'vitest'
import { aKey, anAccount, memoryPorts } from '../../testing/index.ts'
import { countKeyMessage } from './count-key-message.ts'

it('allows 300 messages per key and minute, apart from the calls of the key', async () => {
  const ports = memoryPorts()
  const { id: keyId } = aKey(anAccount())
  const counted = await Promise.all(
    Array.from({ length: 301 }, () => countKeyMessage(ports, keyId)),
  )
  expect(counted.filter(({ ok }) => ok)).toHaveLength(300)
  expect(counted.at(-1)).toEqual({
    ok: false,
    error: { code: 'key.rate_limited', limit: 300, resetSeconds: 60 },
  })
  expect((await ports.keyLimiter.take({ keyId, userId: null })).key?.remaining).toBe(59)
  ports.clock.advance(60_000)
  expect(await countKeyMessage(ports, keyId)).toEqual({ ok: true, value: null })
})
