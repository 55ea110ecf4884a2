import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { Account } from '../model/accounts/account.ts'
import { standingOf } from '../authorization/standing.ts'
import type { Person } from '../model/actor.ts'
import { auditEntry, failed, type AuditAction } from '../model/audit-entry.ts'
import type { GuessesExhausted } from '../model/passwords/password-errors.ts'
import type { Ports, Stores } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { judgeGuess, ownGuess } from '../attempt-limits/guesses.ts'
import type { CodeRefused, SecondFactorMissing } from '../model/second-factor-errors.ts'
import {
  judgeSecondFactor,
  type ProvenFactor,
  type SecondFactorPorts,
  type SecondFactorProof,
} from '../credentials/second-factor.ts'

export type OwnFactorPorts = SecondFactorPorts & Pick<Ports, 'guessBudgets'>
export type OwnFactorRefusal = Forbidden | CodeRefused | SecondFactorMissing | GuessesExhausted

/** What a signed-in person does to their own second factor, and proves with it. */
export type OwnFactorAct<Prepared, Failure> = {
  readonly actor: Person
  readonly action: AuditAction
  readonly proof: SecondFactorProof
  readonly state: 'enabled' | 'enrolling'
  /** Does what must not happen inside a transaction, once the proof is found right. */
  readonly prepare: () => Promise<Prepared>
  /** Uses the proof up and does the rest, in one transaction. */
  readonly work: (
    stores: Stores,
    account: Account,
    proven: ProvenFactor,
    prepared: Prepared,
  ) => Promise<Result<null, CodeRefused | Failure>>
}

/**
 * Judges a person's own proof within the shared budget and, when it is right, runs the act. Only a proof that is
 * wrong or was used before costs a guess. Both outcomes are in the audit log.
 */
export async function withOwnFactor<Prepared, Failure extends { readonly code: string }>(
  ports: OwnFactorPorts,
  { actor, action, proof, state, prepare, work }: OwnFactorAct<Prepared, Failure>,
): Promise<Result<Prepared, OwnFactorRefusal | Failure>> {
  const found = await ports.transact(async (stores) => {
    const account = await stores.accounts.find(actor.userId)
    if (account?.status !== 'active') return err({ code: 'account.forbidden' })
    if (!isIn(state, account)) return err({ code: 'second_factor.missing' })
    return ok({ account, unused: await stores.recoveryCodes.listUnused(account.id) })
  })
  if (!found.ok) return found
  const { account, unused } = found.value
  const entry = auditEntry(actor, action, `user:${account.id}`)
  const refuse = async <Refusal extends OwnFactorRefusal | Failure>(refusal: Refusal) => {
    const meta = { reason: refusal.code.slice(refusal.code.indexOf('.') + 1) }
    await ports.transact(async ({ audit }) => ok(await audit.append({ ...failed(entry), meta })))
    return err(refusal)
  }

  const judged = await judgeGuess(ports, actor, ownGuess(actor), async () => {
    const proven = await judgeSecondFactor(ports, account, proof, unused)
    if (proven === null) return null
    const prepared = await prepare()
    const done = await ports.transact(async (stores): Promise<Result<null, Forbidden | CodeRefused | Failure>> => {
      const current = await stores.lockAccount(account.id)
      if (current === null || (await standingOf(stores, actor)) === null) return err({ code: 'account.forbidden' })
      if (current.mfaSecret !== account.mfaSecret || !isIn(state, current)) return err({ code: 'second_factor.code_refused' })
      const worked = await work(stores, current, proven, prepared)
      if (worked.ok) await stores.audit.append(entry)
      return worked
    })
    if (done.ok) return ok(prepared)
    return done.error.code === 'second_factor.code_refused' ? null : done
  })

  if (judged.kind === 'exhausted') {
    return refuse({ code: 'password.guesses_exhausted', retryAfterSeconds: judged.retryAfterSeconds })
  }
  if (judged.verdict === null) return refuse({ code: 'second_factor.code_refused' })
  await ports.guessBudgets.forgive(judged.bucket)
  return judged.verdict.ok ? judged.verdict : refuse(judged.verdict.error)
}

const isIn = (state: 'enabled' | 'enrolling', { mfaSecret, mfaEnabledAt }: Account): boolean =>
  mfaSecret !== null && (mfaEnabledAt !== null) === (state === 'enabled')
