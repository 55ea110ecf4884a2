import { listenToChat, pollSeconds, type Ports } from '@ken/core'
import type { ChatSource } from '@ken/core/ports'
import { setTimeout as sleep } from 'node:timers/promises'
import { runUntilClosed, type BackgroundWork } from './run-until-closed.ts'

const drainMs = 7_000

/**
 * Runs the listener of a chat until it is closed, and regularly checks whether it may listen. Closing
 * takes at most 7 s.
 */
export function listen(ports: Ports, source: ChatSource): BackgroundWork {
  const watch = listenToChat(ports, source)
  return runUntilClosed(async (signal) => {
    let dueMs = performance.now()
    while (!signal.aborted) {
      await watch.poll()
      const nowMs = performance.now()
      dueMs = Math.max(dueMs + pollSeconds * 1_000, nowMs)
      await sleep(dueMs - nowMs, undefined, { signal }).catch(() => {})
    }
    await watch.stop()
  }, drainMs)
}
