import type { Stores } from '../ports/index.ts'
import type { SessionId } from '../model/sessions/session.ts'
import type { AccountId } from '../model/accounts/account.ts'

/**
 * Voids whatever stands for an account as it was until now: sessions but `keep`, challenges, links to set a new
 * password, and link codes. Every act comes here after which another person may be behind the account, or nobody; a
 * deletion removes the same. Answers how many sessions ended.
 */
export async function voidProofs(
  stores: Pick<Stores, 'challenges' | 'linkCodes' | 'passwordResets' | 'sessions'>,
  userId: AccountId,
  keep: SessionId | null,
): Promise<number> {
  await stores.challenges.removeAll(userId)
  await stores.passwordResets.voidAll(userId)
  await stores.linkCodes.voidAll(userId)
  return stores.sessions.endAll(userId, keep)
}
