import type { Writable } from 'node:stream'
import { CommandFailed } from '../command-failed.ts'

/** Watches an output until it is disposed of. */
export type WriteWatch = Disposable & {
  /** Waits until everything is written. Throws if anything was lost, such as on a full disk. */
  readonly written: () => Promise<void>
}

/**
 * Notes from now on whether a result could not be written. A reader that stops early, as `head` does, has what it
 * wants, and a closed terminal shows nothing to anyone.
 */
export function watchWrites(stdout: Writable & { readonly isTTY?: boolean }): WriteWatch {
  const harmless = stdout.isTTY === true ? ['EPIPE', 'EIO'] : ['EPIPE']
  let lost: NodeJS.ErrnoException | null = null
  const note = (error?: NodeJS.ErrnoException | null) => {
    if (!harmless.includes(error?.code ?? '')) lost ??= error ?? null
  }
  stdout.on('error', note)
  return {
    async written() {
      note(await new Promise((resolve) => stdout.write('', resolve)))
      if (lost === null) return
      const reason = lost.code ?? lost.message
      throw new CommandFailed(
        `The result cannot be written to standard output (${reason}). Everything else was done.`,
      )
    },
    [Symbol.dispose]: () => void stdout.off('error', note),
  }
}
