import { standingOf } from '../authorization/standing.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { KeyNotFound } from '../model/keys/key-errors.ts'
import type { KeyId } from '../model/keys/key.ts'
import { overseenKey, type KeyScope } from './oversight.ts'

export type RevokeKey = { readonly actor: Actor; readonly keyId: KeyId; readonly scope: KeyScope }

/**
 * Revokes a key: the next request with it is refused in every process. A key that the actor may
 * not revoke is as good as missing. Twice is once.
 */
export async function revokeKey(ports: Pick<Ports, 'transact'>, command: RevokeKey): Promise<Result<null, KeyNotFound>> {
  const { actor, keyId } = command
  return ports.transact(async (stores) => {
    const overseen = await overseenKey(stores, await standingOf(stores, actor), command)
    if (overseen === null) return err({ code: 'key.not_found' })
    const { standing, key } = overseen
    if (!(await stores.keys.revoke(keyId, standing.id))) return ok(null)
    await stores.audit.append(auditEntry(actor, 'key.revoke', `key:${keyId}`, { owner_id: key.ownerId, prefix: key.prefix }))
    return ok(null)
  })
}
