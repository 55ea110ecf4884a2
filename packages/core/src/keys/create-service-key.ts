import { withinChangeLimit } from '../attempt-limits/within-change-limit.ts'
import type { ChangesExhausted, Forbidden } from '../model/accounts/account-errors.ts'
import { mayDo } from '../model/accounts/permissions.ts'
import { effectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import { isBuiltIn, parseIdentitySource } from '../model/identities/identity.ts'
import { notifyOwners } from '../notices/notice.ts'
import type { Ports, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { CreatedKey } from './create-key.ts'
import type {
  KeyNameInvalid,
  KeySourceBuiltIn,
  KeySourceInvalid,
  KeySourcesInvalid,
} from '../model/keys/key-errors.ts'
import {
  keyExpiry,
  keyName,
  keySources,
  neverUsed,
  type Key,
  type KeyId,
  type KeyLifetimeDays,
} from '../model/keys/key.ts'

export type CreateServiceKey = {
  readonly actor: Actor
  /** The platform whose identities the key may act on behalf of. */
  readonly source: string
  readonly name: string
  readonly lifetimeDays: KeyLifetimeDays
  /** Narrows the key to these sources of documents. Null for all that each person may see. */
  readonly sources: readonly string[] | null
}

/**
 * Creates a key for a surface that acts on behalf of many people. Only Owners and the operator may, because the key can
 * act for Owners. Built-in platforms are refused. An Owner's key works while they are an active Owner, unless another
 * Owner takes it over. Every active Owner is notified by email.
 */
export async function createServiceKey(
  ports: Pick<Ports, 'apiKeys' | 'attemptLimits' | 'ids'> &
    Transacts<'accounts' | 'audit' | 'jobs' | 'keys' | 'lockAccount' | 'now' | 'sources'>,
  { actor, lifetimeDays, ...input }: CreateServiceKey,
): Promise<
  Result<
    CreatedKey,
    | Forbidden
    | KeyNameInvalid
    | KeySourceInvalid
    | KeySourceBuiltIn
    | KeySourcesInvalid
    | ChangesExhausted
  >
> {
  const name = keyName(input.name)
  const source = parseIdentitySource(input.source)
  if (name === null) return err({ code: 'key.name_invalid' })
  if (source === null) return err({ code: 'key.source_invalid' })
  const { plain, digest, prefix } = ports.apiKeys.newApiKey()

  return withinChangeLimit(ports, actor, 'administered_changes', () =>
    ports.transact(async (stores) => {
      // A concurrent deactivation, deletion or demotion of the creator waits for the lock, and then finds the key.
      const creator = actor.kind === 'person' ? await stores.lockAccount(actor.userId) : null
      const effectiveRole = await effectiveRoleOf(stores, actor)
      if (effectiveRole === null || !mayDo(effectiveRole, 'service_keys.create'))
        return err({ code: 'account.forbidden' })
      if (isBuiltIn(source)) return err({ code: 'key.source_built_in' })
      const known =
        input.sources === null
          ? []
          : (await stores.sources.listCounts(null)).map((counted) => counted.source)
      const sources = keySources(input.sources, known)
      if (!sources.ok) return sources

      const id = ports.ids.newId() as KeyId
      const createdAt = await stores.now()
      const key: Key = {
        ...neverUsed,
        kind: 'service',
        id,
        name,
        prefix,
        ownerId: null,
        source,
        sources: sources.value,
        createdBy: effectiveRole.id,
        createdAt,
        expiresAt: keyExpiry(createdAt, lifetimeDays),
      }
      await stores.keys.insert(key, digest)
      await stores.audit.append(auditEntry(actor, 'key.create', `key:${id}`, { source, prefix }))
      const by = creator?.email ?? null
      await notifyOwners(stores, {
        kind: 'service_key_created',
        keyName: name,
        keyPrefix: prefix,
        source,
        by,
      })
      const responsible =
        creator === null
          ? 'organisation'
          : ({ role: creator.role, status: creator.status } as const)
      return ok({ key: { ...key, ownerEmail: null, responsibleEmail: by, responsible }, plain })
    }),
  )
}
