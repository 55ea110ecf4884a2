import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Ports } from '../ports/index.ts'
import { ok, type Result } from '../model/result.ts'
import type { AccountNotFound, Forbidden, LastOwner } from '../model/accounts/account-errors.ts'
import type { AccountId } from '../model/accounts/account.ts'
import { endServiceKeys } from './end-service-keys.ts'
import { removableTargetOf } from '../authorization/target.ts'

export type DeleteAccount = { readonly actor: Actor; readonly userId: AccountId }

/**
 * Removes an account for good, with everything that lets somebody in by it. Documents and the audit log stay as
 * they are, and the id is never used again. Whom they invited to be an Owner is not any more, and the
 * service keys that they were responsible for are revoked.
 */
export async function deleteAccount(
  ports: Pick<Ports, 'transact'>,
  { actor, userId }: DeleteAccount,
): Promise<Result<null, Forbidden | AccountNotFound | LastOwner>> {
  return ports.transact(async (stores) => {
    const target = await removableTargetOf(stores, { actor, act: 'delete', userId })
    if (!target.ok) return target
    const { account, by } = target.value
    const { email, role } = account
    // First: an act of one of these sessions refers to the account, and must not wait for its removal.
    await stores.sessions.endAll(userId, null)
    await stores.accounts.remove(userId)
    const serviceKeys = await endServiceKeys(stores, account, by.id)
    await stores.invitations.revokeOwnerInvitations(userId)
    await stores.audit.append(auditEntry(actor, 'account.delete', `user:${userId}`, { email, role, service_keys: serviceKeys }))
    return ok(null)
  })
}
