import type { Forbidden } from '../accounts/account-errors.ts'
import type { Account } from '../accounts/account.ts'
import type { Person } from '../actor.ts'
import type { GuessesExhausted } from '../passwords/password-errors.ts'
import type { Ports, Stores } from '../ports/index.ts'
import { err, ok, type Result } from '../result.ts'
import { accountBucket, judgeGuess } from '../sign-in/guesses.ts'
import type { CodeRefused, SecondFactorMissing } from './second-factor-errors.ts'
import { judgeSecondFactor, type ProvenFactor, type SecondFactorProof } from './second-factor.ts'

type OwnFactorPorts = Pick<
  Ports,
  'cipher' | 'clock' | 'guessBudgets' | 'log' | 'oneTimeCodes' | 'passwordHasher' | 'recoveryCodeSource' | 'transact'
>
export type OwnFactorRefusal = Forbidden | CodeRefused | SecondFactorMissing | GuessesExhausted

/**
 * Judges a signed-in person's own proof within the shared budget and, when it is right, runs `work` in the
 * transaction that uses the proof up. `prepare` does what must not happen inside a transaction.
 */
export async function withOwnFactor<Prepared, Failure>(
  ports: OwnFactorPorts,
  actor: Person,
  proof: SecondFactorProof,
  state: 'enabled' | 'enrolling',
  prepare: () => Promise<Prepared>,
  work: (
    stores: Stores,
    account: Account,
    proven: ProvenFactor,
    prepared: Prepared,
  ) => Promise<Result<null, OwnFactorRefusal | Failure>>,
): Promise<Result<Prepared, OwnFactorRefusal | Failure>> {
  const found = await ports.transact(async (stores) => {
    const account = await stores.accounts.find(actor.userId)
    if (account?.status !== 'active') return err({ code: 'account.forbidden' })
    if (account.mfaSecret === null || (account.mfaEnabledAt !== null) !== (state === 'enabled'))
      return err({ code: 'second_factor.missing' })
    return ok({ account, unused: await stores.recoveryCodes.listUnused(account.id) })
  })
  if (!found.ok) return found
  const { account, unused } = found.value

  const judged = await judgeGuess(ports, actor, account.id, async () => {
    const proven = await judgeSecondFactor(ports, account, proof, unused)
    return proven === null ? null : { proven, prepared: await prepare() }
  })
  if (judged.kind === 'exhausted') return err({ code: 'password.guesses_exhausted', retryAfterSeconds: judged.retryAfterSeconds })
  if (judged.verdict === null) return err({ code: 'second_factor.code_refused' })
  const { proven, prepared } = judged.verdict

  const done = await ports.transact(async (stores): Promise<Result<null, OwnFactorRefusal | Failure>> => {
    await stores.lockAccount(account.id)
    const current = await stores.accounts.find(account.id)
    if (current?.status !== 'active') return err({ code: 'account.forbidden' })
    if (current.mfaSecret !== account.mfaSecret || (current.mfaEnabledAt !== null) !== (state === 'enabled')) {
      return err({ code: 'second_factor.code_refused' })
    }
    return work(stores, current, proven, prepared)
  })
  if (!done.ok) return done
  await ports.guessBudgets.forgive(accountBucket(account.id))
  return ok(prepared)
}
