import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Listening } from './listening.ts'
import { systemTiming } from '../timing.ts'

const at = (milliseconds: number) => new Date(milliseconds)

/** Waits long enough for a busy machine. */
const eventually = (assertions: () => void): Promise<void> =>
  vi.waitFor(assertions, { timeout: 10_000, interval: 5 })

/** A listener whose server still has `missed`. */
function open({
  since = null,
  isConnected = () => true,
}: { readonly since?: Date | null; readonly isConnected?: () => boolean } = {}) {
  const [marks, received, catchingUp, afterMs]: [Date[], string[], boolean[], number[]] = [
    [],
    [],
    [],
    [],
  ]
  const missed: { readonly text: string; readonly postedMs: number }[] = []
  let isRejecting = false
  const listening = new Listening<'away' | 'busy'>({
    area: 'chat',
    log: { info: () => {}, warn: () => {}, error: () => {} },
    inbox: {
      alive: async () => {},
      interrupted: async () => {},
      caughtUp: async (until) => void marks.push(until),
      catchingUp: (isNow) => void catchingUp.push(isNow),
    },
    timing: { ...systemTiming, after: (_, callback) => systemTiming.after(1, callback) },
    since,
    persistentFaults: [],
    known: () => null,
    serverNowMs: () => Infinity,
    isConnected,
    missed: async function* read(from) {
      afterMs.push(from)
      for (const { text, postedMs } of missed.slice())
        yield {
          channel: null,
          postedMs,
          handOver: async () => {
            if (isRejecting) throw new Error('not now')
            received.push(text)
            missed.shift()
          },
        }
    },
  })
  const stop = () => listening.stop(Promise.resolve())
  onTestFinished(stop)
  const reject = (isNow: boolean) => void (isRejecting = isNow)
  return { listening, marks, received, catchingUp, afterMs, missed, reject, stop }
}

describe('Listening', () => {
  it('reads back what was lost, from a minute before the mark', async () => {
    const { listening, missed, received, marks, catchingUp, afterMs } = open({ since: at(100_000) })
    listening.begin(500_000)
    missed.push({ text: 'lost', postedMs: 200_000 })
    listening.delivery.noteLoss()
    await eventually(() => expect(received).toEqual(['lost']))
    await eventually(() => expect(marks).toEqual([at(200_000)]))
    await eventually(() => expect(catchingUp).toEqual([true, false]))
    expect(afterMs).toEqual([40_000])
    listening.delivery.noteLoss()
    await eventually(() => expect(afterMs).toEqual([40_000, 140_000]))
  })

  it('begins without a mark when it is said to, and never reads what is older', async () => {
    const { listening, afterMs, marks } = open()
    listening.begin(500_000)
    listening.begin(900_000)
    listening.delivery.noteLoss()
    await eventually(() => expect(marks).toEqual([at(500_000)]))
    expect(afterMs).toEqual([500_000])
  })

  it('reads back only while it is connected', async () => {
    let isConnected = false
    const { listening, afterMs } = open({ since: at(0), isConnected: () => isConnected })
    listening.delivery.noteLoss()
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(afterMs).toEqual([])
    isConnected = true
    listening.readBack()
    await eventually(() => expect(afterMs).toHaveLength(1))
  })

  it('reads back again what the inbox rejected, and nothing once it is stopped', async () => {
    const { listening, missed, received, afterMs, reject, stop } = open({ since: at(0) })
    reject(true)
    missed.push({ text: 'first rejected', postedMs: 1_000 })
    listening.delivery.noteLoss()
    await eventually(() => expect(afterMs.length).toBeGreaterThan(2))
    expect(received).toEqual([])
    reject(false)
    await eventually(() => expect(received).toEqual(['first rejected']))
    await stop()
    expect(listening.signal.aborted).toBe(true)
    const before = afterMs.length
    listening.delivery.noteLoss()
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(afterMs).toHaveLength(before)
  })
})
