import type { PersonalKeyHolder, Ports } from '../../ports/index.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { AccountRateLimited } from '../../model/accounts/account-errors.ts'
import type { KeyRateLimited } from '../../model/keys/key-errors.ts'

/**
 * Counts a message of a protocol that calls nothing, such as a handshake, in windows of its own, for the key and for its
 * owner: clients reconnect often, and that must not use up calls.
 */
export async function countKeyMessage(
  ports: Pick<Ports, 'messageLimiter'>,
  { keyId, ownerId }: Pick<PersonalKeyHolder, 'keyId' | 'ownerId'>,
): Promise<Result<null, KeyRateLimited | AccountRateLimited>> {
  const { key, person } = await ports.messageLimiter.take({ keyId, userId: ownerId })
  // The limiter always returns the key's allowance for a call with a key id.
  const { allowed, limit, resetSeconds } = key!
  if (!allowed) return err({ code: 'key.rate_limited', limit, resetSeconds })
  return person?.allowed === false ? err({ code: 'account.rate_limited', key, person }) : ok(null)
}
