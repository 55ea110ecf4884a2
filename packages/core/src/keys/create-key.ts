import type { AccountNotFound, Forbidden } from '../model/accounts/account-errors.ts'
import type { AccountId } from '../model/accounts/account.ts'
import { mayActOn } from '../model/accounts/permissions.ts'
import { isAdministrator, effectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import { principalsOf } from '../model/knowledge/principal.ts'
import { notify } from '../notices/notice.ts'
import type { NoticeSubject, Ports, Stores, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type {
  KeyCreationsExhausted,
  KeyLimitReached,
  KeyNameInvalid,
  KeySourcesInvalid,
} from '../model/keys/key-errors.ts'
import {
  keyExpiry,
  keyName,
  keysPerAccountMax,
  keySources,
  neverUsed,
  newKeysPerHourMax,
  type Key,
  type KeyId,
  type KeyLifetimeDays,
  type KeyWithPeople,
} from '../model/keys/key.ts'

export type CreateKey = {
  readonly actor: Actor
  readonly ownerId: AccountId
  readonly name: string
  readonly lifetimeDays: KeyLifetimeDays
  /** The sources that the key can search. Null for every source that the owner may see. */
  readonly sources: readonly string[] | null
}
/** `plain` is the whole key. It is returned once and cannot be read again. */
export type CreatedKey = { readonly key: KeyWithPeople; readonly plain: string }

/**
 * Creates an API key that acts as its owner. Creating one for another person follows the permission matrix. The owner is
 * always notified by email. At most `keysPerAccountMax` keys of an owner are active, and `newKeysPerHourMax` are created
 * within an hour, even with concurrent calls.
 */
export async function createKey(
  ports: Pick<Ports, 'apiKeys' | 'ids'> &
    Transacts<
      'accounts' | 'audit' | 'documents' | 'groups' | 'jobs' | 'keys' | 'lockAccount' | 'now'
    >,
  { actor, ownerId, lifetimeDays, ...input }: CreateKey,
): Promise<
  Result<
    CreatedKey,
    | Forbidden
    | AccountNotFound
    | KeyNameInvalid
    | KeySourcesInvalid
    | KeyLimitReached
    | KeyCreationsExhausted
  >
> {
  const name = keyName(input.name)
  if (name === null) return err({ code: 'key.name_invalid' })
  const { plain, digest, prefix } = ports.apiKeys.newApiKey()

  return ports.transact(async (stores) => {
    await stores.lockAccount(ownerId)
    const effectiveRole = await effectiveRoleOf(stores, actor)
    const owner = await stores.accounts.find(ownerId)
    if (owner === null && isAdministrator(effectiveRole))
      return err({ code: 'account.not_found', identifier: ownerId })
    if (
      effectiveRole === null ||
      owner?.status !== 'active' ||
      !mayActOn(effectiveRole, 'issue_key', owner)
    )
      return err({ code: 'account.forbidden' })

    const principals = principalsOf({ ...owner, groups: await stores.groups.listByMember(ownerId) })
    const sources = keySources(
      input.sources,
      input.sources === null ? [] : await stores.documents.listSources(principals),
    )
    if (!sources.ok) return sources
    const limited = await limitOf(stores, ownerId)
    if (limited !== null) return err(limited)

    const id = ports.ids.newId() as KeyId
    const createdAt = await stores.now()
    const key: Key = {
      ...neverUsed,
      kind: 'personal',
      id,
      name,
      prefix,
      ownerId,
      source: null,
      sources: sources.value,
      createdBy: effectiveRole.id,
      createdAt,
      expiresAt: keyExpiry(createdAt, lifetimeDays),
    }
    await stores.keys.insert(key, digest)
    await stores.audit.append(
      auditEntry(actor, 'key.create', `key:${id}`, { owner_id: ownerId, prefix }),
    )
    await notify(stores, owner, keyIssued(key))
    const { email, role, status } = owner
    return ok({
      key: { ...key, ownerEmail: email, responsibleEmail: email, responsible: { role, status } },
      plain,
    })
  })
}

const hourMs = 3_600_000

/** The limit that refuses a further key; null if none does. Revoked keys count as created: each has queued an email. */
async function limitOf(
  { keys, now }: Pick<Stores, 'keys' | 'now'>,
  ownerId: AccountId,
): Promise<KeyLimitReached | KeyCreationsExhausted | null> {
  if ((await keys.countActive(ownerId)) >= keysPerAccountMax)
    return { code: 'key.limit_reached', limit: keysPerAccountMax }
  const earliest = await keys.createdAtPlace(ownerId, newKeysPerHourMax)
  if (earliest === null) return null
  const waitMs = earliest.getTime() + hourMs - (await now()).getTime()
  return waitMs <= 0
    ? null
    : { code: 'key.creations_exhausted', retryAfterSeconds: Math.ceil(waitMs / 1_000) }
}

const keyIssued = ({ name, prefix, expiresAt }: Key): NoticeSubject => ({
  kind: 'key_issued',
  keyName: name,
  keyPrefix: prefix,
  expiresAt: expiresAt?.toISOString() ?? null,
})
