import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Transacts } from '../ports/index.ts'
import { ok, type Result } from '../model/result.ts'
import type { AccountNotFound, Forbidden, LastOwner } from '../model/accounts/account-errors.ts'
import type { AccountId } from '../model/accounts/account.ts'
import { endServiceKeys } from './end-service-keys.ts'
import { authorizeAccountRemoval } from '../authorization/authorize-account-act.ts'

export type DeleteAccount = { readonly actor: Actor; readonly userId: AccountId }

/**
 * Deletes an account permanently, with all its credentials. Documents and the audit log stay, and
 * the id is never reused. What they asked Ken to remember ends with them, because no one else could read or forget it. Revokes the Owner invitations they sent and the service keys they were
 * responsible for.
 */
export async function deleteAccount(
  ports: Transacts<
    | 'accounts'
    | 'audit'
    | 'conversations'
    | 'invitations'
    | 'jobs'
    | 'keys'
    | 'lockAccount'
    | 'lockOwners'
    | 'now'
    | 'sessions'
  >,
  { actor, userId }: DeleteAccount,
): Promise<Result<null, Forbidden | AccountNotFound | LastOwner>> {
  return ports.transact(async (stores) => {
    const target = await authorizeAccountRemoval(stores, { actor, act: 'delete', userId })
    if (!target.ok) return target
    const { account, actorRole } = target.value
    const { email, role } = account
    // First: an act of one of these sessions refers to the account, and must not wait for its
    // deletion.
    await stores.sessions.endAll(userId, null)
    await stores.accounts.remove(userId)
    // After it: an answer that is being kept holds the account until its commit.
    await stores.conversations.removeOwn(userId)
    const serviceKeys = await endServiceKeys(stores, account, actorRole.id)
    await stores.invitations.revokeOwnerInvitations(userId)
    await stores.audit.append(
      auditEntry(actor, 'account.delete', `user:${userId}`, {
        email,
        role,
        service_keys: serviceKeys,
      }),
    )
    return ok(null)
  })
}
