import type { Forbidden } from '../model/accounts/account-errors.ts'
import { standingOf } from '../authorization/standing.ts'
import type { Person } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { SecondFactorEnabled } from '../model/second-factor-errors.ts'
import { newEnrolment, type Enrolment } from '../credentials/second-factor.ts'

export type EnrolSecondFactor = { readonly actor: Person }

/** Begins a signed-in person's own enrolment. Asking again replaces the secret; nothing is enabled yet. */
export async function enrolSecondFactor(
  ports: Pick<Ports, 'cipher' | 'oneTimeCodes' | 'transact'>,
  { actor }: EnrolSecondFactor,
): Promise<Result<Enrolment, Forbidden | SecondFactorEnabled>> {
  return ports.transact(async (stores) => {
    const account = await stores.lockAccount(actor.userId)
    if (account === null || (await standingOf(stores, actor)) === null) return err({ code: 'account.forbidden' })
    if (account.mfaEnabledAt !== null) return err({ code: 'second_factor.enabled' })
    const { account: enrolling, enrolment } = newEnrolment(ports, account)
    await stores.accounts.update(enrolling)
    await stores.audit.append(auditEntry(actor, 'second_factor.enrol', `user:${account.id}`))
    return ok(enrolment)
  })
}
