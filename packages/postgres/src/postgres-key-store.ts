import type { AccountId, Key, KeyId, KeyStore, Source } from '@ken/core/ports'
import { sql, type Selectable, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export const postgresKeyStore = (transaction: Transaction<Tables>): KeyStore => ({
  async insert(key, digest) {
    await transaction
      .insertInto('api_keys')
      .values({
        id: key.id,
        owner_id: key.ownerId,
        name: key.name,
        key_hash: digest,
        prefix: key.prefix,
        sources: key.sources === null ? null : [...key.sources],
        created_at: key.createdAt,
        expires_at: key.expiresAt,
        revoked_at: key.revokedAt,
      })
      .execute()
  },

  async find(id) {
    const row = await transaction.selectFrom('api_keys').select(columns).where('id', '=', id).executeTakeFirst()
    return row === undefined ? null : fromRow(row)
  },

  async revoke(id, by) {
    // clock_timestamp: the transaction may have waited for a lock since it began.
    await transaction
      .updateTable('api_keys')
      .set({ revoked_at: sql<Date>`date_trunc('milliseconds', clock_timestamp())`, revoked_by: by })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .execute()
  },

  async list({ ownerId, before, limit }) {
    const rows = await transaction
      .selectFrom('api_keys')
      .select(columns)
      .$if(ownerId !== null, (query) => query.where('owner_id', '=', ownerId!))
      .$if(before !== null, (query) => query.where('id', '<', before!))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    return rows.map(fromRow)
  },

  async countActive(ownerId) {
    const { active } = await transaction
      .selectFrom('api_keys')
      .select((row) => row.fn.countAll<string>().as('active'))
      .where('owner_id', '=', ownerId)
      .where('revoked_at', 'is', null)
      .where(sql<boolean>`(expires_at is null or expires_at > now())`)
      .executeTakeFirstOrThrow()
    return Number(active)
  },
})

const columns = ['id', 'owner_id', 'name', 'prefix', 'sources', 'created_at', 'expires_at', 'revoked_at'] as const

const fromRow = (row: Pick<Selectable<Tables['api_keys']>, (typeof columns)[number]>): Key => ({
  id: row.id as KeyId,
  ownerId: row.owner_id as AccountId,
  name: row.name,
  prefix: row.prefix,
  sources: row.sources as Source[] | null,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
})
