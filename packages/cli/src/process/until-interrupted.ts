import type { World } from '../world.ts'

type Interruptible = Pick<World, 'process' | 'exit'> & {
  readonly [name in 'stdin' | 'stdout' | 'stderr']: { readonly isTTY?: boolean }
}

/** How often a command listens for the signals of a process. */
const listening = new WeakMap<World['process'], number>()

/** Whether a command itself listens for Ctrl-C. */
export const isAwaited = (process: World['process']): boolean => (listening.get(process) ?? 0) > 0

/**
 * Listens for Ctrl-C, SIGTERM and a closed terminal (SIGHUP) until it is disposed of: the first one calls `onFirst` and aborts
 * `signal`. A second Ctrl-C or SIGTERM ends the program immediately; a second SIGHUP does not, because the shell and the
 * system may both send it. A program without a terminal, such as one that `nohup` started, ignores SIGHUP: Node.js itself
 * would not, although `nohup` asks for that.
 */
export function untilInterrupted(
  { process, exit, stdin, stdout, stderr }: Interruptible,
  onFirst: () => void,
): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController()
  const begin = () => {
    if (controller.signal.aborted) return
    onFirst()
    controller.abort()
  }
  const interrupt = () => (controller.signal.aborted ? exit(130) : begin())
  const hasTerminal = [stdin, stdout, stderr].some(({ isTTY }) => isTTY === true)
  const hangUp = () => {
    if (hasTerminal) begin()
  }
  const listeners = { SIGINT: interrupt, SIGTERM: interrupt, SIGHUP: hangUp }
  for (const [name, listener] of Object.entries(listeners)) process.on(name, listener)
  listening.set(process, (listening.get(process) ?? 0) + 1)
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      for (const [name, listener] of Object.entries(listeners)) process.off(name, listener)
      listening.set(process, (listening.get(process) ?? 0) - 1)
    },
  }
}

/** What to say on the first Ctrl-C if the batch that has begun is finished. */
export const finishingText = 'Finishing the current work. Press Ctrl-C again to stop immediately.'
