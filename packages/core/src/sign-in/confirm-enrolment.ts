import type { Anonymous } from '../model/actor.ts'
import { auditEntry, failed } from '../model/audit-entry.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { enableSecondFactor, judgeSecondFactor, newRecoveryCodes, type SecondFactorPorts } from '../credentials/second-factor.ts'
import { consumeChallenge, judgeTry, openChallenge } from '../sign-in-flow/open-challenge.ts'
import { judgeGuess, knownDevice } from '../attempt-limits/guesses.ts'
import type { SignInRefused } from '../model/sign-in/sign-in-errors.ts'
import { advance, present, type SignInStep, type StagePorts } from '../sign-in-flow/stages.ts'
import type { SignInDevice } from '../model/sign-in/sign-in-device.ts'

export type ConfirmEnrolment = SignInDevice & { readonly challenge: string; readonly code: string }
export type ConfirmedEnrolment = { readonly step: SignInStep; readonly recoveryCodes: readonly string[] }

const refused = err({ code: 'sign_in.refused' })

/** The fourth stage ends: the first code enables the second factor, and the recovery codes are shown once. */
export async function confirmEnrolment(
  ports: StagePorts & SecondFactorPorts & Pick<Ports, 'guessBudgets'>,
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
  const entry = auditEntry(actor, 'second_factor.enable', `user:${account.id}`)

  const attempt = async () => {
    const proven = await judgeSecondFactor(ports, account, { code }, [])
    if (proven === null) return null
    const recovery = await newRecoveryCodes(ports)
    const opened = await ports.transact(async (stores) => {
      const current = await consumeChallenge(stores, tried.value)
      const enabled = current && (await enableSecondFactor(stores, current, proven, recovery.hashes))
      if (enabled === null) return refused
      await stores.audit.append({ ...entry, actorId: account.id })
      return ok(await advance(ports, stores, enabled, { secondFactorPassed: true, rememberMe: challenge.rememberMe }, from))
    })
    return opened.ok ? { opened: opened.value, recoveryCodes: recovery.codes } : null
  }
  const judged = await judgeTry(ports, tried.value, () =>
    judgeGuess(ports, actor, knownDevice(ports, from.deviceToken, account), attempt),
  )
  if (judged.kind === 'exhausted' || judged.verdict === null) {
    await ports.transact(async ({ audit, refusals }) =>
      ok(await (judged.kind === 'exhausted' ? refusals.count(`user:${account.id}`, 1) : audit.append(failed(entry)))),
    )
    return refused
  }
  await ports.guessBudgets.clear(judged.bucket)
  const { opened, recoveryCodes } = judged.verdict
  return ok({ step: await present(ports, opened), recoveryCodes })
}
