import type { Anonymous } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import {
  enableSecondFactor,
  checkSecondFactor,
  newRecoveryCodes,
  type SecondFactorPorts,
} from '../credentials/second-factor.ts'
import { consumeChallenge, openChallenge } from '../sign-in-flow/open-challenge.ts'
import { verifyCode } from '../sign-in-flow/verify-code.ts'
import type { SignInRefused } from '../model/sign-in/sign-in-errors.ts'
import {
  advance,
  issueTokens,
  type SignInStep,
  type SignInFlowPorts,
} from '../sign-in-flow/sign-in-flow.ts'
import type { SignInDevice } from '../model/sign-in/sign-in-device.ts'

export type ConfirmEnrolment = SignInDevice & { readonly challenge: string; readonly code: string }
export type ConfirmedEnrolment = {
  readonly step: SignInStep
  readonly recoveryCodes: readonly string[]
}

const refused = err({ code: 'sign_in.refused' })

/** Completes the fourth stage: the first code enables the second factor. The recovery codes are shown only this once. */
export async function confirmEnrolment(
  ports: SignInFlowPorts & SecondFactorPorts & Pick<Ports, 'attemptLimits'>,
  { challenge: presented, code, ...from }: ConfirmEnrolment,
): Promise<Result<ConfirmedEnrolment, SignInRefused>> {
  const actor: Anonymous = { kind: 'anonymous', via: 'web', ...from.origin }
  const tried = await ports.transact(async (stores) => {
    const open = await openChallenge(ports, stores, presented, 'second_factor_enrolment')
    if (open === null || open.account.mfaEnabledAt !== null) return refused
    await stores.challenges.countAttempt(open.challenge.id)
    return ok(open)
  })
  if (!tried.ok) return tried
  const { account, challenge } = tried.value

  const confirmed = await verifyCode(
    ports,
    tried.value,
    { actor, deviceToken: from.deviceToken, action: 'second_factor.enable' },
    async () => {
      const verified = await checkSecondFactor(ports, account, { code }, [])
      if (verified === null) return null
      const recovery = await newRecoveryCodes(ports)
      const next = await ports.transact(async (stores) => {
        const current = await consumeChallenge(ports, stores, tried.value)
        const enabled =
          current && (await enableSecondFactor(stores, current, verified, recovery.hashes))
        if (enabled === null) return refused
        const entry = auditEntry(actor, 'second_factor.enable', `user:${account.id}`)
        await stores.audit.append({ ...entry, actorId: account.id })
        const progress = { secondFactorPassed: true, rememberMe: challenge.rememberMe }
        return ok(await advance(ports, stores, enabled, progress, from))
      })
      return next.ok ? { opened: next.value, recoveryCodes: recovery.codes } : null
    },
  )
  if (confirmed === null) return refused
  const { opened, recoveryCodes } = confirmed
  return ok({ step: await issueTokens(ports, opened), recoveryCodes })
}
