import type { AccountNotFound, NotOnlyOwner } from '../model/accounts/account-errors.ts'
import { profileOf, type Account, type AccountProfile } from '../model/accounts/account.ts'
import { canonicalEmail } from '../model/accounts/email.ts'
import type { Operator } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Ports, Stores, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { accountBucket, settleAttempts } from '../attempt-limits/attempt-limits.ts'
import type { PasswordRejected } from '../model/passwords/password-errors.ts'
import { hashReplacement } from '../credentials/password-policy.ts'
import { setPassword, setTemporaryPassword, type PasswordStores } from '../credentials/password.ts'

export type ResetOwnerPassword = {
  readonly actor: Operator
  readonly email: string
  /** Null to generate a temporary one. */
  readonly newPassword: string | null
}
export type OwnerPasswordReset = {
  readonly account: AccountProfile
  readonly temporary: { readonly password: string; readonly expiresAt: Date } | null
}

/**
 * Resets the password of the only active Owner, because no other Owner could. Every session ends. The second factor
 * does not change.
 */
export async function resetOwnerPassword(
  ports: Pick<
    Ports,
    'breachedPasswords' | 'attemptLimits' | 'passwordHasher' | 'passwordStrength' | 'secrets'
  > &
    Transacts<PasswordStores | 'audit' | 'lockAccount' | 'lockOwners'>,
  { actor, email, newPassword }: ResetOwnerPassword,
): Promise<Result<OwnerPasswordReset, AccountNotFound | NotOnlyOwner | PasswordRejected>> {
  // Refuses before it validates and hashes a password.
  const owner = await ports.transact((stores) => onlyOwner(stores, email))
  if (!owner.ok) return owner
  const generated = ports.secrets.newPassword()
  const hashed =
    newPassword === null
      ? ok(await ports.passwordHasher.hash(generated))
      : await hashReplacement(ports, newPassword, owner.value)
  if (!hashed.ok) return hashed
  const hash = hashed.value

  const reset = await ports.transact(async (stores) => {
    const still = await onlyOwner(stores, email)
    if (!still.ok) return still
    const account = still.value
    const isTemporary = newPassword === null
    const expiresAt = isTemporary ? await setTemporaryPassword(stores, account, hash) : null
    if (!isTemporary) await setPassword(stores, account, hash, null)
    await stores.audit.append(
      auditEntry(actor, 'password.reset', `user:${account.id}`, { temporary: isTemporary }),
    )
    const temporary = expiresAt === null ? null : { password: generated, expiresAt }
    return ok({ account: profileOf(account), temporary })
  })
  if (reset.ok)
    await settleAttempts(ports.attemptLimits.clear(accountBucket(reset.value.account.id)))
  return reset
}

async function onlyOwner(
  stores: Pick<Stores, 'accounts' | 'lockAccount' | 'lockOwners'>,
  email: string,
): Promise<Result<Account, AccountNotFound | NotOnlyOwner>> {
  const canonical = canonicalEmail(email)
  const found = canonical === null ? null : await stores.accounts.findByEmail(canonical)
  if (found === null) return err({ code: 'account.not_found', identifier: email })
  await stores.lockOwners()
  const account = await stores.lockAccount(found.id)
  const isOnlyOwner =
    account?.role === 'Owner' &&
    account.status === 'active' &&
    (await stores.accounts.countActiveOwners()) === 1
  return isOnlyOwner ? ok(account) : err({ code: 'account.not_only_owner' })
}
