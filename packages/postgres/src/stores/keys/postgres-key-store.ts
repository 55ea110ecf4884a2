import {
  type AccountId,
  type IdentitySource,
  type Key,
  type KeyStore,
  type ServiceKey,
} from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import { responsibilityIn } from '../../hot-paths/postgres-key-holders.ts'
import type { Tables } from '../../tables.ts'
import { keyColumns, listKeyRows, serviceKeyResponsible, type KeyRow } from './key-search.ts'

export const postgresKeyStore = (transaction: Transaction<Tables>): KeyStore => ({
  async insert(key, digest) {
    await transaction
      .insertInto('api_keys')
      .values({
        id: key.id,
        kind: key.kind,
        owner_id: key.ownerId,
        source: key.source,
        name: key.name,
        key_hash: digest,
        prefix: key.prefix,
        sources: key.sources === null ? null : [...key.sources],
        created_by: key.createdBy,
        taken_over_by: key.takenOverBy,
        created_at: key.createdAt,
        expires_at: key.expiresAt,
        last_used_at: key.lastUsedAt,
        revoked_at: key.revokedAt,
      })
      .execute()
  },

  async find(id) {
    const row = await transaction
      .selectFrom('api_keys')
      .select(keyColumns)
      .where('id', '=', id)
      .executeTakeFirst()
    return row === undefined ? null : fromRow(row)
  },

  async revoke(id, by) {
    const { numUpdatedRows } = await transaction
      .updateTable('api_keys')
      .set({ revoked_at: presentTime, revoked_by: by })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  },

  async revokeAll(ownerId, by) {
    await lockKeysOf(transaction, ownerId, notRevoked)
    const { numUpdatedRows } = await transaction
      .updateTable('api_keys')
      .set({ revoked_at: presentTime, revoked_by: by })
      .where('owner_id', '=', ownerId)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
  },

  async revokeServiceKeys(responsibleId, by) {
    await lockKeysOf(transaction, responsibleId, notRevoked)
    const rows = await transaction
      .updateTable('api_keys')
      .set({ revoked_at: presentTime, revoked_by: by })
      .where('kind', '=', 'service')
      .where(serviceKeyResponsible, '=', responsibleId)
      .where('revoked_at', 'is', null)
      .returning(keyColumns)
      .execute()
    return rows
      .map((row) => fromRow(row) as ServiceKey)
      .toSorted((left, right) => (left.id < right.id ? -1 : 1))
  },

  async takeOver(id, by) {
    const { numUpdatedRows } = await transaction
      .updateTable('api_keys')
      .set({ taken_over_by: by })
      .where('id', '=', id)
      .where('kind', '=', 'service')
      .where('revoked_at', 'is', null)
      .where(sql<boolean>`(expires_at is null or expires_at > now())`)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  },

  async listServedSources(countMax) {
    const rows = await transaction
      .selectFrom('api_keys')
      .select('source')
      .where('kind', '=', 'service')
      .where('revoked_at', 'is', null)
      .where(sql<boolean>`(expires_at is null or expires_at > now())`)
      .groupBy('source')
      .orderBy(sql`source collate "C"`)
      .limit(countMax)
      .execute()
    return rows.map(({ source }) => source as IdentitySource)
  },

  list: async (filter, page) =>
    (await listKeyRows(transaction, filter, page)).map((row) => {
      const { email: responsibleEmail } = row
      const ownerEmail = row.kind === 'personal' ? responsibleEmail : null
      const { role, status } = row
      return {
        ...fromRow(row),
        ownerEmail,
        responsibleEmail,
        responsible: responsibilityIn({ responsible_id: row.responsible_id, role, status }),
      }
    }),

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

  async createdAtPlace(ownerId, place) {
    const row = await transaction
      .selectFrom('api_keys')
      .select('created_at')
      .where('owner_id', '=', ownerId)
      .orderBy(sql`id desc nulls last`)
      .offset(place - 1)
      .limit(1)
      .executeTakeFirst()
    return row?.created_at ?? null
  },

  async countEnded(ownerId) {
    const { ended } = await transaction
      .selectFrom('api_keys')
      .select((row) => row.fn.countAll<string>().as('ended'))
      .where('owner_id', '=', ownerId)
      .where(sql<boolean>`(revoked_at is not null or expires_at <= now())`)
      .executeTakeFirstOrThrow()
    return Number(ended)
  },

  async claimExpiring(withinDays, countMax) {
    const due = transaction
      .selectFrom('api_keys')
      .select('id')
      .where('reminded_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where(
        sql<boolean>`expires_at > now() and expires_at <= now() + make_interval(days => ${withinDays})`,
      )
      .orderBy('expires_at')
      .limit(countMax)
      .forUpdate()
      .skipLocked()
    const rows = await transaction
      .with(
        (table) => table('due').materialized(),
        () => due,
      )
      .updateTable('api_keys')
      .set({ reminded_at: sql<Date>`now()` })
      .where('id', 'in', (query) => query.selectFrom('due').select('due.id'))
      .returning(keyColumns)
      .execute()
    return rows
      .map(fromRow)
      .toSorted((left, right) => left.expiresAt!.getTime() - right.expiresAt!.getTime())
  },
})

/** A person may have revoked any number of keys: to lock 100,000 takes most of a second. */
const notRevoked = sql`and revoked_at is null`

/**
 * Locks the keys that an account owns or is responsible for, in the order in which usage is stored,
 * to avoid deadlocks.
 */
export async function lockKeysOf(
  transaction: Transaction<Tables>,
  ownerId: AccountId,
  condition = sql``,
): Promise<void> {
  await sql`
    select from api_keys
    where (owner_id = ${ownerId} or (kind = 'service' and ${serviceKeyResponsible} = ${ownerId})) ${condition}
    order by id for update
  `.execute(transaction)
}

/** Not the transaction's start time: it may have waited for a lock since. */
const presentTime = sql<Date>`date_trunc('milliseconds', clock_timestamp())`

const fromRow = (row: KeyRow): Key => ({
  id: row.id,
  ...holderOf(row),
  name: row.name,
  prefix: row.prefix,
  sources: row.sources,
  createdBy: row.created_by,
  takenOverBy: row.taken_over_by,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
  revokedAt: row.revoked_at,
})

const holderOf = ({ kind, owner_id, source }: Pick<KeyRow, 'kind' | 'owner_id' | 'source'>) =>
  kind === 'service'
    ? ({ kind, ownerId: null, source: source as IdentitySource } as const)
    : ({ kind, ownerId: owner_id as AccountId, source: null } as const)
