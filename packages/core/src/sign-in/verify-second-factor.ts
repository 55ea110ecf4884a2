import type { Anonymous } from '../model/actor.ts'
import { auditEntry, failed } from '../model/audit-entry.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import {
  consumeSecondFactor,
  judgeSecondFactor,
  type SecondFactorPorts,
  type SecondFactorProof,
} from '../credentials/second-factor.ts'
import { consumeChallenge, judgeTry, openChallenge } from '../sign-in-flow/open-challenge.ts'
import { judgeGuess, knownDevice } from '../attempt-limits/guesses.ts'
import type { SignInRefused } from '../model/sign-in/sign-in-errors.ts'
import { advance, present, type SignInStep, type StagePorts } from '../sign-in-flow/stages.ts'
import type { SignInDevice } from '../model/sign-in/sign-in-device.ts'

export type VerifySecondFactor = SignInDevice & { readonly challenge: string; readonly proof: SecondFactorProof }

const refused = err({ code: 'sign_in.refused' })

/**
 * The second stage. A try is counted on the challenge and taken from the account's budget before
 * the code is looked at; a right code is used up in the same transaction that opens what follows. A server that
 * cannot judge gives both back.
 */
export async function verifySecondFactor(
  ports: StagePorts & SecondFactorPorts & Pick<Ports, 'guessBudgets'>,
  { challenge: presented, proof, ...from }: VerifySecondFactor,
): Promise<Result<SignInStep, SignInRefused>> {
  const actor: Anonymous = { kind: 'anonymous', via: 'web', ...from.origin }
  const tried = await ports.transact(async (stores) => {
    const open = await openChallenge(ports, stores, presented, 'second_factor')
    if (open === null || open.account.mfaEnabledAt === null) return refused
    await stores.challenges.countTry(open.challenge.id)
    return ok({ ...open, recoveryCodes: await stores.recoveryCodes.listUnused(open.account.id) })
  })
  if (!tried.ok) return tried
  const { account, challenge, recoveryCodes } = tried.value

  const attempt = async () => {
    const proven = await judgeSecondFactor(ports, account, proof, recoveryCodes)
    if (proven === null) return null
    const opened = await ports.transact(async (stores) => {
      const current = await consumeChallenge(stores, tried.value)
      if (current === null || !(await consumeSecondFactor(stores, current, proven))) return refused
      if ('recoveryCodeHash' in proven) {
        await stores.audit.append(auditEntry(actor, 'second_factor.use_recovery_code', `user:${account.id}`))
      }
      return ok(await advance(ports, stores, current, { secondFactorPassed: true, rememberMe: challenge.rememberMe }, from))
    })
    return opened.ok ? opened.value : null
  }
  const judged = await judgeTry(ports, tried.value, () =>
    judgeGuess(ports, actor, knownDevice(ports, from.deviceToken, account), attempt),
  )
  if (judged.kind === 'exhausted' || judged.verdict === null) {
    await ports.transact(async ({ audit, refusals }) => {
      if (judged.kind === 'exhausted') return ok(await refusals.count(`user:${account.id}`, 1))
      return ok(await audit.append(failed(auditEntry(actor, 'sign_in.fail', `user:${account.id}`))))
    })
    return refused
  }
  await ports.guessBudgets.clear(judged.bucket)
  return ok(await present(ports, judged.verdict))
}
