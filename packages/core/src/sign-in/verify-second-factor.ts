import type { Anonymous } from '../actor.ts'
import { auditEntry, failed } from '../audit/audit-entry.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../result.ts'
import { consumeSecondFactor, judgeSecondFactor, type SecondFactorProof } from '../second-factor/second-factor.ts'
import { openChallenge } from './challenge.ts'
import { accountBucket, judgeGuess } from './guesses.ts'
import type { SignInRefused } from './sign-in-errors.ts'
import { advance, present, type SignInDevice, type SignInStep } from './stages.ts'

export type VerifySecondFactor = SignInDevice & { readonly challenge: string; readonly proof: SecondFactorProof }

const refused = err({ code: 'sign_in.refused' })

/**
 * The second stage (SPEC 5.4.4). A try is counted on the challenge and taken from the account's budget before
 * the code is looked at; a right code is used up in the same transaction that opens what follows.
 */
export async function verifySecondFactor(
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
  { challenge: presented, proof, ...from }: VerifySecondFactor,
): Promise<Result<SignInStep, SignInRefused>> {
  const actor: Anonymous = { kind: 'anonymous', via: 'web', ...from.origin }
  const tried = await ports.transact(async (stores) => {
    const open = await openChallenge(ports, stores, presented, 'second_factor')
    if (open === null) return refused
    await stores.challenges.countTry(open.challenge.id)
    return ok({ ...open, recoveryCodes: await stores.recoveryCodes.listUnused(open.account.id) })
  })
  if (!tried.ok) return tried
  const { account, recoveryCodes } = tried.value

  const judged = await judgeGuess(ports, actor, account.id, () => judgeSecondFactor(ports, account, proof, recoveryCodes))
  if (judged.kind === 'exhausted') return refused
  const proven = judged.verdict
  const opened = await ports.transact(async (stores) => {
    const { challenge } = tried.value
    await stores.lockAccount(account.id)
    const current = await stores.accounts.find(account.id)
    const holds =
      current?.status === 'active' && current.passwordEpoch === challenge.passwordEpoch && current.mfaSecret === account.mfaSecret
    if (proven === null || !holds) return refused
    if (!(await stores.challenges.consume(challenge.id)) || !(await consumeSecondFactor(stores, current, proven))) return refused
    if ('recoveryCodeHash' in proven) {
      await stores.audit.append(auditEntry(actor, 'second_factor.use_recovery_code', `user:${account.id}`))
    }
    return ok(await advance(ports, stores, current, { secondFactorPassed: true, rememberMe: challenge.rememberMe }, from))
  })
  if (!opened.ok) {
    await ports.transact(async ({ audit }) =>
      ok(await audit.append(failed(auditEntry(actor, 'sign_in.fail', `user:${account.id}`)))),
    )
    return opened
  }
  await ports.guessBudgets.clear(accountBucket(account.id))
  return ok(await present(ports, opened.value))
}
