import type { Session, SessionStore } from '@ken/core/ports'
import { sql, type Selectable, type Transaction } from 'kysely'
import { pruneExpired } from '../platform/prune-expired.ts'
import { lockSessionsOf } from '../../open/server/session-locks.ts'
import type { Tables } from '../../tables.ts'

/**
 * Whether a session is still valid, by the database's clock. An expired session counts as missing.
 */
const lives = sql<boolean>`expires_at > now()`

/** In milliseconds, like the cursor of a page. */
const activeAt = sql<Date>`date_trunc('milliseconds', last_active_at)`

export const postgresSessionStore = (transaction: Transaction<Tables>): SessionStore => ({
  async insert(session) {
    await transaction.insertInto('sessions').values(toRow(session)).execute()
  },

  async find(id) {
    const row = await transaction
      .selectFrom('sessions')
      .selectAll()
      .where('id', '=', id)
      .where(lives)
      .executeTakeFirst()
    return row === undefined ? null : fromRow(row)
  },

  async listByUser(userId, { after, limit }) {
    const rows = await transaction
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .where(lives)
      .$if(after !== null, (query) =>
        query.where(sql<boolean>`(${activeAt}, id) < (${after?.lastActiveAt}, ${after?.id}::uuid)`),
      )
      .orderBy(activeAt, 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    return rows.map(fromRow)
  },

  async count(userId) {
    const living = transaction.selectFrom('sessions').where('user_id', '=', userId).where(lives)
    return Number(
      (await living.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()).count,
    )
  },

  async countSignedBy(secrets, newest) {
    const { rows } = await sql<{ count: number }>`
      with signed as (
        select max(coalesce(uses.last_used_at, (select first_used_at from secret_uses where id = ${newest}), now())) as until
        from unnest(${[...secrets]}::text[]) as older (id) left join secret_uses as uses on uses.id = older.id
      )
      select count(*)::int as count from sessions, signed
      where expires_at > now() and rotated_at <= signed.until + interval '1 minute'
    `.execute(transaction)
    return rows[0]?.count ?? 0
  },

  async listSigning() {
    const rows = await transaction
      .selectFrom('secret_uses')
      .select('id')
      .where('last_used_at', '>', sql<Date>`now() - interval '15 seconds'`)
      .orderBy(sql`id collate "C"`)
      .execute()
    return rows.map(({ id }) => id)
  },

  async end(userId, id) {
    await lockSessionsOf(transaction, userId)
    const { rows } = await sql<{ lived: boolean }>`
      delete from sessions where user_id = ${userId} and id = ${id} returning expires_at > now() as lived
    `.execute(transaction)
    return rows[0]?.lived === true
  },

  async endAll(userId, except) {
    await lockSessionsOf(transaction, userId)
    const { rows } = await sql<{ lived: boolean }>`
      delete from sessions where user_id = ${userId} and id is distinct from ${except} returning expires_at > now() as lived
    `.execute(transaction)
    return rows.filter(({ lived }) => lived).length
  },

  prune: (countMax) => pruneExpired(transaction, 'sessions', countMax),
})

const toRow = (session: Session): Selectable<Tables['sessions']> => ({
  id: session.id,
  user_id: session.userId,
  generation: session.generation,
  rotated_at: session.rotatedAt,
  created_at: session.createdAt,
  expires_at: session.expiresAt,
  device: session.device,
  address: session.address,
  last_active_at: session.lastActiveAt,
  remember_me: session.rememberMe,
})

const fromRow = (row: Selectable<Tables['sessions']>): Session => ({
  id: row.id,
  userId: row.user_id,
  generation: row.generation,
  rotatedAt: row.rotated_at,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  device: row.device,
  address: row.address,
  lastActiveAt: row.last_active_at,
  rememberMe: row.remember_me,
})
