import { withinChangeLimit } from '../attempt-limits/within-change-limit.ts'
import type {
  AccountDeactivated,
  AccountNotFound,
  ChangesExhausted,
  Forbidden,
} from '../model/accounts/account-errors.ts'
import type { Account, AccountId } from '../model/accounts/account.ts'
import { authorizeAccountAct } from '../authorization/authorize-account-act.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Ports, Stores, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { accountBucket, settleAttempts } from '../attempt-limits/attempt-limits.ts'
import { setTemporaryPassword, type PasswordStores } from '../credentials/password.ts'

export type IssuePasswordReset = { readonly actor: Actor; readonly userId: AccountId }

/** How the person gets a new password. The temporary one is returned only here and never stored. */
export type IssuedPasswordReset =
  | { readonly method: 'mail' }
  | {
      readonly method: 'temporary_password'
      readonly temporaryPassword: string
      readonly expiresAt: Date
    }

type Refusal = Forbidden | AccountNotFound | AccountDeactivated
type IssuePorts = Pick<Ports, 'attemptLimits' | 'mailer' | 'passwordHasher' | 'secrets'> &
  Transacts<PasswordStores | 'audit' | 'lockAccount'>

/**
 * Resets another person's password according to the permission matrix. With a mail server, the person gets a link and
 * nothing changes until it is used. Without one, the actor gets a temporary password to hand over: every session ends
 * immediately, and the account's attempt limit is cleared.
 */
export async function issuePasswordReset(
  ports: IssuePorts,
  command: IssuePasswordReset,
): Promise<Result<IssuedPasswordReset, Refusal | ChangesExhausted>> {
  return withinChangeLimit(ports, command.actor, 'administered_changes', () =>
    issue(ports, command),
  )
}

async function issue(
  ports: IssuePorts,
  command: IssuePasswordReset,
): Promise<Result<IssuedPasswordReset, Refusal>> {
  const { actor, userId } = command
  const entryOf = (method: IssuedPasswordReset['method']) =>
    auditEntry(actor, 'password.issue_reset', `user:${userId}`, { method })
  const isMailed = ports.mailer !== null
  const authorized = await ports.transact(async (stores) => {
    const account = await authorizedAccount(stores, command)
    if (!account.ok || !isMailed) return account
    await stores.jobs.enqueue([{ kind: 'deliver_password_reset', userId }])
    await stores.audit.append(entryOf('mail'))
    return account
  })
  if (!authorized.ok) return authorized
  if (isMailed) return ok({ method: 'mail' })

  const temporaryPassword = ports.secrets.newPassword()
  const hash = await ports.passwordHasher.hash(temporaryPassword)
  const issued = await ports.transact(async (stores) => {
    const account = await authorizedAccount(stores, command)
    if (!account.ok) return account
    const expiresAt = await setTemporaryPassword(stores, account.value, hash)
    await stores.audit.append(entryOf('temporary_password'))
    return ok(expiresAt)
  })
  if (!issued.ok) return issued
  await settleAttempts(ports.attemptLimits.clear(accountBucket(userId)))
  return ok({ method: 'temporary_password', temporaryPassword, expiresAt: issued.value })
}

async function authorizedAccount(
  stores: Pick<Stores, 'accounts' | 'lockAccount'>,
  { actor, userId }: IssuePasswordReset,
): Promise<Result<Account, Refusal>> {
  const target = await authorizeAccountAct(stores, { actor, act: 'reset_password', userId })
  if (!target.ok) return target
  const { account } = target.value
  return account.status === 'active' ? ok(account) : err({ code: 'account.deactivated' })
}
