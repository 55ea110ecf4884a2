import { describe, expect, it } from 'vitest'
import { ServerFailure } from '../server-failure.ts'
import type { Timing } from '../timing.ts'
import { whileBusy } from './while-busy.ts'

type Fault = 'server_failing' | 'token_refused'
const failureOf = (fault: Fault, retryAfterSeconds: number | null = null) =>
  new ServerFailure<Fault>('The chat', { fault, retryAfterSeconds })

/** A call that fails with these errors, and then succeeds. Pauses end at once, and are kept. */
function open(errors: readonly Error[]) {
  const waits: number[] = []
  const after: Timing['after'] = (milliseconds, callback) => {
    waits.push(milliseconds)
    queueMicrotask(callback)
    return () => {}
  }
  let calls = 0
  const call = async () => {
    const error = errors[calls]
    calls += 1
    if (error !== undefined) throw error
    return 'read'
  }
  const stopping = new AbortController()
  const read = () => whileBusy({ after, random: () => 0 }, stopping.signal, call)
  return { waits, read, stopping, calls: () => calls }
}

describe('whileBusy', () => {
  it('waits as long as the server asks, and longer each time', async () => {
    const busy = [
      failureOf('server_failing'),
      failureOf('server_failing', 7),
      failureOf('server_failing', 1),
    ]
    const { read, waits } = open(busy)
    expect(await read()).toBe('read')
    expect(waits).toEqual([1_000, 7_000, 3_000])
  })

  it('gives up after five attempts, at any other failure, and after the signal', async () => {
    const busy = open(Array.from({ length: 9 }, () => failureOf('server_failing')))
    await expect(busy.read()).rejects.toThrow('server_failing')
    expect(busy.calls()).toBe(5)
    for (const error of [failureOf('token_refused', 1), new Error('server_failing')]) {
      const other = open([error])
      await expect(other.read()).rejects.toBe(error)
      expect(other.calls()).toBe(1)
    }
    const stopped = open([failureOf('server_failing')])
    stopped.stopping.abort()
    await expect(stopped.read()).rejects.toThrow('server_failing')
    expect(stopped.calls()).toBe(1)
  })
})
