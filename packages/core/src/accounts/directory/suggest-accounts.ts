import type { Actor } from '../../model/actor.ts'
import type { Transacts } from '../../ports/index.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { Forbidden } from '../../model/accounts/account-errors.ts'
import { profileOf } from '../../model/accounts/account.ts'
import { administers, possibleActs } from '../../model/accounts/permissions.ts'
import { readerEffectiveRoleOf } from '../../authorization/effective-role.ts'
import type { ListedAccount } from './list-accounts.ts'

export type SuggestAccounts = { readonly actor: Actor; readonly typed: string }

export const suggestionsMax = 10
/** The minimum length of the typed text. */
export const typedLengthMin = 2
const typedLengthMax = 100

/**
 * The first ten active people for a partly typed text: those whose address starts with it, then
 * those whose name does, then those that contain it, each by address and with what the actor could
 * do. Empty before the second character. For Owner, Admin and operator.
 */
export async function suggestAccounts(
  ports: Transacts<'accounts'>,
  { actor, ...input }: SuggestAccounts,
): Promise<Result<readonly ListedAccount[], Forbidden>> {
  const typed = input.typed.trim()
  return ports.transact(async (stores) => {
    const effectiveRole = await readerEffectiveRoleOf(stores, actor)
    if (effectiveRole === null || !administers(effectiveRole))
      return err({ code: 'account.forbidden' })
    const { length } = Array.from(typed)
    if (length < typedLengthMin || length > typedLengthMax) return ok([])
    const suggested = await stores.accounts.suggest(typed, suggestionsMax)
    const owners = await stores.accounts.countActiveOwners()
    return ok(
      suggested.map((account) => ({
        ...profileOf(account),
        may: possibleActs(effectiveRole, account, owners),
      })),
    )
  })
}
