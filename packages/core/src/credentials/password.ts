import type { Account } from '../model/accounts/account.ts'
import { voidProofs } from './proofs.ts'
import { notify } from '../notices/notice.ts'
import { standingAccess } from '../notices/standing-access.ts'
import type { Stores } from '../ports/index.ts'
import type { SessionId } from '../model/sessions/session.ts'

/** How long a password works that somebody else issued, in seconds. */
export const temporaryPasswordLifetimeSeconds = 24 * 3_600

/**
 * Stores a permanent password. Whatever was proven under the old one is void, but the session to `keep`. The
 * person is told. Answers the account as it is now.
 */
export const setPassword = (stores: Stores, account: Account, passwordHash: string, keep: SessionId | null): Promise<Account> =>
  replacePassword(stores, { ...account, passwordHash, mustChangePassword: false, temporaryPasswordExpiresAt: null }, keep)

/** Stores a password that somebody else issued: it lets the person do nothing but replace it, for a day. */
export async function setTemporaryPassword(stores: Stores, account: Account, passwordHash: string): Promise<Date> {
  const temporaryPasswordExpiresAt = new Date((await stores.now()).getTime() + temporaryPasswordLifetimeSeconds * 1_000)
  await replacePassword(stores, { ...account, passwordHash, mustChangePassword: true, temporaryPasswordExpiresAt }, null)
  return temporaryPasswordExpiresAt
}

async function replacePassword(stores: Stores, account: Account, keep: SessionId | null): Promise<Account> {
  const changed: Account = { ...account, passwordEpoch: account.passwordEpoch + 1, updatedAt: await stores.now() }
  await stores.accounts.update(changed)
  await voidProofs(stores, account.id, keep)
  await notify(stores, changed, { kind: 'password_changed', ...(await standingAccess(stores, account.id)) })
  return changed
}
