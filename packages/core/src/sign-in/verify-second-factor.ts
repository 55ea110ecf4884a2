import type { Anonymous } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import {
  consumeSecondFactor,
  checkSecondFactor,
  type SecondFactorPorts,
  type SecondFactorProof,
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

  const opened = await verifyCode(
    ports,
    tried.value,
    { actor, deviceToken: from.deviceToken, action: 'sign_in.fail' },
    async () => {
      const verified = await checkSecondFactor(ports, account, proof, recoveryCodes)
      if (verified === null) return null
      const next = await ports.transact(async (stores) => {
        const current = await consumeChallenge(ports, stores, tried.value)
        if (current === null || !(await consumeSecondFactor(stores, current, verified)))
          return refused
        if ('recoveryCodeHash' in verified) {
          await stores.audit.append(
            auditEntry(actor, 'second_factor.use_recovery_code', `user:${account.id}`),
          )
        }
        const progress = { secondFactorPassed: true, rememberMe: challenge.rememberMe }
        return ok(await advance(ports, stores, current, progress, from))
      })
      return next.ok ? next.value : null
    },
  )
  return opened === null ? refused : ok(await issueTokens(ports, opened))
}
