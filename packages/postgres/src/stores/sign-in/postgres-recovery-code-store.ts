import type { RecoveryCodeStore } from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'

export const postgresRecoveryCodeStore = (transaction: Transaction<Tables>): RecoveryCodeStore => ({
  async replace(userId, hashes) {
    await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
    if (hashes.length === 0) return
    await transaction
      .insertInto('recovery_codes')
      .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
      .execute()
  },

  async listUnused(userId) {
    const rows = await transaction
      .selectFrom('recovery_codes')
      .select('code_hash')
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .execute()
    return rows.map((row) => row.code_hash)
  },

  async consume(userId, hash) {
    const { numUpdatedRows } = await transaction
      .updateTable('recovery_codes')
      .set({ used_at: sql<Date>`now()` })
      .where('user_id', '=', userId)
      .where('code_hash', '=', hash)
      .where('used_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },
})
