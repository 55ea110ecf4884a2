import type { Actor } from '../actor.ts'
import { auditEntry } from '../audit/audit-entry.ts'
import type { Ports } from '../ports/index.ts'
import { ok, type Result } from '../result.ts'
import type { AccountNotFound, Forbidden, LastOwner } from './account-errors.ts'
import type { AccountId } from './account.ts'
import { removableTargetOf } from './target.ts'

export type DeleteAccount = { readonly actor: Actor; readonly userId: AccountId }

/**
 * Removes an account for good, with everything that lets somebody in by it. Documents and the audit log stay as
 * they are, and the id is never used again (SPEC 3.1, R61). Whom they invited to be an Owner is not any more.
 */
export async function deleteAccount(
  ports: Pick<Ports, 'transact'>,
  { actor, userId }: DeleteAccount,
): Promise<Result<null, Forbidden | AccountNotFound | LastOwner>> {
  return ports.transact(async (stores) => {
    const target = await removableTargetOf(stores, { actor, act: 'delete', userId })
    if (!target.ok) return target
    const { email, role } = target.value.account
    await stores.accounts.remove(userId)
    await stores.invitations.revokeOwnerInvitations(userId)
    await stores.audit.append(auditEntry(actor, 'account.delete', `user:${userId}`, { email, role }))
    return ok(null)
  })
}
