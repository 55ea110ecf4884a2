import type { Account } from '../model/accounts/account.ts'
import type { Ports, Stores } from '../ports/index.ts'
import type { PasswordReset } from '../model/passwords/password-reset.ts'

export type OpenPasswordReset = { readonly reset: PasswordReset; readonly account: Account }

/**
 * The live reset behind a presented token and its account, which is locked until the transaction ends. Null for an
 * unknown, used, expired, superseded or void one: nobody can tell which.
 */
export async function openPasswordReset(
  { secrets }: Pick<Ports, 'secrets'>,
  stores: Pick<Stores, 'lockAccount' | 'passwordResets'>,
  presented: string,
): Promise<OpenPasswordReset | null> {
  const digest = secrets.digest(presented)
  const found = digest === null ? null : await stores.passwordResets.find(digest)
  if (digest === null || found === null) return null
  // Whoever voids the resets of an account locks it first, too: the other order would deadlock.
  const account = await stores.lockAccount(found.userId)
  const reset = await stores.passwordResets.find(digest)
  return reset === null || account?.status !== 'active' ? null : { reset, account }
}
