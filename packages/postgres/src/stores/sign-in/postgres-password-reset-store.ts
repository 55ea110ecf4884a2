import { passwordResetAttemptsMax, type PasswordResetStore } from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import { pruneExpired } from '../platform/prune-expired.ts'
import type { Tables } from '../../tables.ts'

const isOpen = sql<boolean>`expires_at > now()`

export function postgresPasswordResetStore(transaction: Transaction<Tables>): PasswordResetStore {
  const revokeAll: PasswordResetStore['revokeAll'] = async (userId) => {
    await sql`update password_resets set token_hash = null where user_id = ${userId} and token_hash is not null`.execute(
      transaction,
    )
  }
  return {
    revokeAll,

    async insert({ id, userId, expiresAt }, digest) {
      await revokeAll(userId)
      const row = { id, user_id: userId, token_hash: digest, expires_at: expiresAt }
      await transaction.insertInto('password_resets').values(row).execute()
    },

    async find(digest) {
      const row = await transaction
        .selectFrom('password_resets')
        .select(['id', 'user_id', 'expires_at'])
        .where('token_hash', '=', digest)
        .where(isOpen)
        .executeTakeFirst()
      if (row === undefined) return null
      return {
        id: row.id,
        userId: row.user_id,
        expiresAt: row.expires_at,
      }
    },

    async count(userId) {
      const { resets } = await transaction
        .selectFrom('password_resets')
        .select((row) => row.fn.countAll<string>().as('resets'))
        .where('user_id', '=', userId)
        .where(isOpen)
        .executeTakeFirstOrThrow()
      return Number(resets)
    },

    async countAttempt(id) {
      const { numAffectedRows } = await sql`
        update password_resets set tries = tries + 1 where id = ${id} and tries < ${passwordResetAttemptsMax}
      `.execute(transaction)
      return numAffectedRows === 1n
    },

    async remove(id) {
      await transaction.deleteFrom('password_resets').where('id', '=', id).execute()
    },

    prune: (countMax) => pruneExpired(transaction, 'password_resets', countMax),
  }
}
