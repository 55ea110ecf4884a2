import type { AccountDeactivated, AccountNotFound, Forbidden } from '../model/accounts/account-errors.ts'
import type { Account, AccountId } from '../model/accounts/account.ts'
import { targetOf } from '../authorization/target.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Ports, Stores } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { accountBucket } from '../attempt-limits/guesses.ts'
import { setTemporaryPassword } from '../credentials/password.ts'

export type IssuePasswordReset = { readonly actor: Actor; readonly userId: AccountId }

/** How the person comes to a new password. The temporary one is in no other answer and is stored nowhere. */
export type IssuedPasswordReset =
  | { readonly method: 'mail' }
  | { readonly method: 'temporary_password'; readonly temporaryPassword: string; readonly expiresAt: Date }

type Refusal = Forbidden | AccountNotFound | AccountDeactivated

/**
 * Resets another person's password by the permission matrix. With a mail server the person gets a link,
 * and until it is used nothing changes. Without one the actor gets a temporary password to hand over: every session
 * ends at once, and the guesses of others no longer shut the person out.
 */
export async function issuePasswordReset(
  ports: Pick<Ports, 'guessBudgets' | 'mailer' | 'passwordHasher' | 'secrets' | 'transact'>,
  command: IssuePasswordReset,
): Promise<Result<IssuedPasswordReset, Refusal>> {
  const { actor, userId } = command
  const entryOf = (method: IssuedPasswordReset['method']) =>
    auditEntry(actor, 'password.issue_reset', `user:${userId}`, { method })
  const isMailed = ports.mailer !== null
  const permitted = await ports.transact(async (stores) => {
    const holder = await holderOf(stores, command)
    if (!holder.ok || !isMailed) return holder
    await stores.jobs.enqueue([{ kind: 'deliver_password_reset', userId }])
    await stores.audit.append(entryOf('mail'))
    return holder
  })
  if (!permitted.ok) return permitted
  if (isMailed) return ok({ method: 'mail' })

  const temporaryPassword = ports.secrets.newPassword()
  const hash = await ports.passwordHasher.hash(temporaryPassword)
  const issued = await ports.transact(async (stores) => {
    const holder = await holderOf(stores, command)
    if (!holder.ok) return holder
    const expiresAt = await setTemporaryPassword(stores, holder.value, hash)
    await stores.audit.append(entryOf('temporary_password'))
    return ok(expiresAt)
  })
  if (!issued.ok) return issued
  await ports.guessBudgets.clear(accountBucket(userId))
  return ok({ method: 'temporary_password', temporaryPassword, expiresAt: issued.value })
}

async function holderOf(stores: Stores, { actor, userId }: IssuePasswordReset): Promise<Result<Account, Refusal>> {
  const target = await targetOf(stores, { actor, act: 'reset_password', userId })
  if (!target.ok) return target
  const { account } = target.value
  return account.status === 'active' ? ok(account) : err({ code: 'account.deactivated' })
}
