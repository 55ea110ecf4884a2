import type { Account } from '../model/accounts/account.ts'
import type { Ports, Stores } from '../ports/index.ts'
import type { PasswordReset } from '../model/passwords/password-reset.ts'

export type OpenPasswordReset = { readonly reset: PasswordReset; readonly account: Account }

/**
 * Returns the live reset of a presented token and its account, and locks the account until the transaction ends. Null
 * alike for an unknown, used, expired, superseded or void token.
 */
export async function openPasswordReset(
  { secrets }: Pick<Ports, 'secrets'>,
  stores: Pick<Stores, 'lockAccount' | 'passwordResets'>,
  presented: string,
): Promise<OpenPasswordReset | null> {
  const digest = secrets.digest(presented)
  const found = digest === null ? null : await stores.passwordResets.find(digest)
  if (digest === null || found === null) return null
  // Every transaction that voids an account's resets locks the account first. The reverse order would deadlock.
  const account = await stores.lockAccount(found.userId)
  const reset = await stores.passwordResets.find(digest)
  return reset === null || account?.status !== 'active' ? null : { reset, account }
}
