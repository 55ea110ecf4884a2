import { heartbeatSeconds, type BackgroundRole, type Ports } from '@ken/core/ports'
import { setTimeout as sleep } from 'node:timers/promises'
import { runUntilClosed, type BackgroundWork } from './run-until-closed.ts'

/**
 * Records that roles are running, now and every 10 seconds, until it is closed. Ignores single
 * failures.
 */
export function keepHeartbeat(
  { backgroundHeartbeats, log }: Pick<Ports, 'backgroundHeartbeats' | 'log'>,
  roles: readonly BackgroundRole[],
  { everyMs = heartbeatSeconds * 1_000, closeMs = 1_000 } = {},
): BackgroundWork {
  return runUntilClosed(async (signal) => {
    let isFailing = false
    while (!signal.aborted) {
      try {
        await backgroundHeartbeats.beat(roles)
        isFailing = false
      } catch (error) {
        if (!isFailing)
          log.warn('background.heartbeat_failed', {
            reason: error instanceof Error ? error.message : String(error),
          })
        isFailing = true
      }
      await sleep(everyMs, undefined, { signal }).catch(() => {})
    }
  }, closeMs)
}
