import { noWeek, responsibleId, type CreatedKey, type ListedKey, type ShownKey } from '@ken/core'

/** A key, without its secret. */
export const keyView = (key: ListedKey) => ({
  id: key.id,
  kind: key.kind,
  owner_id: key.ownerId,
  owner_email: key.ownerEmail,
  source: key.source,
  name: key.name,
  prefix: key.prefix,
  sources: key.sources === null ? null : [...key.sources],
  status: key.status,
  created_at: key.createdAt.toISOString(),
  created_by: key.createdBy,
  responsible_id: responsibleId(key),
  responsible_email: key.responsibleEmail,
  expires_at: key.expiresAt?.toISOString() ?? null,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
  week: [...key.week],
})

/** One key, with the acts that the caller could perform on it. */
export const shownKeyView = (key: ShownKey) => ({ ...keyView(key), may: [...key.may] })

/** A key as its creation shows it. */
export type CreatedKeyView = { readonly key: string | null; readonly notice?: string } & ReturnType<
  typeof keyView
>

/** A new key: the only view that shows the key itself. */
export const createdKeyView = ({ key, plain }: CreatedKey): CreatedKeyView => ({
  key: plain,
  ...keyView({ ...key, status: 'active', week: noWeek }),
})

/** The same for a repeated request, which never shows the key itself. */
export const replayedKeyView = (created: CreatedKey): CreatedKeyView => ({
  ...createdKeyView(created),
  key: null,
  notice:
    'This key was shown when it was created and cannot be shown again. If you do not have it, revoke it and create another one, with a new Idempotency-Key.',
})
