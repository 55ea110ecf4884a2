import type { Actor } from '../model/actor.ts'
import { pageOf, type Page, type PageWanted } from '../model/page.ts'
import type { AccountFilter, Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { Account } from '../model/accounts/account.ts'
import type { Email } from '../model/accounts/email.ts'
import { isAdministrator, readerStandingOf } from '../authorization/standing.ts'

export type ListAccounts = { readonly actor: Actor; readonly filter: AccountFilter; readonly page: PageWanted<Email> }

/** The people who match, by address. For Owner, Admin and operator. */
export async function listAccounts(
  ports: Pick<Ports, 'transact'>,
  { actor, filter, page }: ListAccounts,
): Promise<Result<Page<Account, Email>, Forbidden>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerStandingOf(stores, actor))) return err({ code: 'account.forbidden' })
    const read = await stores.accounts.list(filter, { ...page, limit: page.limit + 1 })
    return ok(pageOf(read, page.limit, ({ email }) => email))
  })
}
