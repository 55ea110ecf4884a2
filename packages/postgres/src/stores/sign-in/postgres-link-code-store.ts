import type { AccountId, LinkCodeStore } from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import { pruneExpired } from '../platform/prune-expired.ts'
import type { Tables } from '../../tables.ts'

export const postgresLinkCodeStore = (transaction: Transaction<Tables>): LinkCodeStore => ({
  async replace(userId, { digest, source, expiresAt }) {
    await transaction
      .insertInto('link_tokens')
      .values({ user_id: userId, token_hash: digest, source, expires_at: expiresAt })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({ token_hash: digest, source, expires_at: expiresAt }),
      )
      .execute()
  },

  async consume(digest, source) {
    const { rows } = await sql<{ user_id: AccountId; works: boolean }>`
      with owner as materialized (
        select users.id from link_tokens join users on users.id = link_tokens.user_id
        where token_hash = ${digest} for no key update of users
      )
      delete from link_tokens using owner
      where user_id = owner.id and token_hash = ${digest}
      returning user_id, expires_at > now() and coalesce(source, ${source}) = ${source} as works
    `.execute(transaction)
    return rows[0]?.works === true ? rows[0].user_id : null
  },

  async revokeAll(userId) {
    await transaction.deleteFrom('link_tokens').where('user_id', '=', userId).execute()
  },

  prune: (countMax) => pruneExpired(transaction, 'link_tokens', countMax),
})
