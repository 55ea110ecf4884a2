import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { AccountId } from '../model/accounts/account.ts'
import { mayActOn } from '../model/accounts/permissions.ts'
import { effectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { IdentityNotFound } from '../model/identities/identity-errors.ts'
import type { IdentityId } from '../model/identities/identity.ts'

export type RemoveIdentity = {
  readonly actor: Actor
  readonly userId: AccountId
  readonly identityId: IdentityId
}

/** Unlinks an identity: the person's own, or another's according to the permission matrix. Applies from the next message. */
export async function removeIdentity(
  ports: Transacts<'accounts' | 'audit' | 'identities'>,
  { actor, userId, identityId }: RemoveIdentity,
): Promise<Result<null, Forbidden | IdentityNotFound>> {
  return ports.transact(async (stores) => {
    const effectiveRole = await effectiveRoleOf(stores, actor)
    const account = await stores.accounts.find(userId)
    if (effectiveRole === null) return err({ code: 'account.forbidden' })
    if (account === null) return err({ code: 'identity.not_found' })
    if (!mayActOn(effectiveRole, 'remove_identity', account))
      return err({ code: 'account.forbidden' })
    const removed = await stores.identities.remove(userId, identityId)
    if (removed === null) return err({ code: 'identity.not_found' })
    const { source, externalId } = removed
    await stores.audit.append(
      auditEntry(actor, 'identity.remove', `user:${userId}`, { source, external_id: externalId }),
    )
    return ok(null)
  })
}
