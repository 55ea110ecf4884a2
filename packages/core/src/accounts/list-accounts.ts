import type { Actor } from '../model/actor.ts'
import { pageOf, type Page, type PageRequest } from '../model/page.ts'
import type { AccountFilter, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { Account } from '../model/accounts/account.ts'
import type { Email } from '../model/accounts/email.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../authorization/effective-role.ts'

export type ListAccounts = {
  readonly actor: Actor
  readonly filter: AccountFilter
  readonly page: PageRequest<Email>
}

/** The matching people by address. For Owner, Admin and operator. */
export async function listAccounts(
  ports: Transacts<'accounts'>,
  { actor, filter, page }: ListAccounts,
): Promise<Result<Page<Account, Email>, Forbidden>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerEffectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const read = await stores.accounts.list(filter, { ...page, limit: page.limit + 1 })
    return ok(pageOf(read, page.limit, ({ email }) => email))
  })
}
