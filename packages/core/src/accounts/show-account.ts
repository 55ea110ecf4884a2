import type { Actor } from '../model/actor.ts'
import type { GroupSlug } from '../model/groups/group.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { AccountNotFound, Forbidden } from '../model/accounts/account-errors.ts'
import type { Account, AccountId } from '../model/accounts/account.ts'
import { isAdministrator, readerStandingOf } from '../authorization/standing.ts'

export type ShowAccount = { readonly actor: Actor; readonly userId: AccountId }

/** What an administrator sees of a person: of their sessions the number and nothing else. */
export type AccountCard = {
  readonly account: Account
  readonly activeSessions: number
  readonly activeKeys: number
  readonly groups: readonly GroupSlug[]
}

/** One person, for Owner, Admin and operator. */
export async function showAccount(
  ports: Pick<Ports, 'transact'>,
  { actor, userId }: ShowAccount,
): Promise<Result<AccountCard, Forbidden | AccountNotFound>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerStandingOf(stores, actor))) return err({ code: 'account.forbidden' })
    const account = await stores.accounts.find(userId)
    if (account === null) return err({ code: 'account.not_found', sought: userId })
    return ok({
      account,
      activeSessions: await stores.sessions.count(userId),
      activeKeys: await stores.keys.countActive(userId),
      groups: await stores.groups.listOf(userId),
    })
  })
}
