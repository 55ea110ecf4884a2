import { memoryPorts } from '@ken/core/testing'
import { expect, it, onTestFinished, vi } from 'vitest'
import { batchedRefusalCounter } from './batched-refusal-counter.ts'

function counterIn(ports = memoryPorts()) {
  const counter = batchedRefusalCounter(ports)
  onTestFinished(counter.close)
  return {
    counter,
    counts: () =>
      [...ports.database.tables.refusals].map(([key, count]) => [key.split(' ')[1], count]),
  }
}

it('R149 stores collected refusals in one row for each target', async () => {
  const { counter, counts } = counterIn()
  for (let refusal = 0; refusal < 1_000; refusal += 1) counter.count('address:192.0.2.7')
  counter.count('address:192.0.2.8')
  expect(counts()).toEqual([])
  await counter.flush()
  await counter.flush()
  expect(counts()).toEqual([
    ['address:192.0.2.7', 1_000],
    ['address:192.0.2.8', 1],
  ])
})

it('keeps what it could not store, and stores it when it is closed', async () => {
  const ports = memoryPorts()
  let isUnavailable = true
  const transact: typeof ports.transact = (work) =>
    isUnavailable ? Promise.reject(new Error('away')) : ports.transact(work)
  const { counter, counts } = counterIn({ ...ports, transact })
  counter.count('address:192.0.2.7')
  await expect(counter.flush()).rejects.toThrow('away')
  counter.count('address:192.0.2.7')
  isUnavailable = false
  await counter.close()
  expect(counts()).toEqual([['address:192.0.2.7', 2]])
})

it('R85 logs once that its counts wait for the database, and again in the next outage', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const ports = memoryPorts()
  let isUnavailable = true
  const transact: typeof ports.transact = (work) =>
    isUnavailable ? Promise.reject(new Error('away')) : ports.transact(work)
  const { counter } = counterIn({ ...ports, transact })
  const refuse = async (isOutage: boolean) => {
    isUnavailable = isOutage
    counter.count('address:192.0.2.7')
    await vi.advanceTimersByTimeAsync(10_000)
  }
  await refuse(true)
  expect(ports.log.lines).toEqual([{ level: 'warn', event: 'refusals.waiting', fields: {} }])
  await refuse(false)
  await refuse(true)
  expect(ports.log.lines).toHaveLength(2)
  isUnavailable = false
})

it('R88 counts a batch once whose reply was lost, and later refusals', async () => {
  const ports = memoryPorts()
  let isReplyLost = true
  const transact: typeof ports.transact = async (work) => {
    const outcome = await ports.transact(work)
    if (isReplyLost) throw new Error('The reply is lost.')
    return outcome
  }
  const { counter, counts } = counterIn({ ...ports, transact })
  counter.count('address:192.0.2.7')
  await expect(counter.flush()).rejects.toThrow('lost')
  counter.count('address:192.0.2.7')
  counter.count('address:192.0.2.8')
  await expect(counter.flush()).rejects.toThrow('lost')
  isReplyLost = false
  await counter.flush()
  expect(counts()).toEqual([
    ['address:192.0.2.7', 2],
    ['address:192.0.2.8', 1],
  ])
})

it('waits for a running statement when it is closed, and logs how much was lost', async () => {
  const ports = memoryPorts()
  const reply = Promise.withResolvers<never>()
  const { counter } = counterIn({ ...ports, transact: () => reply.promise })
  counter.count('address:192.0.2.7')
  const flushing = counter.flush().catch(() => 'failed')
  let hasEnded = false
  const closing = counter.close().then(() => (hasEnded = true))
  await new Promise(setImmediate)
  expect(hasEnded).toBe(false)
  reply.reject(new Error('away'))
  expect(await Promise.all([flushing, closing])).toEqual(['failed', true])
  expect(ports.log.lines).toContainEqual({
    level: 'error',
    event: 'refusals.lost',
    fields: { targets: 1 },
  })
})

it('does not wait for a database that does not respond when it is closed', async () => {
  const ports = memoryPorts()
  const reply = Promise.withResolvers<never>()
  const counter = batchedRefusalCounter({ ...ports, transact: () => reply.promise }, 0)
  counter.count('address:192.0.2.7')
  await counter.close()
  expect(ports.log.lines).toEqual([
    { level: 'error', event: 'refusals.lost', fields: { targets: 1 } },
  ])
})
