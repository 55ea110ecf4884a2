import { listenToChat, pollSeconds, type Ports } from '@ken/core'
import type { ChatSource } from '@ken/core/ports'
import { setTimeout as sleep } from 'node:timers/promises'

const drainMs = 7_000

/**
 * Runs the listener of a chat until it is closed, and regularly checks whether it may listen. Closing
 * takes at most 7 s.
 */
export function listen(ports: Ports, source: ChatSource): { readonly close: () => Promise<void> } {
  const watch = listenToChat(ports, source)
  const ending = new AbortController()
  const { signal } = ending
  async function keepLooking(): Promise<void> {
    let dueMs = performance.now()
    while (!signal.aborted) {
      await watch.poll()
      const nowMs = performance.now()
      dueMs = Math.max(dueMs + pollSeconds * 1_000, nowMs)
      await sleep(dueMs - nowMs, undefined, { signal }).catch(() => {})
    }
    await watch.stop()
  }
  const ended = keepLooking()
  return {
    async close() {
      ending.abort()
      await Promise.race([ended, sleep(drainMs, undefined, { ref: false })])
    },
  }
}
