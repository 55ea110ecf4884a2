import type { AccountId, LinkCodeStore } from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import { pruneExpired } from './prune-expired.ts'
import type { Tables } from './tables.ts'

export const postgresLinkCodeStore = (transaction: Transaction<Tables>): LinkCodeStore => ({
  async replace(userId, digest, expiresAt) {
    await transaction
      .insertInto('link_tokens')
      .values({ user_id: userId, token_hash: digest, expires_at: expiresAt })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ token_hash: digest, expires_at: expiresAt }))
      .execute()
  },

  async consume(digest) {
    const row = await transaction
      .deleteFrom('link_tokens')
      .where('token_hash', '=', digest)
      .returning(['user_id', sql<boolean>`expires_at > now()`.as('lived')])
      .executeTakeFirst()
    return row?.lived === true ? (row.user_id as AccountId) : null
  },

  async voidAll(userId) {
    await transaction.deleteFrom('link_tokens').where('user_id', '=', userId).execute()
  },

  prune: (countMax) => pruneExpired(transaction, 'link_tokens', countMax),
})
