import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { Account } from '../model/accounts/account.ts'
import { standingOf } from '../authorization/standing.ts'
import type { Person } from '../model/actor.ts'
import { auditEntry, failed } from '../model/audit-entry.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { SessionId } from '../model/sessions/session.ts'
import { judgeGuess, ownGuess } from '../attempt-limits/guesses.ts'
import type { CurrentPasswordWrong, GuessesExhausted, PasswordRejected } from '../model/passwords/password-errors.ts'
import { judgePassword, normalPassword } from '../credentials/password-policy.ts'
import { setPassword } from '../credentials/password.ts'

export type ChangePassword = { readonly actor: Person; readonly currentPassword: string; readonly newPassword: string }
/** `deviceToken` keeps the device of the session known under the new password; null without a session. */
export type ChangedPassword = { readonly deviceToken: string | null }
type Refusal = Forbidden | CurrentPasswordWrong | GuessesExhausted | PasswordRejected

/**
 * Changes a person's own password in this order: verify the current one, validate the new one, hash, update,
 * end every session but the current. A wrong current password counts in the shared budget; both outcomes are
 * in the audit log.
 */
export async function changePassword(
  ports: Pick<
    Ports,
    'breachedPasswords' | 'deviceTokens' | 'guessBudgets' | 'log' | 'passwordHasher' | 'passwordStrength' | 'transact'
  >,
  { actor, currentPassword, newPassword }: ChangePassword,
): Promise<Result<ChangedPassword, Refusal>> {
  const entry = auditEntry(actor, 'password.change', `user:${actor.userId}`)
  const refuse = async <Failure extends Refusal>(failure: Failure, reason: string) => {
    await ports.transact(async ({ audit }) => ok(await audit.append({ ...failed(entry), meta: { reason } })))
    return err(failure)
  }

  const { account, now } = (
    await ports.transact(async (stores) => ok({ account: await stores.accounts.find(actor.userId), now: await stores.now() }))
  ).value
  if (account?.status !== 'active') return err({ code: 'account.forbidden' })
  const current = normalPassword(currentPassword)
  const deviceId = actor.sessionId as SessionId | null
  const judged = await judgeGuess(
    ports,
    actor,
    ownGuess(actor),
    async () =>
      current !== null && !isExpired(account, now) && (await ports.passwordHasher.verify(current, account.passwordHash)),
  )
  if (judged.kind === 'exhausted') {
    return refuse({ code: 'password.guesses_exhausted', retryAfterSeconds: judged.retryAfterSeconds }, 'guesses_exhausted')
  }
  if (!judged.verdict) return refuse({ code: 'password.current_wrong' }, 'current_wrong')
  await ports.guessBudgets.forgive(judged.bucket)

  const password = await judgePassword(ports, newPassword, [account.name, account.email])
  if (!password.ok) return refuse(password.error, password.error.reasons.join())
  if (password.value === current) return refuse({ code: 'password.rejected', reasons: ['same_as_current'] }, 'same_as_current')
  const hash = await ports.passwordHasher.hash(password.value)

  const changed = await ports.transact(async (stores) => {
    const latest = await stores.lockAccount(account.id)
    // Another change came first: what was verified above is no longer the current password.
    if (latest?.status !== 'active' || latest.passwordEpoch !== account.passwordEpoch) return err({ code: 'account.forbidden' })
    if ((await standingOf(stores, actor)) === null) return err({ code: 'account.forbidden' })
    const { passwordEpoch } = await setPassword(stores, latest, hash, deviceId)
    await stores.audit.append(entry)
    return ok(deviceId === null ? null : ports.deviceTokens.issue({ userId: account.id, deviceId, passwordEpoch }))
  })
  return changed.ok ? ok({ deviceToken: changed.value }) : refuse(changed.error, 'superseded')
}

/** A temporary password that nobody replaced in time verifies nothing any more. */
const isExpired = ({ temporaryPasswordExpiresAt }: Account, now: Date): boolean =>
  temporaryPasswordExpiresAt !== null && temporaryPasswordExpiresAt <= now
