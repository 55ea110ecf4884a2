import {
  backgroundRoles,
  heartbeatLifetimeSeconds,
  type BackgroundHeartbeats,
  type BackgroundRole,
} from '../../../ports/platform/background-heartbeats.ts'
import type { Clock } from '../../../ports/platform/clock.ts'

export function memoryBackgroundHeartbeats(clock: Clock): BackgroundHeartbeats {
  const endsAtMs = new Map<BackgroundRole, number>()
  const restMs = (role: BackgroundRole) => (endsAtMs.get(role) ?? 0) - clock.now().getTime()
  return {
    async beat(roles) {
      for (const role of roles)
        endsAtMs.set(role, clock.now().getTime() + heartbeatLifetimeSeconds * 1_000)
    },

    async listRunning() {
      return backgroundRoles.filter(
        (role) => restMs(role) > 0 && restMs(role) <= 2 * heartbeatLifetimeSeconds * 1_000,
      )
    },
  }
}
