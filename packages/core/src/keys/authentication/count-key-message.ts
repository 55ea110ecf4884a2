import type { Ports } from '../../ports/index.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { KeyRateLimited } from '../../model/keys/key-errors.ts'
import type { KeyId } from '../../model/keys/key.ts'

/**
 * Counts a message of a protocol that calls nothing, such as a handshake, in a window of its own: clients reconnect
 * often, and that must not use up the calls of the key.
 */
export async function countKeyMessage(
  ports: Pick<Ports, 'messageLimiter'>,
  keyId: KeyId,
): Promise<Result<null, KeyRateLimited>> {
  const { key } = await ports.messageLimiter.take({ keyId, userId: null })
  // The limiter always returns the key's allowance for a call with a key id.
  const { allowed, limit, resetSeconds } = key!
  return allowed ? ok(null) : err({ code: 'key.rate_limited', limit, resetSeconds })
}
