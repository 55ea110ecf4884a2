import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Ports } from '../ports/index.ts'
import { ok, type Result } from '../model/result.ts'
import type { AccountNotFound, Forbidden } from '../model/accounts/account-errors.ts'
import type { Account, AccountId } from '../model/accounts/account.ts'
import { endServiceKeys } from './end-service-keys.ts'
import { targetOf } from '../authorization/target.ts'

export type ReactivateAccount = { readonly actor: Actor; readonly userId: AccountId }

/** Lets a person sign in again. Sessions, keys and agents do not come back. Twice changes nothing. */
export async function reactivateAccount(
  ports: Pick<Ports, 'transact'>,
  { actor, userId }: ReactivateAccount,
): Promise<Result<Account, Forbidden | AccountNotFound>> {
  return ports.transact(async (stores) => {
    const target = await targetOf(stores, { actor, act: 'reactivate', userId })
    if (!target.ok) return target
    const { account, by } = target.value
    if (account.status === 'active') return ok(account)

    const reactivated: Account = { ...account, status: 'active', updatedAt: await stores.now() }
    await stores.accounts.update(reactivated)
    // Those that stopped working with the role, from when deactivation did not revoke them yet.
    const meta = { service_keys: await endServiceKeys(stores, account, by.id) }
    await stores.audit.append(auditEntry(actor, 'account.reactivate', `user:${userId}`, meta))
    return ok(reactivated)
  })
}
