import type { TokenInvalid } from '../model/accounts/account-errors.ts'
import type { Anonymous } from '../model/actor.ts'
import { auditEntry, failed } from '../model/audit-entry.ts'
import type { AttemptBucket, AttemptLimit, Ports, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import {
  accountBucket,
  knownDevice,
  refundIfThrown,
  settleAttempts,
} from '../attempt-limits/attempt-limits.ts'
import type { SignInDevice } from '../model/sign-in/sign-in-device.ts'
import type { PasswordRejected } from '../model/passwords/password-errors.ts'
import { validatePassword } from '../credentials/password-policy.ts'
import {
  passwordResetLifetimeSeconds,
  type PasswordReset,
} from '../model/passwords/password-reset.ts'
import { openPasswordReset } from './open-password-reset.ts'
import { setPassword, type PasswordStores } from '../credentials/password.ts'

export type ResetPassword = {
  readonly actor: Anonymous
  readonly token: string
  readonly newPassword: string
} & Partial<Pick<SignInDevice, 'deviceToken'>>
/** `deviceToken` keeps a device known that was known before the reset. Null for any other. */
export type ResetOutcome = { readonly deviceToken: string | null }

/**
 * One token has one password compared with the current one, and another only if they were equal: so the holder of a link
 * cannot guess the current password without replacing it.
 */
const comparisonLimit: AttemptLimit = {
  failuresMax: 1,
  windowSeconds: passwordResetLifetimeSeconds,
  firstDelaySeconds: passwordResetLifetimeSeconds,
  consecutiveMax: 1,
}
const comparisonBucket = ({ id }: Pick<PasswordReset, 'id'>): AttemptBucket =>
  `password_reset:${id}`

/**
 * Sets a new password with the token of a reset link. Exactly one of any concurrent calls with one token succeeds. Every
 * session ends, and none is opened. The account's attempts are cleared; with a second factor, only one is returned.
 */
export async function resetPassword(
  ports: Pick<
    Ports,
    | 'breachedPasswords'
    | 'deviceTokens'
    | 'attemptLimits'
    | 'passwordHasher'
    | 'passwordStrength'
    | 'secrets'
  > &
    Transacts<PasswordStores | 'audit' | 'lockAccount'>,
  { actor, token, newPassword, deviceToken = null }: ResetPassword,
): Promise<Result<ResetOutcome, TokenInvalid | PasswordRejected>> {
  // Refuses an invalid token before it validates and hashes a password.
  const opened = await ports.transact(async (stores) => {
    const open = await openPasswordReset(ports, stores, token)
    const mayTry = open !== null && (await stores.passwordResets.countAttempt(open.reset.id))
    return mayTry ? ok(open) : err({ code: 'account.token_invalid' })
  })
  if (!opened.ok) return opened
  const { account } = opened.value
  const entry = auditEntry(actor, 'password.reset', `user:${account.id}`)
  const reject = async (rejected: PasswordRejected) => {
    const meta = { reason: rejected.reasons.join() }
    await ports.transact(async ({ audit }) => ok(await audit.append({ ...failed(entry), meta })))
    return err(rejected)
  }

  const password = await validatePassword(ports, newPassword, [account.name, account.email])
  if (!password.ok) return reject(password.error)
  // Before the comparison, so that a password that differs is stored next.
  const hash = await ports.passwordHasher.hash(password.value)
  const compared = comparisonBucket(opened.value.reset)
  const comparison = await ports.attemptLimits.take(compared, comparisonLimit)
  if (!comparison.allowed) return err({ code: 'account.token_invalid' })
  const isSame = await refundIfThrown(ports, [compared], () =>
    ports.passwordHasher.verify(password.value, account.passwordHash),
  )
  if (isSame) {
    await ports.attemptLimits.refund(compared)
    return reject({ code: 'password.rejected', reasons: ['same_as_current'] })
  }

  const reset = await ports.transact(async (stores) => {
    const open = await openPasswordReset(ports, stores, token)
    if (open === null) return err({ code: 'account.token_invalid' })
    const { id: userId, passwordEpoch } = await setPassword(stores, open.account, hash, null)
    await stores.audit.append({ ...entry, actorId: account.id })
    const { deviceId } = knownDevice(ports, deviceToken, open.account)
    return ok({
      deviceToken:
        deviceId === null ? null : ports.deviceTokens.issue({ userId, deviceId, passwordEpoch }),
    })
  })
  // Access to the mailbox must not restore all attempts at the second factor, only one for the correct code.
  const bucket = accountBucket(account.id)
  if (reset.ok)
    await settleAttempts(
      account.mfaEnabledAt === null
        ? ports.attemptLimits.clear(bucket)
        : ports.attemptLimits.refund(bucket),
    )
  return reset
}
