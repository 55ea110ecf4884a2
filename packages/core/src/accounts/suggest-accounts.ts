import type { Actor } from '../model/actor.ts'
import type { Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Forbidden } from '../model/accounts/account-errors.ts'
import { profileOf, type AccountProfile } from '../model/accounts/account.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../authorization/effective-role.ts'

export type SuggestAccounts = { readonly actor: Actor; readonly typed: string }

export const suggestionsMax = 10
/** The minimum length of the typed text. */
export const typedLengthMin = 2
const typedLengthMax = 100

/**
 * The first ten active people for a partly typed text: those whose address or name starts with it
 * before those that contain it, by address. Empty before the second character. For Owner, Admin and
 * operator.
 */
export async function suggestAccounts(
  ports: Transacts<'accounts'>,
  { actor, ...input }: SuggestAccounts,
): Promise<Result<readonly AccountProfile[], Forbidden>> {
  const typed = input.typed.trim()
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerEffectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const { length } = Array.from(typed)
    if (length < typedLengthMin || length > typedLengthMax) return ok([])
    return ok((await stores.accounts.suggest(typed, suggestionsMax)).map(profileOf))
  })
}
