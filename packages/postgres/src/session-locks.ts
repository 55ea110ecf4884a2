import type { AccountId } from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Acts of a session share this lock on all sessions of the account, and what ends sessions takes it alone. PostgreSQL grants
 * it in the order of the requests, so acts that keep coming cannot postpone the end. Locks on the row of a session alone could:
 * further `for key share` locks are granted while a deletion waits. Locks on accounts come before.
 */
export async function lockSessionsOf(transaction: Transaction<Tables>, userId: AccountId): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOf(userId)})`.execute(transaction)
}

export async function shareSessionsOf(transaction: Transaction<Tables>, userId: AccountId): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lockOf(userId)})`.execute(transaction)
}

/** The key of the lock in plain SQL, of an account that the text names there. */
export const sessionsLock = (userId: string): string => `hashtextextended('ken:sessions:' || ${userId}, 0)`

const lockOf = (userId: AccountId) => sql`hashtextextended('ken:sessions:' || ${userId}::text, 0)`
