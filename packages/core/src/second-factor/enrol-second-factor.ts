import type { Forbidden } from '../accounts/account-errors.ts'
import type { Person } from '../actor.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../result.ts'
import type { SecondFactorEnabled } from './second-factor-errors.ts'
import { newEnrolment, type Enrolment } from './second-factor.ts'

export type EnrolSecondFactor = { readonly actor: Person }

/** Begins a signed-in person's own enrolment. Asking again replaces the secret; nothing is enabled yet. */
export async function enrolSecondFactor(
  ports: Pick<Ports, 'cipher' | 'oneTimeCodes' | 'transact'>,
  { actor }: EnrolSecondFactor,
): Promise<Result<Enrolment, Forbidden | SecondFactorEnabled>> {
  return ports.transact(async (stores) => {
    await stores.lockAccount(actor.userId)
    const account = await stores.accounts.find(actor.userId)
    if (account?.status !== 'active') return err({ code: 'account.forbidden' })
    if (account.mfaEnabledAt !== null) return err({ code: 'second_factor.enabled' })
    const { account: enrolling, enrolment } = newEnrolment(ports, account)
    await stores.accounts.update(enrolling)
    return ok(enrolment)
  })
}
