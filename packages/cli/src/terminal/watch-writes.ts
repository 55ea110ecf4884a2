import type { Writable } from 'node:stream'
import { CommandFailed } from '../command-failed.ts'

/**
 * Notes from now on whether a result could not be written. The returned function waits until
 * everything is written, and throws if anything was lost, such as on a full disk. A reader that stops early, as `head`
 * does, has what it wants.
 */
export function watchWrites(stdout: Writable): () => Promise<void> {
  let lost: NodeJS.ErrnoException | null = null
  const note = (error?: NodeJS.ErrnoException | null) => {
    if (error?.code !== 'EPIPE') lost ??= error ?? null
  }
  stdout.on('error', note)
  return async () => {
    note(await new Promise((resolve) => stdout.write('', resolve)))
    stdout.off('error', note)
    if (lost === null) return
    const reason = lost.code ?? lost.message
    throw new CommandFailed(
      `The result cannot be written to standard output (${reason}). Everything else was done.`,
    )
  }
}
