import { describe, expect, it } from 'vitest'
import type { Timing } from '../timing.ts'
import { keepTyping } from './typing.ts'

/** Pauses that end at once, and are kept, unless they were cancelled before. */
function instant() {
  const waits: number[] = []
  const after: Timing['after'] = (milliseconds, callback) => {
    let isCancelled = false
    waits.push(milliseconds)
    queueMicrotask(() => isCancelled || callback())
    return () => {
      isCancelled = true
    }
  }
  return { waits, timing: { after, random: () => 0 } }
}

/** Waits until nothing is left to do without a pause. */
const rest = () => new Promise((resolve) => setImmediate(resolve))

describe('keepTyping', () => {
  it('begins after a quarter of a second, and ends after five minutes', async () => {
    const { waits, timing } = instant()
    let sent = 0
    keepTyping(timing, async () => void (sent += 1))
    await rest()
    expect(sent).toBe(75)
    expect(waits).toEqual([250, ...Array.from({ length: 75 }, () => 4_000)])
  })

  it('ends when it is stopped, and sends nothing if that is before it begins', async () => {
    const { timing } = instant()
    const signals: AbortSignal[] = []
    const stop = keepTyping(timing, async (signal) => {
      if (signals.push(signal) === 3) stop()
    })
    await rest()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true])
    keepTyping(timing, async (signal) => void signals.push(signal))()
    await rest()
    expect(signals).toHaveLength(3)
  })

  it('ends with the first failure, and does not throw', async () => {
    const { timing } = instant()
    let sent = 0
    keepTyping(timing, async () => {
      sent += 1
      throw new Error('refused')
    })
    await rest()
    expect(sent).toBe(1)
  })
})
