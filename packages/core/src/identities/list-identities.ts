import type { AccountNotFound, Forbidden } from '../model/accounts/account-errors.ts'
import type { AccountId } from '../model/accounts/account.ts'
import { isAdministrator, readerStandingOf } from '../authorization/standing.ts'
import type { Actor } from '../model/actor.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Identity } from '../model/identities/identity.ts'

export type ListIdentities = { readonly actor: Actor; readonly userId: AccountId }

/** The external identities that act as a person, newest first: one's own, or anybody's for Owner, Admin and operator. */
export async function listIdentities(
  ports: Pick<Ports, 'transact'>,
  { actor, userId }: ListIdentities,
): Promise<Result<readonly Identity[], Forbidden | AccountNotFound>> {
  return ports.transact(async (stores) => {
    const standing = await readerStandingOf(stores, actor)
    if (standing?.id !== userId && !isAdministrator(standing)) return err({ code: 'account.forbidden' })
    if ((await stores.accounts.find(userId)) === null) return err({ code: 'account.not_found', sought: userId })
    return ok(await stores.identities.listOf(userId))
  })
}
