import { expect, it, onTestFinished, vi } from 'vitest'
import { emptySchema, openFor } from '../testing/server-world.ts'

it('keeps idle connections for five minutes, so that rare questions need not open them', async () => {
  const { searchQuery, query, backgroundQuery } = await openFor((await emptySchema()).url)
  const queries = [searchQuery, query, backgroundQuery]
  const connections = () =>
    Promise.all(queries.map((ask) => ask('connection', 'select pg_backend_pid() as pid', [])))
  // The timers of sockets are not replaced.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const first = await connections()
  await vi.advanceTimersByTimeAsync(290_000)
  expect(await connections()).toEqual(first)
  await vi.advanceTimersByTimeAsync(320_000)
  const later = await connections()
  for (const [place, connection] of later.entries()) expect(connection).not.toEqual(first[place])
})
