import { effectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { KeyNotFound } from '../model/keys/key-errors.ts'
import type { KeyId } from '../model/keys/key.ts'
import { findManagedKey, type KeyScope } from './find-managed-key.ts'

export type RevokeKey = { readonly actor: Actor; readonly keyId: KeyId; readonly scope: KeyScope }

/**
 * Revokes a key: the next request with it is refused in every process. A key that the actor may not revoke is reported
 * as not found. Idempotent.
 */
export async function revokeKey(
  ports: Transacts<'accounts' | 'audit' | 'keys'>,
  command: RevokeKey,
): Promise<Result<null, KeyNotFound>> {
  const { actor, keyId } = command
  return ports.transact(async (stores) => {
    const managed = await findManagedKey(stores, await effectiveRoleOf(stores, actor), command)
    if (managed === null) return err({ code: 'key.not_found' })
    const { effectiveRole, key } = managed
    if (!(await stores.keys.revoke(keyId, effectiveRole.id))) return ok(null)
    await stores.audit.append(
      auditEntry(actor, 'key.revoke', `key:${keyId}`, {
        owner_id: key.ownerId,
        prefix: key.prefix,
      }),
    )
    return ok(null)
  })
}
