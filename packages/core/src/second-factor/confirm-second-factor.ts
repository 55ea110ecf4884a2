import type { Person } from '../actor.ts'
import { auditEntry } from '../audit/audit-entry.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../result.ts'
import { withOwnFactor, type OwnFactorRefusal } from './own-factor.ts'
import { enableSecondFactor, newRecoveryCodes } from './second-factor.ts'

export type ConfirmSecondFactor = { readonly actor: Person; readonly code: string }
export type EnabledSecondFactor = { readonly recoveryCodes: readonly string[] }

/** Ends a signed-in person's own enrolment with its first code; the recovery codes are shown once. */
export async function confirmSecondFactor(
  ports: Pick<
    Ports,
    'cipher' | 'clock' | 'guessBudgets' | 'log' | 'oneTimeCodes' | 'passwordHasher' | 'recoveryCodeSource' | 'transact'
  >,
  { actor, code }: ConfirmSecondFactor,
): Promise<Result<EnabledSecondFactor, OwnFactorRefusal>> {
  const enabled = await withOwnFactor(
    ports,
    actor,
    { code },
    'enrolling',
    () => newRecoveryCodes(ports),
    async (stores, account, proven, { hashes }) => {
      if ((await enableSecondFactor(stores, account, proven, hashes)) === null) return err({ code: 'second_factor.code_refused' })
      await stores.audit.append(auditEntry(actor, 'second_factor.enable', `user:${account.id}`))
      return ok(null)
    },
  )
  return enabled.ok ? ok({ recoveryCodes: enabled.value.codes }) : enabled
}
