import type { Forbidden } from '../accounts/account-errors.ts'
import type { AccountId } from '../accounts/account.ts'
import { mayActOn } from '../accounts/permissions.ts'
import { standingOf } from '../accounts/standing.ts'
import type { Actor } from '../actor.ts'
import { auditEntry } from '../audit/audit-entry.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../result.ts'
import type { IdentityNotFound } from './identity-errors.ts'
import type { IdentityId } from './identity.ts'

export type RemoveIdentity = { readonly actor: Actor; readonly userId: AccountId; readonly identityId: IdentityId }

/** Unties an external identity from a person: one's own, or another's by the permission matrix. It holds on the next message. */
export async function removeIdentity(
  ports: Pick<Ports, 'transact'>,
  { actor, userId, identityId }: RemoveIdentity,
): Promise<Result<null, Forbidden | IdentityNotFound>> {
  return ports.transact(async (stores) => {
    const standing = await standingOf(stores, actor)
    const account = await stores.accounts.find(userId)
    if (standing === null) return err({ code: 'account.forbidden' })
    if (account === null) return err({ code: 'identity.not_found' })
    if (!mayActOn(standing, 'remove_identity', account)) return err({ code: 'account.forbidden' })
    const removed = await stores.identities.remove(userId, identityId)
    if (removed === null) return err({ code: 'identity.not_found' })
    const { source, externalId } = removed
    await stores.audit.append(auditEntry(actor, 'identity.remove', `user:${userId}`, { source, external_id: externalId }))
    return ok(null)
  })
}
