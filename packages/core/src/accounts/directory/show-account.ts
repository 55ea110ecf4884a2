import type { Actor } from '../../model/actor.ts'
import type { GroupSlug } from '../../model/groups/group.ts'
import type { Transacts } from '../../ports/index.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { AccountNotFound, Forbidden } from '../../model/accounts/account-errors.ts'
import { profileOf, type AccountId, type AccountProfile } from '../../model/accounts/account.ts'
import {
  actsOnAccount,
  administers,
  refusalOf,
  type ActOnAccount,
  type ActRefusal,
} from '../../model/accounts/permissions.ts'
import { readerEffectiveRoleOf } from '../../authorization/effective-role.ts'

export type ShowAccount = { readonly actor: Actor; readonly userId: AccountId }

/** A person as shown to administrators, with only the number of their sessions. */
export type AccountCard = {
  readonly account: AccountProfile
  readonly activeSessions: number
  readonly activeKeys: number
  readonly groups: readonly GroupSlug[]
  /** The acts that the actor could perform on the account. */
  readonly may: readonly ActOnAccount[]
  /** Why each of the other acts is not possible. */
  readonly refusals: Readonly<Partial<Record<ActOnAccount, ActRefusal>>>
}

/** Shows one person. For Owner, Admin and operator. */
export async function showAccount(
  ports: Transacts<'accounts' | 'groups' | 'keys' | 'sessions'>,
  { actor, userId }: ShowAccount,
): Promise<Result<AccountCard, Forbidden | AccountNotFound>> {
  return ports.transact(async (stores) => {
    const effectiveRole = await readerEffectiveRoleOf(stores, actor)
    if (effectiveRole === null || !administers(effectiveRole))
      return err({ code: 'account.forbidden' })
    const account = await stores.accounts.find(userId)
    if (account === null) return err({ code: 'account.not_found', identifier: userId })
    const owners = await stores.accounts.countActiveOwners()
    const refusals: Partial<Record<ActOnAccount, ActRefusal>> = {}
    for (const act of actsOnAccount) {
      const refusal = refusalOf(effectiveRole, act, account, owners)
      if (refusal !== null) refusals[act] = refusal
    }
    return ok({
      account: profileOf(account),
      activeSessions: await stores.sessions.count(userId),
      activeKeys: await stores.keys.countActive(userId),
      groups: await stores.groups.listByMember(userId),
      may: actsOnAccount.filter((act) => refusals[act] === undefined),
      refusals,
    })
  })
}
