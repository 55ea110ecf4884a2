import { onTestFinished, vi } from 'vitest'

/** Lets a test advance the time of the open page: a visit opens a window with timers of its own, so call it after that. */
export function fakeTimers(): void {
  const toFake = ['clearInterval', 'clearTimeout', 'setInterval', 'setTimeout'] as const
  vi.useFakeTimers({ toFake: [...toFake], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
}
