import type { Actor } from '../../model/actor.ts'
import { auditEntry } from '../../model/audit-entry.ts'
import type { Transacts } from '../../ports/index.ts'
import { ok, type Result } from '../../model/result.ts'
import type { AccountNotFound, Forbidden } from '../../model/accounts/account-errors.ts'
import {
  profileOf,
  type Account,
  type AccountId,
  type AccountProfile,
} from '../../model/accounts/account.ts'
import { endServiceKeys } from './end-service-keys.ts'
import { authorizeAccountAct } from '../../authorization/authorize-account-act.ts'

export type ReactivateAccount = { readonly actor: Actor; readonly userId: AccountId }

/** Reactivates an account. Sessions, keys and agents do not come back. Idempotent. */
export async function reactivateAccount(
  ports: Transacts<'accounts' | 'audit' | 'jobs' | 'keys' | 'lockAccount' | 'now'>,
  { actor, userId }: ReactivateAccount,
): Promise<Result<AccountProfile, Forbidden | AccountNotFound>> {
  return ports.transact(async (stores) => {
    const target = await authorizeAccountAct(stores, { actor, act: 'reactivate', userId })
    if (!target.ok) return target
    const { account, actorRole } = target.value
    if (account.status === 'active') return ok(profileOf(account))

    const reactivated: Account = { ...account, status: 'active', updatedAt: await stores.now() }
    await stores.accounts.update(reactivated)
    // Deactivation by an earlier version did not revoke them.
    const meta = { service_keys: await endServiceKeys(stores, account, actorRole.id) }
    await stores.audit.append(auditEntry(actor, 'account.reactivate', `user:${userId}`, meta))
    return ok(profileOf(reactivated))
  })
}
