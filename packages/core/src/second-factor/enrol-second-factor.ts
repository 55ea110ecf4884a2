import { withinChangeLimit } from '../attempt-limits/within-change-limit.ts'
import type { ChangesExhausted, Forbidden } from '../model/accounts/account-errors.ts'
import { effectiveRoleOf } from '../authorization/effective-role.ts'
import type { Person } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Ports, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { SecondFactorEnabled } from '../model/second-factor-errors.ts'
import { newEnrolment, type Enrolment } from '../credentials/second-factor.ts'

export type EnrolSecondFactor = { readonly actor: Person }

/** Starts the person's own enrolment. A second call replaces the secret. Nothing is enabled yet. */
export async function enrolSecondFactor(
  ports: Pick<Ports, 'attemptLimits' | 'cipher' | 'oneTimeCodes'> &
    Transacts<'accounts' | 'audit' | 'lockAccount' | 'settings'>,
  { actor }: EnrolSecondFactor,
): Promise<Result<Enrolment, Forbidden | SecondFactorEnabled | ChangesExhausted>> {
  return withinChangeLimit(ports, actor, 'own_changes', () =>
    ports.transact(async (stores) => {
      const account = await stores.lockAccount(actor.userId)
      if (account === null || (await effectiveRoleOf(stores, actor)) === null)
        return err({ code: 'account.forbidden' })
      if (account.mfaEnabledAt !== null) return err({ code: 'second_factor.enabled' })
      const { account: enrolling, enrolment } = await newEnrolment(ports, stores, account)
      await stores.accounts.update(enrolling)
      await stores.audit.append(auditEntry(actor, 'second_factor.enrol', `user:${account.id}`))
      return ok(enrolment)
    }),
  )
}
