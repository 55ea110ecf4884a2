import type { Anonymous } from '../actor.ts'
import { auditEntry } from '../audit/audit-entry.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../result.ts'
import { enableSecondFactor, judgeSecondFactor, newRecoveryCodes } from '../second-factor/second-factor.ts'
import { openChallenge } from './challenge.ts'
import { accountBucket, judgeGuess } from './guesses.ts'
import type { SignInRefused } from './sign-in-errors.ts'
import { advance, present, type SignInDevice, type SignInStep } from './stages.ts'

export type ConfirmEnrolment = SignInDevice & { readonly challenge: string; readonly code: string }
export type ConfirmedEnrolment = { readonly step: SignInStep; readonly recoveryCodes: readonly string[] }

const refused = err({ code: 'sign_in.refused' })

/** The fourth stage ends: the first code enables the second factor, and the recovery codes are shown once. */
export async function confirmEnrolment(
  ports: Pick<
    Ports,
    | 'accessTokens'
    | 'cipher'
    | 'clock'
    | 'guessBudgets'
    | 'ids'
    | 'log'
    | 'oneTimeCodes'
    | 'passwordHasher'
    | 'recoveryCodeSource'
    | 'refreshTokens'
    | 'secrets'
    | 'transact'
  >,
  { challenge: presented, code, ...from }: ConfirmEnrolment,
): Promise<Result<ConfirmedEnrolment, SignInRefused>> {
  const actor: Anonymous = { kind: 'anonymous', via: 'web', ...from.origin }
  const tried = await ports.transact(async (stores) => {
    const open = await openChallenge(ports, stores, presented, 'second_factor_enrolment')
    if (open === null || open.account.mfaEnabledAt !== null) return refused
    await stores.challenges.countTry(open.challenge.id)
    return ok(open)
  })
  if (!tried.ok) return tried
  const { account, challenge } = tried.value
  const judged = await judgeGuess(ports, actor, account.id, async () => {
    const proven = await judgeSecondFactor(ports, account, { code }, [])
    return proven === null ? null : { proven, recovery: await newRecoveryCodes(ports) }
  })
  if (judged.kind === 'exhausted' || judged.verdict === null) return refused
  const { proven, recovery } = judged.verdict

  const opened = await ports.transact(async (stores) => {
    await stores.lockAccount(account.id)
    const current = await stores.accounts.find(account.id)
    if (
      current?.status !== 'active' ||
      current.passwordEpoch !== challenge.passwordEpoch ||
      current.mfaSecret !== account.mfaSecret ||
      current.mfaEnabledAt !== null
    )
      return refused
    if (!(await stores.challenges.consume(challenge.id))) return refused
    const enabled = await enableSecondFactor(stores, current, proven, recovery.hashes)
    if (enabled === null) return refused
    await stores.audit.append({ ...auditEntry(actor, 'second_factor.enable', `user:${account.id}`), actorId: account.id })
    return ok(await advance(ports, stores, enabled, { secondFactorPassed: true, rememberMe: challenge.rememberMe }, from))
  })
  if (!opened.ok) return opened
  await ports.guessBudgets.clear(accountBucket(account.id))
  return ok({ step: await present(ports, opened.value), recoveryCodes: recovery.codes })
}
