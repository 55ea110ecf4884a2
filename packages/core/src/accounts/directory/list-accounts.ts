import type { Actor } from '../../model/actor.ts'
import { pageOf, type Page, type PageRequest } from '../../model/page.ts'
import type { AccountFilter, Transacts } from '../../ports/index.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { Forbidden } from '../../model/accounts/account-errors.ts'
import { profileOf, type AccountProfile } from '../../model/accounts/account.ts'
import type { Email } from '../../model/accounts/email.ts'
import { administers, possibleActs, type ActOnAccount } from '../../model/accounts/permissions.ts'
import { readerEffectiveRoleOf } from '../../authorization/effective-role.ts'

export type ListAccounts = {
  readonly actor: Actor
  readonly filter: AccountFilter
  readonly page: PageRequest<Email>
}
/** A person, with the acts that the actor could perform on their account. */
export type ListedAccount = AccountProfile & { readonly may: readonly ActOnAccount[] }

/** The matching people by address. For Owner, Admin and operator. */
export async function listAccounts(
  ports: Transacts<'accounts'>,
  { actor, filter, page }: ListAccounts,
): Promise<Result<Page<ListedAccount, Email>, Forbidden>> {
  return ports.transact(async (stores) => {
    const effectiveRole = await readerEffectiveRoleOf(stores, actor)
    if (effectiveRole === null || !administers(effectiveRole))
      return err({ code: 'account.forbidden' })
    const read = await stores.accounts.list(filter, { ...page, limit: page.limit + 1 })
    const owners = await stores.accounts.countActiveOwners()
    const listed = read.map((account) => ({
      ...profileOf(account),
      may: possibleActs(effectiveRole, account, owners),
    }))
    return ok(pageOf(listed, page.limit, ({ email }) => email))
  })
}
