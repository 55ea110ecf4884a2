import type { Account } from '../model/accounts/account.ts'
import { revokeCredentials } from './revoke-credentials.ts'
import { notify } from '../notices/notice.ts'
import { remainingAccess } from '../notices/remaining-access.ts'
import type { Stores } from '../ports/index.ts'
import type { SessionId } from '../model/sessions/session.ts'

/** The lifetime of a temporary password. */
export const temporaryPasswordLifetimeSeconds = 24 * 3_600

/** The stores that a new password changes, and what its notice lists. */
export type PasswordStores =
  | 'accounts'
  | 'challenges'
  | 'identities'
  | 'jobs'
  | 'keys'
  | 'linkCodes'
  | 'now'
  | 'passwordResets'
  | 'sessions'

/**
 * Stores a permanent password, revokes all credentials that depend on the old one except the
 * session `keep`, and notifies the person. Returns the new state of the account.
 */
export const setPassword = (
  stores: Pick<Stores, PasswordStores>,
  account: Account,
  passwordHash: string,
  keep: SessionId | null,
): Promise<Account> =>
  replacePassword(
    stores,
    { ...account, passwordHash, mustChangePassword: false, temporaryPasswordExpiresAt: null },
    keep,
  )

/**
 * Stores a temporary password. For a day it only lets the person replace it. Returns its expiry.
 */
export async function setTemporaryPassword(
  stores: Pick<Stores, PasswordStores>,
  account: Account,
  passwordHash: string,
): Promise<Date> {
  const temporaryPasswordExpiresAt = new Date(
    (await stores.now()).getTime() + temporaryPasswordLifetimeSeconds * 1_000,
  )
  await replacePassword(
    stores,
    { ...account, passwordHash, mustChangePassword: true, temporaryPasswordExpiresAt },
    null,
  )
  return temporaryPasswordExpiresAt
}

async function replacePassword(
  stores: Pick<Stores, PasswordStores>,
  account: Account,
  keep: SessionId | null,
): Promise<Account> {
  const changed: Account = {
    ...account,
    // A person with the old password may have started the enrolment, and know its secret.
    mfaSecret: account.mfaEnabledAt === null ? null : account.mfaSecret,
    passwordEpoch: account.passwordEpoch + 1,
    updatedAt: await stores.now(),
  }
  await stores.accounts.update(changed)
  await revokeCredentials(stores, account.id, keep)
  await notify(stores, changed, {
    kind: 'password_changed',
    ...(await remainingAccess(stores, account.id)),
  })
  return changed
}
