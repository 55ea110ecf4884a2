import type { Clock } from '../../ports/platform/clock.ts'

/** A clock that only `advance` moves. */
export type TestClock = Clock & { advance(milliseconds: number): void }

export function testClock(start = '2030-01-01T00:00:00Z'): TestClock {
  let at = Date.parse(start)
  return { now: () => new Date(at), advance: (milliseconds) => void (at += milliseconds) }
}
