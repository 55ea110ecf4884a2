import type { Actor } from '../model/actor.ts'
import type { GroupSlug } from '../model/groups/group.ts'
import type { Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { AccountNotFound, Forbidden } from '../model/accounts/account-errors.ts'
import type { Account, AccountId } from '../model/accounts/account.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../authorization/effective-role.ts'

export type ShowAccount = { readonly actor: Actor; readonly userId: AccountId }

/** A person as shown to administrators, with only the number of their sessions. */
export type AccountCard = {
  readonly account: Account
  readonly activeSessions: number
  readonly activeKeys: number
  readonly groups: readonly GroupSlug[]
}

/** Shows one person. For Owner, Admin and operator. */
export async function showAccount(
  ports: Transacts<'accounts' | 'groups' | 'keys' | 'sessions'>,
  { actor, userId }: ShowAccount,
): Promise<Result<AccountCard, Forbidden | AccountNotFound>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerEffectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const account = await stores.accounts.find(userId)
    if (account === null) return err({ code: 'account.not_found', identifier: userId })
    return ok({
      account,
      activeSessions: await stores.sessions.count(userId),
      activeKeys: await stores.keys.countActive(userId),
      groups: await stores.groups.listByMember(userId),
    })
  })
}
