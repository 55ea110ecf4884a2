import { mayActOn } from '../accounts/permissions.ts'
import { standingOf } from '../accounts/standing.ts'
import type { Actor } from '../actor.ts'
import { auditEntry } from '../audit/audit-entry.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../result.ts'
import type { KeyNotFound } from './key-errors.ts'
import type { KeyId } from './key.ts'

export type RevokeKey = { readonly actor: Actor; readonly keyId: KeyId }

/**
 * Revokes a key: the next request with it is refused in every process (R5). A key that the actor may
 * not revoke is as good as missing (R8). Twice is once.
 */
export async function revokeKey(ports: Pick<Ports, 'transact'>, { actor, keyId }: RevokeKey): Promise<Result<null, KeyNotFound>> {
  return ports.transact(async (stores) => {
    const standing = await standingOf(stores, actor)
    const key = await stores.keys.find(keyId)
    const owner = key === null ? null : await stores.accounts.find(key.ownerId)
    if (standing === null || key === null || owner === null || !mayActOn(standing, 'revoke_key', owner)) {
      return err({ code: 'key.not_found' })
    }
    if (key.revokedAt !== null) return ok(null)
    await stores.keys.revoke(keyId, standing.id)
    await stores.audit.append(auditEntry(actor, 'key.revoke', `key:${keyId}`, { owner_id: owner.id, prefix: key.prefix }))
    return ok(null)
  })
}
