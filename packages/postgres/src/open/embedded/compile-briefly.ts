import { setFlagsFromString } from 'node:v8'

/** PGlite has a function whose optimization takes 600 MB for seconds. A process that creates a database has 1.2 GB then. */
const optimizingBytes = 1.5 * 1024 ** 3

/** Whether there is too little memory to optimize PGlite's code. */
export const isMemoryShort = (availableBytes: number): boolean => availableBytes < optimizingBytes

/**
 * Lets V8 compile WebAssembly that is loaded from now on without optimizing it. A process that ends soon never regains the
 * seconds of processor time, and one with little memory would be killed.
 */
export function compileBriefly(): void {
  // All of them, because V8 derives one from another only when it starts.
  for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'])
    setFlagsFromString(flag)
}
