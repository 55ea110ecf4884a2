import { vi } from 'vitest'

/** Waits until the assertions hold, long enough for a busy machine. */
export const eventually = (assertions: () => void): Promise<void> =>
  vi.waitFor(assertions, { timeout: 10_000, interval: 5 })
