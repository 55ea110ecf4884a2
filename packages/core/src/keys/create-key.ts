import type { Forbidden } from '../accounts/account-errors.ts'
import { displayName, type AccountId } from '../accounts/account.ts'
import { mayActOn } from '../accounts/permissions.ts'
import { standingOf } from '../accounts/standing.ts'
import type { Actor } from '../actor.ts'
import { auditEntry } from '../audit/audit-entry.ts'
import type { Source } from '../knowledge/document.ts'
import { principalsOf } from '../knowledge/principal.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../result.ts'
import type { KeyLimitReached, KeyNameInvalid, KeySourcesInvalid } from './key-errors.ts'
import {
  keyExpiry,
  keyNameLengthMax,
  keysPerAccountMax,
  sourcesPerKeyMax,
  type Key,
  type KeyId,
  type KeyLifetimeDays,
} from './key.ts'

export type CreateKey = {
  readonly actor: Actor
  readonly ownerId: AccountId
  readonly name: string
  readonly lifetimeDays: KeyLifetimeDays
  /** Narrows the key to these sources; null for all that the owner may see. */
  readonly sources: readonly string[] | null
}
/** `plain` is the whole key. It is shown once and can never be read again (R3). */
export type CreatedKey = { readonly key: Key; readonly plain: string }

/** Creates an API key that acts as its owner. Issuing for somebody else follows the permission matrix (R2). */
export async function createKey(
  ports: Pick<Ports, 'apiKeys' | 'ids' | 'transact'>,
  { actor, ownerId, lifetimeDays, ...input }: CreateKey,
): Promise<Result<CreatedKey, Forbidden | KeyNameInvalid | KeySourcesInvalid | KeyLimitReached>> {
  const name = displayName(input.name)
  if (name === null || name.length > keyNameLengthMax) return err({ code: 'key.name_invalid' })
  const { plain, digest, prefix } = ports.apiKeys.newApiKey()

  return ports.transact(async (stores) => {
    await stores.lockAccount(ownerId)
    const standing = await standingOf(stores, actor)
    const owner = await stores.accounts.find(ownerId)
    if (standing === null || owner?.status !== 'active' || !mayActOn(standing, 'issue_key', owner))
      return err({ code: 'account.forbidden' })

    const principals = principalsOf({ ...owner, groups: await stores.groups.listOf(ownerId) })
    const unknown = unknownSources(input.sources, input.sources === null ? [] : await stores.documents.listSources(principals))
    if (unknown !== null) return err({ code: 'key.sources_invalid', unknown })
    if ((await stores.keys.countActive(ownerId)) >= keysPerAccountMax)
      return err({ code: 'key.limit_reached', limit: keysPerAccountMax })

    const createdAt = await stores.now()
    const key: Key = {
      id: ports.ids.newId() as KeyId,
      ownerId,
      name,
      prefix,
      sources: input.sources === null ? null : ([...new Set(input.sources)] as Source[]),
      createdAt,
      expiresAt: keyExpiry(createdAt, lifetimeDays),
      revokedAt: null,
    }
    await stores.keys.insert(key, digest)
    await stores.audit.append(auditEntry(actor, 'key.create', `key:${key.id}`, { owner_id: ownerId, prefix }))
    return ok({ key, plain })
  })
}

/** The named sources that the owner does not see, or null when the narrowing is sound. */
function unknownSources(named: readonly string[] | null, visible: readonly Source[]): readonly string[] | null {
  if (named === null) return null
  const unknown = named.filter((source) => !visible.some((known) => known === source))
  return unknown.length > 0 || named.length === 0 || named.length > sourcesPerKeyMax ? unknown : null
}
