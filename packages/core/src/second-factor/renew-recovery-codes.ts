import type { Person } from '../actor.ts'
import { auditEntry } from '../audit/audit-entry.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../result.ts'
import { withOwnFactor, type OwnFactorRefusal } from './own-factor.ts'
import { consumeSecondFactor, newRecoveryCodes, type SecondFactorProof } from './second-factor.ts'

export type RenewRecoveryCodes = { readonly actor: Person; readonly proof: SecondFactorProof }
export type RenewedRecoveryCodes = { readonly recoveryCodes: readonly string[] }

/** Replaces a person's own recovery codes, against a fresh proof. The old set is void; the new one is shown once. */
export async function renewRecoveryCodes(
  ports: Pick<
    Ports,
    'cipher' | 'clock' | 'guessBudgets' | 'log' | 'oneTimeCodes' | 'passwordHasher' | 'recoveryCodeSource' | 'transact'
  >,
  { actor, proof }: RenewRecoveryCodes,
): Promise<Result<RenewedRecoveryCodes, OwnFactorRefusal>> {
  const renewed = await withOwnFactor(
    ports,
    actor,
    proof,
    'enabled',
    () => newRecoveryCodes(ports),
    async (stores, account, proven, { hashes }) => {
      if (!(await consumeSecondFactor(stores, account, proven))) return err({ code: 'second_factor.code_refused' })
      await stores.recoveryCodes.replace(account.id, hashes)
      await stores.audit.append(auditEntry(actor, 'second_factor.renew_recovery_codes', `user:${account.id}`))
      return ok(null)
    },
  )
  return renewed.ok ? ok({ recoveryCodes: renewed.value.codes }) : renewed
}
