import type { AccountId } from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'

/**
 * Requests of a session share this lock on all sessions of the account; ending sessions takes it
 * exclusively. PostgreSQL grants it in the order of the requests, so continuous requests cannot
 * delay the end by more than one of them takes: those that may take seconds hold it only at their
 * end. Row locks could: further `for key share` locks are granted while a deletion waits. Take locks
 * on accounts first.
 */
export async function lockSessionsOf(
  transaction: Transaction<Tables>,
  userId: AccountId,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOf(userId)})`.execute(transaction)
}

export async function shareSessionsOf(
  transaction: Transaction<Tables>,
  userId: AccountId,
): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lockOf(userId)})`.execute(transaction)
}

/** The key of this lock in SQL, for an account named by an SQL expression. */
export const sessionsLock = (userId: string): string =>
  `hashtextextended('ken:sessions:' || ${userId}, 0)`

const lockOf = (userId: AccountId) => sql`hashtextextended('ken:sessions:' || ${userId}::text, 0)`
