import type { World } from '../world.ts'

/**
 * Listens for Ctrl-C and SIGTERM until it is disposed of: the first one calls `onFirst` and aborts
 * `signal`, the second one ends the program immediately.
 */
export function untilInterrupted(
  { process, exit }: Pick<World, 'process' | 'exit'>,
  onFirst: () => void,
): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController()
  const interrupt = () => {
    if (controller.signal.aborted) return exit(130)
    onFirst()
    controller.abort()
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      process.off('SIGINT', interrupt)
      process.off('SIGTERM', interrupt)
    },
  }
}

/** What to say on the first Ctrl-C if the batch that has begun is finished. */
export const finishingText = 'Finishing the current work. Press Ctrl-C again to stop immediately.'
