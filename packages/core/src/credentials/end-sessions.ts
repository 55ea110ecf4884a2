import type { AccountId } from '../model/accounts/account.ts'
import type { SessionId } from '../model/sessions/session.ts'
import type { Stores } from '../ports/index.ts'

/**
 * Ends all sessions of an account except `keep`, and with them what someone who used one of them may have prepared:
 * sign-ins in progress and link codes. Returns the number of sessions that ended. Lock the account first. Link codes
 * come last: a code that was being created is committed once its session can end.
 */
export async function endSessions(
  stores: Pick<Stores, 'challenges' | 'linkCodes' | 'sessions'>,
  userId: AccountId,
  keep: SessionId | null,
): Promise<number> {
  await stores.challenges.removeAll(userId)
  const ended = await stores.sessions.endAll(userId, keep)
  await stores.linkCodes.revokeAll(userId)
  return ended
}
