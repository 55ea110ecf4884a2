import type { Ports } from '@ken/core/ports'
import { embedInBackground } from './embed-in-background.ts'
import { indexInBackground } from './index-in-background.ts'
import { runUntilClosed, type BackgroundWork } from './run-until-closed.ts'

const drainMs = 10_000

/**
 * Embeds passages and indexes documents of earlier versions until it is closed. Any number of processes share this work.
 * Closing finishes a running batch of the index, for at most 10 s.
 */
export function prepareSearch(
  ports: Pick<Ports, 'embedder' | 'log' | 'searchIndex'>,
): BackgroundWork {
  const { log } = ports
  return runUntilClosed(
    (signal) =>
      Promise.all([
        embedInBackground(ports, { log, signal }),
        indexInBackground(ports, { log, signal }),
      ]),
    drainMs,
  )
}
