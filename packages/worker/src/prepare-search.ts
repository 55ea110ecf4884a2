import type { Ports } from '@ken/core/ports'
import { setTimeout as sleep } from 'node:timers/promises'
import { embedInBackground } from './embed-in-background.ts'
import { indexInBackground } from './index-in-background.ts'

const drainMs = 10_000

/**
 * Embeds passages and indexes documents of earlier versions until it is closed. Any number of processes share this work.
 * Closing finishes a running batch of the index, for at most 10 s.
 */
export function prepareSearch(ports: Pick<Ports, 'embedder' | 'log' | 'searchIndex'>): {
  readonly close: () => Promise<void>
} {
  const ending = new AbortController()
  const background = { log: ports.log, signal: ending.signal }
  const ended = Promise.all([
    embedInBackground(ports, background),
    indexInBackground(ports, background),
  ])
  return {
    async close() {
      ending.abort()
      await Promise.race([ended, sleep(drainMs, undefined, { ref: false })])
    },
  }
}
