import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { Account } from '../model/accounts/account.ts'
import { effectiveRoleOf } from '../authorization/effective-role.ts'
import type { Person } from '../model/actor.ts'
import { auditEntry, failed, type AuditAction } from '../model/audit-entry.ts'
import type { AttemptsExhausted } from '../model/passwords/password-errors.ts'
import type { Ports, Stores, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import {
  countRefusal,
  verifyWithinLimit,
  ownAttempt,
  settleAttempts,
} from '../attempt-limits/attempt-limits.ts'
import type { CodeRefused, SecondFactorMissing } from '../model/second-factor-errors.ts'
import {
  checkSecondFactor,
  isSameSecret,
  type VerifiedSecondFactor,
  type SecondFactorPorts,
  type SecondFactorProof,
} from '../credentials/second-factor.ts'

type OwnSecondFactorStores =
  | 'accounts'
  | 'identities'
  | 'jobs'
  | 'keys'
  | 'now'
  | 'recoveryCodes'
  | 'settings'
export type OwnSecondFactorPorts = SecondFactorPorts &
  Pick<Ports, 'attemptLimits'> &
  Transacts<OwnSecondFactorStores | 'audit' | 'lockAccount' | 'refusals'>
export type OwnSecondFactorRefusal =
  | Forbidden
  | CodeRefused
  | SecondFactorMissing
  | AttemptsExhausted

/** An act on the person's own second factor, with its proof. */
export type OwnSecondFactorAct<Prepared, Failure> = {
  readonly actor: Person
  readonly action: AuditAction
  readonly proof: SecondFactorProof
  readonly state: 'enabled' | 'enrolling'
  /** A refusal before the proof is checked. It is not audited: a request that changes nothing can be repeated for ever. */
  readonly refusal?: (
    stores: Pick<Stores, OwnSecondFactorStores>,
    account: Account,
  ) => Promise<Failure | null>
  /** Runs after the proof is verified and before the transaction, for work that must not happen inside one. */
  readonly prepare: () => Promise<Prepared>
  /** Consumes the proof and performs the act, in one transaction. */
  readonly work: (
    stores: Pick<Stores, OwnSecondFactorStores>,
    account: Account,
    verified: VerifiedSecondFactor,
    prepared: Prepared,
  ) => Promise<Result<null, CodeRefused | Failure>>
}

/**
 * Verifies the person's proof within the shared attempt limit and, if it is correct, runs the act. Only a wrong or used
 * proof counts as an attempt. Success and failure are audited; attempts that the limit refuses are only counted.
 */
export async function withOwnSecondFactor<Prepared, Failure extends { readonly code: string }>(
  ports: OwnSecondFactorPorts,
  {
    actor,
    action,
    proof,
    state,
    refusal: refusalOf,
    prepare,
    work,
  }: OwnSecondFactorAct<Prepared, Failure>,
): Promise<Result<Prepared, OwnSecondFactorRefusal | Failure>> {
  const found = await ports.transact(async (stores) => {
    const account = await stores.accounts.find(actor.userId)
    if (account?.status !== 'active') return err({ code: 'account.forbidden' })
    if (!isIn(state, account)) return err({ code: 'second_factor.missing' })
    const refusal = (await refusalOf?.(stores, account)) ?? null
    if (refusal !== null) return err(refusal)
    return ok({ account, unused: await stores.recoveryCodes.listUnused(account.id) })
  })
  if (!found.ok) return found
  const { account, unused } = found.value
  const entry = auditEntry(actor, action, `user:${account.id}`)
  const refuse = async <Refusal extends OwnSecondFactorRefusal | Failure>(refusal: Refusal) => {
    const meta = { reason: refusal.code.slice(refusal.code.indexOf('.') + 1) }
    await ports.transact(async ({ audit }) => ok(await audit.append({ ...failed(entry), meta })))
    return err(refusal)
  }

  const checked = await verifyWithinLimit(ports, actor, ownAttempt(actor), async () => {
    const verified = await checkSecondFactor(ports, account, proof, unused)
    if (verified === null) return null
    const prepared = await prepare()
    const done = await ports.transact(
      async (stores): Promise<Result<null, Forbidden | CodeRefused | Failure>> => {
        const current = await stores.lockAccount(account.id)
        if (current === null || (await effectiveRoleOf(stores, actor)) === null)
          return err({ code: 'account.forbidden' })
        if (!isSameSecret(ports, account, current) || !isIn(state, current))
          return err({ code: 'second_factor.code_refused' })
        const worked = await work(stores, current, verified, prepared)
        if (worked.ok) await stores.audit.append(entry)
        return worked
      },
    )
    if (done.ok) return ok(prepared)
    return done.error.code === 'second_factor.code_refused' ? null : done
  })

  if (checked.kind === 'exhausted') {
    await countRefusal(ports, actor.userId)
    return err({
      code: 'password.guesses_exhausted',
      retryAfterSeconds: checked.retryAfterSeconds,
    })
  }
  if (checked.verdict === null) return refuse({ code: 'second_factor.code_refused' })
  await settleAttempts(ports.attemptLimits.refund(checked.bucket))
  return checked.verdict.ok ? checked.verdict : refuse(checked.verdict.error)
}

const isIn = (state: 'enabled' | 'enrolling', { mfaSecret, mfaEnabledAt }: Account): boolean =>
  mfaSecret !== null && (mfaEnabledAt !== null) === (state === 'enabled')
