import { expect, it } from 'vitest'
import { aKey, anAccount, memoryPorts } from '../../testing/index.ts'
import { countKeyMessage } from './count-key-message.ts'

it('allows 300 messages per key and minute, apart from the calls of the key', async () => {
  const ports = memoryPorts()
  const owner = anAccount()
  const holder = { keyId: aKey(owner).id, ownerId: owner.id }
  const counted = await Promise.all(
    Array.from({ length: 301 }, () => countKeyMessage(ports, holder)),
  )
  expect(counted.filter(({ ok }) => ok)).toHaveLength(300)
  expect(counted.at(-1)).toEqual({
    ok: false,
    error: { code: 'key.rate_limited', limit: 300, resetSeconds: 60 },
  })
  const { key, person } = await ports.keyLimiter.take({ keyId: holder.keyId, userId: owner.id })
  expect([key?.remaining, person?.remaining]).toEqual([59, 599])
  ports.clock.advance(60_000)
  expect(await countKeyMessage(ports, holder)).toEqual({ ok: true, value: null })
})

it('R152 allows a person 600 messages per minute over a hundred keys', async () => {
  const ports = memoryPorts()
  const [owner, other] = [anAccount(), anAccount()]
  const holders = Array.from({ length: 100 }, () => ({ keyId: aKey(owner).id, ownerId: owner.id }))
  for (let message = 0; message < 6; message += 1)
    for (const holder of holders)
      expect(await countKeyMessage(ports, holder)).toEqual({ ok: true, value: null })
  expect(await countKeyMessage(ports, holders[0]!)).toMatchObject({
    ok: false,
    error: {
      code: 'account.rate_limited',
      key: { limit: 300, remaining: 293 },
      person: { limit: 600, remaining: 0, resetSeconds: 60 },
    },
  })
  const ofOther = { keyId: aKey(other).id, ownerId: other.id }
  expect(await countKeyMessage(ports, ofOther)).toEqual({ ok: true, value: null })
})
