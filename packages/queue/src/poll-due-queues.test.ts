import { expect, it, onTestFinished, vi } from 'vitest'
import { pollDueQueues } from './poll-due-queues.ts'

type Reply = { readonly rows: unknown[] }

const passSeconds = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000)

/** A database whose replies a test gives. */
function open() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const looks: PromiseWithResolvers<Reply>[] = []
  const executeSql = () => {
    const look = Promise.withResolvers<Reply>()
    looks.push(look)
    return look.promise
  }
  const polled: string[] = []
  const { stop } = pollDueQueues({ executeSql }, 'queue', (name) => polled.push(name))
  return { looks, polled, stop }
}

it('looks once a second, and not again while the database takes longer', async () => {
  const { looks, polled } = open()
  await passSeconds(5)
  expect(looks).toHaveLength(1)
  looks[0]!.resolve({ rows: [{ name: 'deliver_notice' }, { name: 'remove_source' }] })
  await passSeconds(1)
  expect(looks).toHaveLength(2)
  expect(polled).toEqual(['deliver_notice', 'remove_source'])
})

it('looks again after a failure', async () => {
  const { looks, polled } = open()
  await passSeconds(1)
  looks[0]!.reject(new Error('The database does not respond.'))
  await passSeconds(1)
  looks[1]!.resolve({ rows: [{ name: 'deliver_notice' }] })
  await passSeconds(1)
  expect(polled).toEqual(['deliver_notice'])
})

it('waits for the look under way when it stops, and then stops looking', async () => {
  const { looks, stop } = open()
  await passSeconds(1)
  let isStopped = false
  const stopping = stop().then(() => (isStopped = true))
  await passSeconds(2)
  expect({ isStopped, looks: looks.length }).toEqual({ isStopped: false, looks: 1 })
  looks[0]!.resolve({ rows: [] })
  await stopping
})
