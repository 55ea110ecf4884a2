import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../result.ts'
import { newEnrolment, type Enrolment } from '../second-factor/second-factor.ts'
import { openChallenge } from './challenge.ts'
import type { SignInRefused } from './sign-in-errors.ts'

export type StartEnrolment = { readonly challenge: string }

/** The fourth stage begins: a secret for the authenticator. Asking again replaces it; nothing is enabled yet. */
export async function startEnrolment(
  ports: Pick<Ports, 'cipher' | 'oneTimeCodes' | 'secrets' | 'transact'>,
  { challenge }: StartEnrolment,
): Promise<Result<Enrolment, SignInRefused>> {
  return ports.transact(async (stores) => {
    const open = await openChallenge(ports, stores, challenge, 'second_factor_enrolment')
    if (open === null || open.account.mfaEnabledAt !== null) return err({ code: 'sign_in.refused' })
    const { account, enrolment } = newEnrolment(ports, open.account)
    await stores.accounts.update(account)
    return ok(enrolment)
  })
}
