import { vi } from 'vitest'

/** Waits until the assertions hold, patiently enough for a machine that has much else to do. */
export const eventually = (assertions: () => void): Promise<void> => vi.waitFor(assertions, { timeout: 10_000, interval: 5 })
