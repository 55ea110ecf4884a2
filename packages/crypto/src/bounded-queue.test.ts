import { Unavailable } from '@ken/core/ports'
import { describe, expect, it } from 'vitest'
import { boundedQueue } from './bounded-queue.ts'

const blocker = () => Promise.withResolvers<string>()
const never = () => Promise.reject(new Error('this must not run'))

describe('boundedQueue', () => {
  it('R12 never exceeds its concurrency, and runs everything within its limits, in order', async () => {
    const enqueue = boundedQueue('work', { concurrencyMax: 3, queueMax: 47, queueWaitMs: 5_000 })
    const begun: number[] = []
    let running = 0
    let runningMax = 0
    const enqueueFrom = (first: number) =>
      Array.from({ length: 25 }, (_, index) =>
        enqueue(async () => {
          begun.push(first + index)
          running += 1
          runningMax = Math.max(runningMax, running)
          await new Promise(setImmediate)
          running -= 1
        }),
      )
    const early = enqueueFrom(0)
    await early[10]
    await Promise.all([...early, ...enqueueFrom(25)])
    expect(runningMax).toBe(3)
    expect(begun).toEqual(Array.from({ length: 50 }, (_, index) => index))
  })

  it('R12 refuses work immediately when the queue is full, without running it', async () => {
    const enqueue = boundedQueue('work', { concurrencyMax: 1, queueMax: 1, queueWaitMs: 5_000 })
    const first = blocker()
    const done = [enqueue(() => first.promise), enqueue(async () => 'second')]
    await expect(enqueue(never)).rejects.toMatchObject({
      name: 'Unavailable',
      dependency: 'work',
      retryAfterSeconds: 5,
    })
    first.resolve('first')
    expect(await Promise.all(done)).toEqual(['first', 'second'])
  })

  it('R12 refuses work that waited too long, without running it, and frees its place', async () => {
    const enqueue = boundedQueue('work', { concurrencyMax: 1, queueMax: 1, queueWaitMs: 10 })
    const first = blocker()
    const done = enqueue(() => first.promise)
    await expect(enqueue(never)).rejects.toBeInstanceOf(Unavailable)
    const patient = enqueue(async () => 'patient')
    first.resolve('first')
    expect(await Promise.all([done, patient])).toEqual(['first', 'patient'])
    expect(await enqueue(async () => 'later')).toBe('later')
  })

  it('passes errors of the work on, and frees its slot', async () => {
    const enqueue = boundedQueue('work', { concurrencyMax: 1, queueMax: 1, queueWaitMs: 5_000 })
    const failing = enqueue(() => Promise.reject(new Error('broken')))
    const next = enqueue(async () => 'next')
    await expect(failing).rejects.toThrow('broken')
    expect(await next).toBe('next')
  })
})
