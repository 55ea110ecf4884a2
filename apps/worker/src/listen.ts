import { listenToTeamChat, lookSeconds, type Ports } from '@ken/core'
import { setTimeout as sleep } from 'node:timers/promises'

const drainMs = 10_000

/** Listens to team chat, at a steady pace looking whether it may, until it is closed: then for at most 10 s more. */
export function listen(ports: Ports): { readonly close: () => Promise<void> } {
  const watch = listenToTeamChat(ports)
  const ending = new AbortController()
  const { signal } = ending
  async function keepLooking(): Promise<void> {
    let dueMs = performance.now()
    while (!signal.aborted) {
      await watch.look()
      const nowMs = performance.now()
      dueMs = Math.max(dueMs + lookSeconds * 1_000, nowMs)
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
