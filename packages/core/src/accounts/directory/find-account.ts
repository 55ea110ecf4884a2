import type { Actor } from '../../model/actor.ts'
import type { Transacts } from '../../ports/index.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { AccountNotFound, Forbidden } from '../../model/accounts/account-errors.ts'
import type { Account } from '../../model/accounts/account.ts'
import { canonicalEmail } from '../../model/accounts/email.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../../authorization/effective-role.ts'

export type FindAccount = { readonly actor: Actor; readonly email: string }
/** A person without credentials, because this value leaves the process. */
export type FoundAccount = Pick<Account, 'id' | 'email' | 'name' | 'role' | 'status'>

/**
 * Finds a person by address, in any case and with spaces around it. For Owner, Admin and operator.
 */
export async function findAccount(
  ports: Transacts<'accounts'>,
  { actor, email }: FindAccount,
): Promise<Result<FoundAccount, Forbidden | AccountNotFound>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerEffectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const canonical = canonicalEmail(email)
    const account = canonical === null ? null : await stores.accounts.findByEmail(canonical)
    if (account === null) return err({ code: 'account.not_found', identifier: email })
    const { id, name, role, status } = account
    return ok({ id, email: account.email, name, role, status })
  })
}
