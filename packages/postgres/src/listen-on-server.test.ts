import type { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { listenOnServer } from './listen-on-server.ts'
import { connectionTo, emptySchema, failingWayTo } from './testing/server-world.ts'

/** Listens until the test ends, and counts gaps. */
async function hear(url: string) {
  const heard: string[] = []
  let counted = 0
  const { close } = await listenOnServer(url)(
    'news',
    (payload) => heard.push(payload),
    () => (counted += 1),
  )
  onTestFinished(close)
  const gaps = (count: number) => expect.poll(() => counted, { timeout: 5_000 }).toBe(count)
  return { heard, gaps, close }
}

const notify = (client: Client, payload: string) => client.query('select pg_notify($1, $2)', ['news', payload])

it('R85 tells of a gap after each outage, hears what comes after it, and ends in one', async () => {
  const { url } = await emptySchema()
  const [proxy, client] = await Promise.all([failingWayTo(url), connectionTo(url)])
  const { heard, gaps, close } = await hear(proxy.url)
  await gaps(1)
  await proxy.cut()
  await notify(client, 'missed')
  await proxy.heal()
  await gaps(2)
  await notify(client, 'heard')
  await expect.poll(() => heard).toEqual(['heard'])
  proxy.freeze()
  const start = performance.now()
  await close()
  expect(performance.now() - start).toBeLessThan(2_000)
})

it('begins while the server is away', async () => {
  const { url } = await emptySchema()
  const proxy = await failingWayTo(url)
  await proxy.cut()
  const { gaps, heard } = await hear(proxy.url)
  await proxy.heal()
  await gaps(1)
  expect(heard).toEqual([])
})
