import { challengeAttemptsMax, type ChallengeStore } from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import { pruneExpired } from '../platform/prune-expired.ts'
import type { Tables } from '../../tables.ts'

export const postgresChallengeStore = (transaction: Transaction<Tables>): ChallengeStore => ({
  async insert(challenge, digest) {
    // Deletes the account's expired challenges, too.
    await sql`delete from sign_in_challenges where user_id = ${challenge.userId} and expires_at <= now()`.execute(
      transaction,
    )
    await transaction
      .insertInto('sign_in_challenges')
      .values({
        id: challenge.id,
        token_hash: digest,
        user_id: challenge.userId,
        stage: challenge.stage,
        password_epoch: challenge.passwordEpoch,
        second_factor_passed: challenge.secondFactorPassed,
        remember_me: challenge.rememberMe,
        expires_at: challenge.expiresAt,
      })
      .execute()
  },

  async find(digest) {
    const row = await transaction
      .selectFrom('sign_in_challenges')
      .selectAll()
      .where('token_hash', '=', digest)
      .where('tries', '<', challengeAttemptsMax)
      .where(sql<boolean>`expires_at > now()`)
      .executeTakeFirst()
    if (row === undefined) return null
    return {
      id: row.id,
      userId: row.user_id,
      stage: row.stage,
      passwordEpoch: row.password_epoch,
      secondFactorPassed: row.second_factor_passed,
      rememberMe: row.remember_me,
      expiresAt: row.expires_at,
    }
  },

  async countAttempt(id) {
    await sql`update sign_in_challenges set tries = tries + 1 where id = ${id}`.execute(transaction)
  },

  async refundAttempt(id) {
    await sql`update sign_in_challenges set tries = greatest(0, tries - 1) where id = ${id}`.execute(
      transaction,
    )
  },

  async consume(id) {
    const { numDeletedRows } = await transaction
      .deleteFrom('sign_in_challenges')
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows === 1n
  },

  async removeAll(userId) {
    await transaction.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute()
  },

  prune: (countMax) => pruneExpired(transaction, 'sign_in_challenges', countMax),
})
