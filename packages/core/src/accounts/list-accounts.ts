import type { Actor } from '../actor.ts'
import { pageOf, type Page, type PageWanted } from '../page.ts'
import type { AccountFilter, Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../result.ts'
import type { Forbidden } from './account-errors.ts'
import type { Account } from './account.ts'
import type { Email } from './email.ts'
import { isAdministrator, readerStandingOf } from './standing.ts'

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
