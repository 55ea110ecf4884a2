import type { Person } from '../model/actor.ts'
import type { Ports, Profile } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Forbidden } from '../model/accounts/account-errors.ts'

export type ShowProfile = { readonly actor: Person }
export type { Profile } from '../ports/index.ts'

/** The person's own account in its current state. */
export async function showProfile(
  ports: Pick<Ports, 'accountHolders'>,
  { actor }: ShowProfile,
): Promise<Result<Profile, Forbidden>> {
  const profile = await ports.accountHolders.findProfile(actor.userId)
  return profile?.account.status === 'active' ? ok(profile) : err({ code: 'account.forbidden' })
}
