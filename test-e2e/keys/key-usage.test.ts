import { outageProxy } from '@ken/testing'
import { expect, it, onTestFinished } from 'vitest'
import { distributedWorld, ownerEmail } from '../support/distributed.ts'
import { startKenHere } from '../support/ken-here.ts'
import { searchWith } from '../support/surface.ts'

it('R88 counts every call with a key once, although the database hangs while the counts are stored', async () => {
  await using world = await distributedWorld()
  const { key, id } = await world.createKey(ownerEmail)
  const proxy = await outageProxy(world.env['KEN_DATABASE_URL']!)
  onTestFinished(proxy.close)
  await using server = await startKenHere(['http'], {
    ...world,
    env: { ...world.env, KEN_DATABASE_URL: proxy.url },
  })
  const counted = async () => {
    const [row] = await world.sql(
      'select coalesce(sum(ok), 0)::int as ok from api_key_usage where key_id = $1',
      [id],
    )
    return row?.['ok']
  }
  const callTwelve = async () => {
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => searchWith(server.url, key, 'anything')),
    )
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
  }
  await callTwelve()
  await expect.poll(counted).toBe(12)
  await callTwelve()
  proxy.freeze()
  await expect.poll(() => server.output.stderr).toContain('key_usage.waiting')
  await proxy.heal()
  await expect
    .poll(async () => (await searchWith(server.url, key, 'anything')).status, { interval: 250 })
    .toBe(200)
  // The last calls are stored when the server ends, and with them everything before.
  expect(await server.stop()).toBe(0)
  const answered = server.output.stderr
    .split('\n')
    .filter((line) => line.includes('"/public/v1/search"') && line.includes('"status":200'))
  expect(await counted()).toBe(answered.length)
})
