import { expect, it } from 'vitest'
import { admitKey } from '../keys/authentication/admit-key.ts'
import { createKey } from '../keys/create-key.ts'
import { aPersonIn, memoryPorts, valueOf } from '../testing/index.ts'
import { admitSessionCall } from './admit-session-call.ts'

it('R152 allows a person 600 calls a minute over a hundred keys and a session, and each key 60', async () => {
  const ports = memoryPorts()
  const { account, actor } = await aPersonIn(ports)
  const other = await aPersonIn(ports)
  const keys: string[] = []
  for (let key = 0; key < 100; key += 1) {
    const created = await createKey(ports, {
      actor,
      ownerId: account.id,
      name: `key ${key}`,
      lifetimeDays: 30,
      sources: null,
    })
    keys.push(valueOf(created).plain)
  }
  const byKey = keys.flatMap((key) => Array.from({ length: 9 }, () => admitKey(ports, key)))
  const bySession = Array.from({ length: 300 }, () =>
    admitSessionCall(ports, { userId: account.id }),
  )
  const outcomes = await Promise.all([...byKey, ...bySession])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(600)
  for (const outcome of outcomes.filter(({ ok }) => !ok)) {
    expect(outcome).toMatchObject({
      error: {
        code: 'account.rate_limited',
        person: { allowed: false, limit: 600, resetSeconds: 60 },
      },
    })
  }
  expect(await admitSessionCall(ports, { userId: other.account.id })).toMatchObject({
    ok: true,
    value: { remaining: 599 },
  })
  ports.clock.advance(60_000)
  expect(await admitKey(ports, keys[0]!)).toMatchObject({
    ok: true,
    value: { allowances: { key: { remaining: 59 }, person: { remaining: 599 } } },
  })
})

it("R152 does not count a call against the person when the key's limit refuses it", async () => {
  const ports = memoryPorts()
  const { account, actor } = await aPersonIn(ports)
  const { plain } = valueOf(
    await createKey(ports, {
      actor,
      ownerId: account.id,
      name: 'laptop',
      lifetimeDays: 30,
      sources: null,
    }),
  )
  for (let call = 0; call < 60; call += 1)
    expect(await admitKey(ports, plain)).toMatchObject({ ok: true })
  for (let call = 0; call < 600; call += 1)
    expect(await admitKey(ports, plain)).toMatchObject({ error: { code: 'key.rate_limited' } })
  expect(await admitSessionCall(ports, { userId: account.id })).toMatchObject({
    ok: true,
    value: { remaining: 539 },
  })
})
