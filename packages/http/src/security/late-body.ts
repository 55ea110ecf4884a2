import type { Clock } from '@ken/core/ports'
import type { ApiContext } from '../api-context.ts'
import { rateLimitHeaderNames } from '../errors/rate-limit-headers.ts'

/** How long a body may take to arrive before its caller is authenticated again. */
export const lateMs = 1_000

/** Returns whether a request whose caller was authenticated at this time has taken too long since to rely on that. */
export function isLate(clock: Clock, authenticatedAt: Date): boolean {
  const elapsedMs = clock.now().getTime() - authenticatedAt.getTime()
  // A clock that was set back says nothing about how much time has passed.
  return elapsedMs < 0 || elapsedMs >= lateMs
}

/**
 * Has the caller authenticated again if the body of the request arrives late: a client could otherwise open requests,
 * and use them after its access has ended. `again` returns the refusal, null without one.
 */
export function authenticateAgainIfLate(
  context: ApiContext,
  clock: Clock,
  again: () => Promise<Response | null>,
): void {
  const authenticatedAt = clock.now()
  context.set('refuseLateBody', async () => {
    const refusal = isLate(clock, authenticatedAt) ? await again() : null
    if (refusal?.status === 401)
      for (const name of rateLimitHeaderNames) refusal.headers.delete(name)
    return refusal
  })
}
