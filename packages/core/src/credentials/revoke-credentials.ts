import type { Stores } from '../ports/index.ts'
import type { SessionId } from '../model/sessions/session.ts'
import type { AccountId } from '../model/accounts/account.ts'
import { endSessions } from './end-sessions.ts'

/**
 * Revokes all sessions except `keep`, challenges, reset links and link codes of an account. Called
 * by every act after which another person, or no one, may own the account, and when its second
 * factor is removed; deletion removes the same. Returns the number of sessions that ended.
 */
export async function revokeCredentials(
  stores: Pick<Stores, 'challenges' | 'linkCodes' | 'passwordResets' | 'sessions'>,
  userId: AccountId,
  keep: SessionId | null,
): Promise<number> {
  await stores.passwordResets.revokeAll(userId)
  return endSessions(stores, userId, keep)
}
