import type { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { listenOnServer } from './listen-on-server.ts'
import { connectionTo, emptySchema, failingWayTo } from '../../testing/server-world.ts'

/** Listens until the test ends, and counts gaps. */
async function listen(url: string) {
  const received: string[] = []
  let counted = 0
  const { close } = await listenOnServer(url)(
    'news',
    (payload) => received.push(payload),
    () => (counted += 1),
  )
  onTestFinished(close)
  const gaps = (count: number) => expect.poll(() => counted).toBe(count)
  return { received, gaps, close }
}

const notify = (client: Client, payload: string) =>
  client.query('select pg_notify($1, $2)', ['news', payload])

it('R85 reports a gap after each outage, receives later notifications, and can be closed during one', async () => {
  const { url } = await emptySchema()
  const [proxy, client] = await Promise.all([failingWayTo(url), connectionTo(url)])
  const { received, gaps, close } = await listen(proxy.url)
  await gaps(1)
  await proxy.cut()
  await notify(client, 'missed')
  await proxy.heal()
  await gaps(2)
  await notify(client, 'received')
  await expect.poll(() => received).toEqual(['received'])
  proxy.freeze()
  const start = performance.now()
  await close()
  expect(performance.now() - start).toBeLessThan(2_000)
})

it('starts while the server is unavailable', async () => {
  const { url } = await emptySchema()
  const proxy = await failingWayTo(url)
  await proxy.cut()
  const { gaps, received } = await listen(proxy.url)
  await proxy.heal()
  await gaps(1)
  expect(received).toEqual([])
})
