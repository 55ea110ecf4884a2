import { withinChangeLimit } from '../attempt-limits/within-change-limit.ts'
import type { ChangesExhausted, Forbidden } from '../model/accounts/account-errors.ts'
import type { AccountId } from '../model/accounts/account.ts'
import { effectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import { notifyOwners } from '../notices/notice.ts'
import type { Ports, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { KeyNotFound, KeyNotTransferable } from '../model/keys/key-errors.ts'
import {
  isTransferable,
  keyStatus,
  mayHoldServiceKeys,
  responsibleId,
  type KeyId,
} from '../model/keys/key.ts'

export type TakeOverKey = {
  readonly actor: Actor
  readonly keyId: KeyId
  /** The person who becomes responsible. An Owner may name only themself, the operator any active Owner. */
  readonly ownerId: AccountId
}

/**
 * Makes an active Owner responsible for a service key, even after its responsible person ceased to be an Owner. From the
 * next request it works while this Owner is active. Every active Owner is notified by email. Idempotent.
 */
export async function takeOverKey(
  ports: Pick<Ports, 'attemptLimits'> &
    Transacts<'accounts' | 'audit' | 'jobs' | 'keys' | 'lockAccount' | 'now'>,
  { actor, keyId, ownerId }: TakeOverKey,
): Promise<Result<null, Forbidden | KeyNotFound | KeyNotTransferable | ChangesExhausted>> {
  return withinChangeLimit(ports, actor, 'administered_changes', () =>
    ports.transact(async (stores) => {
      // A concurrent deactivation, deletion or demotion of the Owner waits for the lock, and then finds the key.
      const owner = await stores.lockAccount(ownerId)
      const effectiveRole = await effectiveRoleOf(stores, actor)
      const mayName =
        effectiveRole?.role === 'Owner' &&
        (effectiveRole.id === null || effectiveRole.id === ownerId)
      if (!mayName || owner === null || !mayHoldServiceKeys(owner))
        return err({ code: 'account.forbidden' })

      const key = await stores.keys.find(keyId)
      if (key === null) return err({ code: 'key.not_found' })
      if (!isTransferable(key)) return err({ code: 'key.not_transferable' })
      const from = responsibleId(key)
      if (from === ownerId && keyStatus(key, await stores.now()) === 'active') return ok(null)
      if (!(await stores.keys.takeOver(keyId, ownerId)))
        return err({ code: 'key.not_transferable' })

      const { name: keyName, prefix: keyPrefix, source } = key
      await stores.audit.append(
        auditEntry(actor, 'key.take_over', `key:${keyId}`, {
          source,
          prefix: keyPrefix,
          from,
          to: ownerId,
        }),
      )
      await notifyOwners(stores, {
        kind: 'service_key_taken_over',
        keyName,
        keyPrefix,
        source,
        by: owner.email,
      })
      return ok(null)
    }),
  )
}
