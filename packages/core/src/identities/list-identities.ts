import type { AccountNotFound, Forbidden } from '../model/accounts/account-errors.ts'
import type { AccountId } from '../model/accounts/account.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import type { Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Identity } from '../model/identities/identity.ts'

export type ListIdentities = { readonly actor: Actor; readonly userId: AccountId }

/** Lists the identities linked to an account, newest first: the person's own, or anyone's for Owner, Admin and operator. */
export async function listIdentities(
  ports: Transacts<'accounts' | 'identities'>,
  { actor, userId }: ListIdentities,
): Promise<Result<readonly Identity[], Forbidden | AccountNotFound>> {
  return ports.transact(async (stores) => {
    const effectiveRole = await readerEffectiveRoleOf(stores, actor)
    if (effectiveRole?.id !== userId && !isAdministrator(effectiveRole))
      return err({ code: 'account.forbidden' })
    if ((await stores.accounts.find(userId)) === null)
      return err({ code: 'account.not_found', identifier: userId })
    return ok(await stores.identities.listByUser(userId))
  })
}
