import { expect, it, onTestFinished, vi } from 'vitest'
import { eventStream } from './event-stream.ts'

const decoder = new TextDecoder()

function opened(options: Parameters<typeof eventStream>[0] = {}) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const stream = eventStream(options)
  const reader = stream.body.getReader()
  const next = async () => {
    const { done, value } = await reader.read()
    return done ? null : decoder.decode(value)
  }
  return { ...stream, reader, next }
}

it('resolves once the reader takes an event, and ends', async () => {
  const { send, end, next } = opened()
  let isTaken = false
  const sent = send('text', '{"delta":"é"}').then(() => (isTaken = true))
  await Promise.resolve()
  expect(isTaken).toBe(false)
  expect(await next()).toBe('event: text\ndata: {"delta":"é"}\n\n')
  await sent
  end()
  end()
  expect(await next()).toBeNull()
})

it('sends a comment every 15 seconds until it ends', async () => {
  const { end, next } = opened()
  for (let times = 0; times < 2; times += 1) {
    const read = next()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await read).toBe(': waiting\n\n')
  }
  end()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(vi.getTimerCount()).toBe(0)
})

it('R234 aborts when the reader goes', async () => {
  const { signal, send, reader } = opened()
  await reader.cancel()
  await expect(send('text', '{}')).rejects.toThrow('is over')
  expect(signal.aborted).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

/** The timers that keep the process alive. */
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout')

it('does not keep a process alive that ends while no one reads', () => {
  const before = timers()
  const { send, end } = eventStream()
  send('text', '{}').catch(() => {})
  expect(timers()).toEqual(before)
  end()
})

it('R234 cuts off a reader that takes nothing for 30 seconds', async () => {
  const { signal, send, next } = opened({ commentMs: 3_600_000 })
  const taken = send('text', '{}')
  await vi.advanceTimersByTimeAsync(29_000)
  await next()
  await taken
  const late = send('text', '{}')
  late.catch(() => {})
  await vi.advanceTimersByTimeAsync(30_000)
  await expect(late).rejects.toThrow('is over')
  expect(signal.aborted).toBe(true)
  await expect(next()).rejects.toThrow('took nothing')
})
