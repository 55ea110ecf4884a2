import type { Account } from '../accounts/account.ts'
import type { Stores } from '../ports/index.ts'
import type { SessionId } from '../sessions/session.ts'

/**
 * Stores a permanent password. Whatever was proven under the old one is void: every session but `keep`, and
 * every challenge (R42). Answers the account as it is now.
 */
export async function setPassword(
  stores: Stores,
  account: Account,
  passwordHash: string,
  keep: SessionId | null,
): Promise<Account> {
  const changed: Account = {
    ...account,
    passwordHash,
    passwordEpoch: account.passwordEpoch + 1,
    mustChangePassword: false,
    temporaryPasswordExpiresAt: null,
    updatedAt: await stores.now(),
  }
  await stores.accounts.update(changed)
  await stores.challenges.removeAll(account.id)
  await stores.sessions.endAll(account.id, keep)
  return changed
}
