import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { Account, AccountId } from '../model/accounts/account.ts'
import { effectiveRoleOf } from '../authorization/effective-role.ts'
import type { Person } from '../model/actor.ts'
import { auditEntry, failed } from '../model/audit-entry.ts'
import type { AttemptBucket, AttemptLimit, Ports, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import {
  countRefusal,
  ownAttempt,
  refundIfThrown,
  verifyWithinLimit,
} from '../attempt-limits/attempt-limits.ts'
import type {
  CurrentPasswordWrong,
  AttemptsExhausted,
  PasswordRejected,
} from '../model/passwords/password-errors.ts'
import { validatePassword, normalPassword } from '../credentials/password-policy.ts'
import { setPassword, type PasswordStores } from '../credentials/password.ts'

export type ChangePassword = {
  readonly actor: Person
  readonly currentPassword: string
  readonly newPassword: string
}
/** `deviceToken` keeps the session's device known under the new password. Null without a session. */
export type ChangedPassword = { readonly deviceToken: string | null }
/** The new passwords that a person may have validated, so that scoring is not unlimited. Successful ones count, too. */
const validationLimit: AttemptLimit = {
  failuresMax: 10,
  windowSeconds: 900,
  firstDelaySeconds: 60,
  consecutiveMax: Number.MAX_SAFE_INTEGER,
}
const validationBucket = (account: AccountId): AttemptBucket => `new_password:${account}`

type Refusal = Forbidden | CurrentPasswordWrong | PasswordRejected

/**
 * Changes the person's own password in this order: verify the current one, validate the new one, hash it, store it,
 * end every session but the current. A wrong current password counts against the shared attempt limit, and each new one
 * against a limit of its own. Success and failure are audited; attempts that a limit refuses are only counted.
 */
export async function changePassword(
  ports: Pick<
    Ports,
    | 'breachedPasswords'
    | 'deviceTokens'
    | 'attemptLimits'
    | 'log'
    | 'passwordHasher'
    | 'passwordStrength'
  > &
    Transacts<PasswordStores | 'audit' | 'lockAccount' | 'refusals'>,
  { actor, currentPassword, newPassword }: ChangePassword,
): Promise<Result<ChangedPassword, Refusal | AttemptsExhausted>> {
  const entry = auditEntry(actor, 'password.change', `user:${actor.userId}`)
  const refuse = async <Failure extends Refusal>(failure: Failure, reason: string) => {
    await ports.transact(async ({ audit }) =>
      ok(await audit.append({ ...failed(entry), meta: { reason } })),
    )
    return err(failure)
  }

  const { account, now } = (
    await ports.transact(async (stores) =>
      ok({ account: await stores.accounts.find(actor.userId), now: await stores.now() }),
    )
  ).value
  if (account?.status !== 'active') return err({ code: 'account.forbidden' })
  const current = normalPassword(currentPassword)
  const deviceId = actor.sessionId
  const checked = await verifyWithinLimit(
    ports,
    actor,
    ownAttempt(actor),
    async () =>
      current !== null &&
      !isExpired(account, now) &&
      (await ports.passwordHasher.verify(current, account.passwordHash)),
  )
  if (checked.kind === 'exhausted') {
    await countRefusal(ports, actor.userId)
    return err({
      code: 'password.guesses_exhausted',
      retryAfterSeconds: checked.retryAfterSeconds,
    })
  }
  if (!checked.verdict) return refuse({ code: 'password.current_wrong' }, 'current_wrong')
  await ports.attemptLimits.refund(checked.bucket)

  const password = await validateWithinLimit(ports, account, newPassword, current)
  if (!password.ok) {
    if (password.error.code === 'password.rejected')
      return refuse(password.error, password.error.reasons.join())
    await countRefusal(ports, actor.userId)
    return password
  }
  const hash = await ports.passwordHasher.hash(password.value)

  const changed = await ports.transact(async (stores) => {
    const latest = await stores.lockAccount(account.id)
    if (latest?.status !== 'active') return err({ code: 'account.forbidden' })
    // A concurrent change won: the password that was verified is no longer the current one.
    if (latest.passwordEpoch !== account.passwordEpoch)
      return err({ code: 'password.current_wrong' })
    if ((await effectiveRoleOf(stores, actor)) === null) return err({ code: 'account.forbidden' })
    const { passwordEpoch } = await setPassword(stores, latest, hash, deviceId)
    await stores.audit.append(entry)
    return ok(
      deviceId === null
        ? null
        : ports.deviceTokens.issue({ userId: account.id, deviceId, passwordEpoch }),
    )
  })
  return changed.ok ? ok({ deviceToken: changed.value }) : refuse(changed.error, 'superseded')
}

/** The new password, unless it is the current one. */
async function validateWithinLimit(
  ports: Pick<Ports, 'attemptLimits' | 'breachedPasswords' | 'passwordStrength'>,
  { id, name, email }: Account,
  newPassword: string,
  current: string | null,
): Promise<Result<string, AttemptsExhausted | PasswordRejected>> {
  const bucket = validationBucket(id)
  const validation = await ports.attemptLimits.take(bucket, validationLimit)
  if (!validation.allowed) {
    const { retryAfterSeconds } = validation
    return err({ code: 'password.guesses_exhausted', retryAfterSeconds })
  }
  const password = await refundIfThrown(ports, [bucket], () =>
    validatePassword(ports, newPassword, [name, email]),
  )
  if (password.ok && password.value === current)
    return err({ code: 'password.rejected', reasons: ['same_as_current'] })
  return password
}

/** An expired temporary password no longer verifies. */
const isExpired = ({ temporaryPasswordExpiresAt }: Account, now: Date): boolean =>
  temporaryPasswordExpiresAt !== null && temporaryPasswordExpiresAt <= now
