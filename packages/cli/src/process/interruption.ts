import { CommandFailed } from '../command-failed.ts'
import type { World } from '../world.ts'
import { isAwaited } from './until-interrupted.ts'

/**
 * Rejects at Ctrl-C, until it is disposed of, unless the command itself listens for it. Without a listener, Node.js would
 * end the program without a word.
 */
export function interruption({
  process,
}: Pick<World, 'process'>): Disposable & { readonly promise: Promise<never> } {
  const { promise, reject } = Promise.withResolvers<never>()
  // It may come when nothing waits for it any more.
  promise.catch(() => {})
  const interrupt = () => {
    if (!isAwaited(process)) reject(new CommandFailed('Interrupted.', { code: 'interrupted' }))
  }
  process.on('SIGINT', interrupt)
  return { promise, [Symbol.dispose]: () => process.off('SIGINT', interrupt) }
}
