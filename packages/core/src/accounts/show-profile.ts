import type { Person } from '../model/actor.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { Account } from '../model/accounts/account.ts'

export type ShowProfile = { readonly actor: Person }
/** `secondFactorRequired` says that the person's role must have one. */
export type Profile = { readonly account: Account; readonly secondFactorRequired: boolean }

/** A person's own account as it is at this moment. */
export async function showProfile(ports: Pick<Ports, 'transact'>, { actor }: ShowProfile): Promise<Result<Profile, Forbidden>> {
  return ports.transact(async ({ accounts, settings }) => {
    const account = await accounts.find(actor.userId)
    if (account?.status !== 'active') return err({ code: 'account.forbidden' })
    const { mfaRequiredRoles } = await settings.read()
    return ok({ account, secondFactorRequired: mfaRequiredRoles.includes(account.role) })
  })
}
