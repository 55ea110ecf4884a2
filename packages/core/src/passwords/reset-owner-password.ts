import type { AccountNotFound, NotOnlyOwner } from '../model/accounts/account-errors.ts'
import type { Account } from '../model/accounts/account.ts'
import { canonicalEmail } from '../model/accounts/email.ts'
import type { Operator } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Ports, Stores } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { accountBucket } from '../attempt-limits/guesses.ts'
import type { PasswordRejected } from '../model/passwords/password-errors.ts'
import { judgePassword } from '../credentials/password-policy.ts'
import { setPassword, setTemporaryPassword } from '../credentials/password.ts'

export type ResetOwnerPassword = {
  readonly actor: Operator
  readonly email: string
  /** Null for a temporary one that Ken makes. */
  readonly newPassword: string | null
}
export type OwnerPasswordReset = {
  readonly account: Account
  readonly temporary: { readonly password: string; readonly expiresAt: Date } | null
}

/**
 * Resets the password of the only active Owner, whom nobody else can help. Every session ends, and the
 * second factor stays as it is.
 */
export async function resetOwnerPassword(
  ports: Pick<Ports, 'breachedPasswords' | 'guessBudgets' | 'passwordHasher' | 'passwordStrength' | 'secrets' | 'transact'>,
  { actor, email, newPassword }: ResetOwnerPassword,
): Promise<Result<OwnerPasswordReset, AccountNotFound | NotOnlyOwner | PasswordRejected>> {
  // Asked first, so that nobody chooses a password for nothing.
  const owner = await ports.transact((stores) => onlyOwner(stores, email))
  if (!owner.ok) return owner
  const { name, email: address, passwordHash } = owner.value
  const chosen = newPassword === null ? null : await judgePassword(ports, newPassword, [name, address])
  if (chosen?.ok === false) return chosen
  if (chosen !== null && (await ports.passwordHasher.verify(chosen.value, passwordHash)))
    return err({ code: 'password.rejected', reasons: ['same_as_current'] })
  const password = chosen?.value ?? ports.secrets.newPassword()
  const hash = await ports.passwordHasher.hash(password)

  const reset = await ports.transact(async (stores) => {
    const still = await onlyOwner(stores, email)
    if (!still.ok) return still
    const account = still.value
    const isTemporary = chosen === null
    const expiresAt = isTemporary ? await setTemporaryPassword(stores, account, hash) : null
    if (!isTemporary) await setPassword(stores, account, hash, null)
    await stores.audit.append(auditEntry(actor, 'password.reset', `user:${account.id}`, { temporary: isTemporary }))
    return ok({ account, temporary: expiresAt === null ? null : { password, expiresAt } })
  })
  if (reset.ok) await ports.guessBudgets.clear(accountBucket(reset.value.account.id))
  return reset
}

async function onlyOwner(stores: Stores, email: string): Promise<Result<Account, AccountNotFound | NotOnlyOwner>> {
  const canonical = canonicalEmail(email)
  const found = canonical === null ? null : await stores.accounts.findByEmail(canonical)
  if (found === null) return err({ code: 'account.not_found', sought: email })
  await stores.lockOwners()
  const account = await stores.lockAccount(found.id)
  const isOnlyOwner =
    account?.role === 'Owner' && account.status === 'active' && (await stores.accounts.countActiveOwners()) === 1
  return isOnlyOwner ? ok(account) : err({ code: 'account.not_only_owner' })
}
