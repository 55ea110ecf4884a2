import type { Actor } from '../../model/actor.ts'
import { auditEntry } from '../../model/audit-entry.ts'
import type { Transacts } from '../../ports/index.ts'
import { ok, type Result } from '../../model/result.ts'
import type { AccountNotFound, Forbidden, LastOwner } from '../../model/accounts/account-errors.ts'
import type { AccountId } from '../../model/accounts/account.ts'
import { endServiceKeys } from './end-service-keys.ts'
import { authorizeAccountRemoval } from '../../authorization/authorize-account-act.ts'

export type DeleteAccount = { readonly actor: Actor; readonly userId: AccountId }

/**
 * Deletes an account permanently, with all its credentials. Documents and the audit log stay, and the id is never
 * reused. The person's conversations with Ken are deleted too, because no one else could read or delete them. Revokes
 * the invitations of Owners and Admins that the person sent and the service keys that they were responsible for.
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
    // Before the deletion: an act in one of these sessions refers to the account, and must not wait for the deletion.
    await stores.sessions.endAll(userId, null)
    await stores.accounts.remove(userId)
    // After the deletion, which waits for answers that are being stored for the account: their messages are deleted,
    // too.
    await stores.conversations.removeOwn(userId)
    const serviceKeys = await endServiceKeys(stores, account, actorRole.id)
    const invitations = await stores.invitations.revokeOwnerInvitations(userId)
    await stores.audit.append(
      auditEntry(actor, 'account.delete', `user:${userId}`, {
        email,
        role,
        service_keys: serviceKeys,
        invitations,
      }),
    )
    return ok(null)
  })
}
