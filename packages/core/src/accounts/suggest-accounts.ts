import type { Actor } from '../model/actor.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { Account } from '../model/accounts/account.ts'
import { isAdministrator, readerStandingOf } from '../authorization/standing.ts'

export type SuggestAccounts = { readonly actor: Actor; readonly typed: string }

export const suggestionsMax = 10
/** Characters that must have been typed. */
export const typedLengthMin = 2
const typedLengthMax = 100

/**
 * The best ten active people for what somebody has typed so far: those whose address or name begins with it before
 * those who have it inside, by address. Nobody before the second character. For Owner, Admin and operator.
 */
export async function suggestAccounts(
  ports: Pick<Ports, 'transact'>,
  { actor, ...input }: SuggestAccounts,
): Promise<Result<readonly Account[], Forbidden>> {
  const typed = input.typed.trim()
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerStandingOf(stores, actor))) return err({ code: 'account.forbidden' })
    const { length } = Array.from(typed)
    if (length < typedLengthMin || length > typedLengthMax) return ok([])
    return ok(await stores.accounts.suggest(typed, suggestionsMax))
  })
}
