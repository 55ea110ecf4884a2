import type { Person } from '../model/actor.ts'
import type { Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { Account } from '../model/accounts/account.ts'

export type ShowProfile = { readonly actor: Person }
/** `secondFactorRequired`: the person's role must have a second factor. */
export type Profile = { readonly account: Account; readonly secondFactorRequired: boolean }

/** The person's own account in its current state. */
export async function showProfile(
  ports: Transacts<'accounts' | 'settings'>,
  { actor }: ShowProfile,
): Promise<Result<Profile, Forbidden>> {
  return ports.transact(async ({ accounts, settings }) => {
    const account = await accounts.find(actor.userId)
    if (account?.status !== 'active') return err({ code: 'account.forbidden' })
    const { mfaRequiredRoles } = await settings.read()
    return ok({ account, secondFactorRequired: mfaRequiredRoles.includes(account.role) })
  })
}
