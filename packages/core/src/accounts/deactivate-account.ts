import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Ports } from '../ports/index.ts'
import { ok, type Result } from '../model/result.ts'
import type { AccountNotFound, Forbidden, LastOwner } from '../model/accounts/account-errors.ts'
import type { Account, AccountId } from '../model/accounts/account.ts'
import { endServiceKeys } from './end-service-keys.ts'
import { voidProofs } from '../credentials/proofs.ts'
import { removableTargetOf } from '../authorization/target.ts'

export type DeactivateAccount = { readonly actor: Actor; readonly userId: AccountId }

/**
 * Shuts a person out at once: sessions end, keys are revoked, also the service keys that they are responsible for,
 * personal agents stop, and whom they invited to be an Owner is not any more, in one transaction.
 * An access token that was issued lives on to its end and opens nothing that reads the database. Twice changes nothing.
 */
export async function deactivateAccount(
  ports: Pick<Ports, 'transact'>,
  { actor, userId }: DeactivateAccount,
): Promise<Result<Account, Forbidden | AccountNotFound | LastOwner>> {
  return ports.transact(async (stores) => {
    const target = await removableTargetOf(stores, { actor, act: 'deactivate', userId })
    if (!target.ok) return target
    const { account, by } = target.value
    if (account.status === 'deactivated') return ok(account)

    const deactivated: Account = { ...account, status: 'deactivated', updatedAt: await stores.now() }
    await stores.accounts.update(deactivated)
    const ended = {
      sessions: await voidProofs(stores, userId, null),
      // First, because it locks both kinds of keys, in their one order.
      service_keys: await endServiceKeys(stores, account, by.id),
      keys: await stores.keys.revokeAll(userId, by.id),
      agents: await stores.agents.disableAll(userId),
      invitations: await stores.invitations.revokeOwnerInvitations(userId),
    }
    await stores.audit.append(auditEntry(actor, 'account.deactivate', `user:${userId}`, ended))
    return ok(deactivated)
  })
}
