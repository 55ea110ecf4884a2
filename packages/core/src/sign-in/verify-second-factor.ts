import type { Anonymous } from '../model/actor.ts'
import { auditEntry, failed } from '../model/audit-entry.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import {
  consumeSecondFactor,
  checkSecondFactor,
  type SecondFactorPorts,
  type SecondFactorProof,
} from '../credentials/second-factor.ts'
import { consumeChallenge, verifyAttempt, openChallenge } from '../sign-in-flow/open-challenge.ts'
import { verifyWithinLimit, knownDevice } from '../attempt-limits/attempt-limits.ts'
import type { SignInRefused } from '../model/sign-in/sign-in-errors.ts'
import {
  advance,
  issueTokens,
  type SignInStep,
  type SignInFlowPorts,
} from '../sign-in-flow/sign-in-flow.ts'
import type { SignInDevice } from '../model/sign-in/sign-in-device.ts'

export type VerifySecondFactor = SignInDevice & {
  readonly challenge: string
  readonly proof: SecondFactorProof
}

const refused = err({ code: 'sign_in.refused' })

/**
 * The second stage. An attempt is counted on the challenge and on the account before the code is verified. A correct
 * code is consumed in the transaction that opens the next stage or the session. A server error returns both attempts.
 */
export async function verifySecondFactor(
  ports: SignInFlowPorts & SecondFactorPorts & Pick<Ports, 'attemptLimits'>,
  { challenge: presented, proof, ...from }: VerifySecondFactor,
): Promise<Result<SignInStep, SignInRefused>> {
  const actor: Anonymous = { kind: 'anonymous', via: 'web', ...from.origin }
  const tried = await ports.transact(async (stores) => {
    const open = await openChallenge(ports, stores, presented, 'second_factor')
    if (open === null || open.account.mfaEnabledAt === null) return refused
    await stores.challenges.countAttempt(open.challenge.id)
    return ok({ ...open, recoveryCodes: await stores.recoveryCodes.listUnused(open.account.id) })
  })
  if (!tried.ok) return tried
  const { account, challenge, recoveryCodes } = tried.value

  const attempt = async () => {
    const verified = await checkSecondFactor(ports, account, proof, recoveryCodes)
    if (verified === null) return null
    const opened = await ports.transact(async (stores) => {
      const current = await consumeChallenge(stores, tried.value)
      if (current === null || !(await consumeSecondFactor(stores, current, verified)))
        return refused
      if ('recoveryCodeHash' in verified) {
        await stores.audit.append(
          auditEntry(actor, 'second_factor.use_recovery_code', `user:${account.id}`),
        )
      }
      return ok(
        await advance(
          ports,
          stores,
          current,
          { secondFactorPassed: true, rememberMe: challenge.rememberMe },
          from,
        ),
      )
    })
    return opened.ok ? opened.value : null
  }
  const checked = await verifyAttempt(ports, tried.value, () =>
    verifyWithinLimit(ports, actor, knownDevice(ports, from.deviceToken, account), attempt),
  )
  if (checked.kind === 'exhausted' || checked.verdict === null) {
    await ports.transact(async ({ audit, refusals }) => {
      if (checked.kind === 'exhausted') return ok(await refusals.count(`user:${account.id}`, 1))
      return ok(await audit.append(failed(auditEntry(actor, 'sign_in.fail', `user:${account.id}`))))
    })
    return refused
  }
  await ports.attemptLimits.clear(checked.bucket)
  return ok(await issueTokens(ports, checked.verdict))
}
