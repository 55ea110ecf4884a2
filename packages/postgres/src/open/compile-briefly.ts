import { setFlagsFromString } from 'node:v8'

/**
 * Lets V8 compile WebAssembly that is loaded from now on without optimizing it. PGlite has a function whose optimization
 * takes 600 MB of memory and seconds of processor time, which a process that ends soon never regains.
 */
export function compileBriefly(): void {
  // All of them, because V8 derives one from another only when it starts.
  for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'])
    setFlagsFromString(flag)
}
