import { describe, expect, it } from 'vitest'
import type { Timing } from './timing.ts'
import { keepTyping } from './typing.ts'

/** Pauses that end at once, and are kept. */
function instant() {
  const waits: number[] = []
  const after: Timing['after'] = (milliseconds, callback) => {
    waits.push(milliseconds)
    queueMicrotask(callback)
    return () => {}
  }
  return { waits, timing: { after, random: () => 0 } }
}

describe('keepTyping', () => {
  it('begins after a quarter of a second, and ends after five minutes', async () => {
    const { waits, timing } = instant()
    let sent = 0
    await keepTyping(timing, new AbortController().signal, async () => void (sent += 1))
    expect(sent).toBe(75)
    expect(waits).toEqual([250, ...Array.from({ length: 75 }, () => 4_000)])
  })

  it('ends with the signal, and sends nothing for one that is aborted before', async () => {
    const { timing } = instant()
    const stopping = new AbortController()
    let sent = 0
    await keepTyping(timing, stopping.signal, async () => {
      sent += 1
      if (sent === 3) stopping.abort()
    })
    await keepTyping(timing, stopping.signal, async () => void (sent += 1))
    expect(sent).toBe(3)
  })

  it('ends with the first failure, and does not reject', async () => {
    const { timing } = instant()
    let sent = 0
    await keepTyping(timing, new AbortController().signal, async () => {
      sent += 1
      throw new Error('refused')
    })
    expect(sent).toBe(1)
  })
})
