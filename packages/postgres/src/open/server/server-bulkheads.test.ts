import { Socket } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { emptySchema, openFor } from '../../testing/server-world.ts'

it('keeps idle connections for five minutes, so that rare questions need not open them', async () => {
  const { url } = await emptySchema()
  // The timers of sockets are not replaced, so that their limits are read.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { mock } = vi.spyOn(Socket.prototype, 'connect')
  const { searchQuery, query, backgroundQuery, lookUp } = await openFor(url)
  const queries = [searchQuery, query, backgroundQuery]
  const connections = () =>
    Promise.all(queries.map((ask) => ask('connection', 'select pg_backend_pid() as pid', [])))
  const first = await connections()
  await lookUp('connection', 'select 1', [])
  await vi.advanceTimersByTimeAsync(290_000)
  expect(mock.contexts.length).toBeGreaterThan(queries.length)
  for (const { timeout } of mock.contexts as Socket[])
    // The spy is on their method.
    expect(timeout === 0 || timeout! >= 300_000).toBe(true)
  expect(await connections()).toEqual(first)
  await vi.advanceTimersByTimeAsync(320_000)
  const later = await connections()
  for (const [place, connection] of later.entries()) expect(connection).not.toEqual(first[place])
})
