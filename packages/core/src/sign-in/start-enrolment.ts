import type { Anonymous, Origin } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Ports, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { newEnrolment, type Enrolment } from '../credentials/second-factor.ts'
import { openChallenge } from '../sign-in-flow/open-challenge.ts'
import type { SignInRefused } from '../model/sign-in/sign-in-errors.ts'

export type StartEnrolment = { readonly challenge: string; readonly origin: Origin }

/** Starts the fourth stage with a secret for the authenticator. A second call replaces it. Nothing is enabled yet. */
export async function startEnrolment(
  ports: Pick<Ports, 'cipher' | 'oneTimeCodes' | 'secrets'> &
    Transacts<'accounts' | 'audit' | 'challenges' | 'lockAccount' | 'settings'>,
  { challenge, origin }: StartEnrolment,
): Promise<Result<Enrolment, SignInRefused>> {
  return ports.transact(async (stores) => {
    const open = await openChallenge(ports, stores, challenge, 'second_factor_enrolment')
    if (open === null || open.account.mfaEnabledAt !== null) return err({ code: 'sign_in.refused' })
    const { account, enrolment } = await newEnrolment(ports, stores, open.account)
    await stores.accounts.update(account)
    const actor: Anonymous = { kind: 'anonymous', via: 'web', ...origin }
    await stores.audit.append(auditEntry(actor, 'second_factor.enrol', `user:${account.id}`))
    return ok(enrolment)
  })
}
