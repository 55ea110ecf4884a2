import type { Account, AccountId, AccountStore, SessionId } from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import { accountColumns, accountFromRow, accountToRow } from './account-row.ts'
import { countPeople, listPeople, suggestPeople } from './account-search.ts'
import { lockKeysOf } from '../keys/postgres-key-store.ts'
import { shareSessionsOf } from '../../open/server/session-locks.ts'
import type { Tables } from '../../tables.ts'

export const postgresAccountStore = (transaction: Transaction<Tables>): AccountStore => ({
  async insert(account) {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('users')
      .values(accountToRow(account))
      .onConflict((conflict) => conflict.column('email').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  },

  async find(id) {
    const row = await transaction
      .selectFrom('users')
      .select(accountColumns)
      .where('id', '=', id)
      .executeTakeFirst()
    return row === undefined ? null : accountFromRow(row)
  },

  async findSignedIn(id, sessionId) {
    // A separate statement, so that the next one sees what was committed while this one waited.
    await shareSessionsOf(transaction, id)
    return findSignedIn(transaction, { id, sessionId, isHeld: true })
  },

  peekSignedIn: (id, sessionId) => findSignedIn(transaction, { id, sessionId, isHeld: false }),

  async findByEmail(email) {
    const row = await transaction
      .selectFrom('users')
      .select(accountColumns)
      .where('email', '=', email)
      .executeTakeFirst()
    return row === undefined ? null : accountFromRow(row)
  },

  async listTaken(emails) {
    const rows = await transaction
      .selectFrom('users')
      .select('email')
      .where(sql<boolean>`email = any(${[...emails]}::text[])`)
      .execute()
    return rows.map(({ email }) => email)
  },

  async listNamed(ids) {
    const rows = await transaction
      .selectFrom('users')
      .select(['id', 'email', 'name'])
      .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
      .execute()
    return new Map(rows.map((person) => [person.id, person]))
  },

  async listWithSecret(after, limit) {
    const rows = await transaction
      .selectFrom('users')
      .select(accountColumns)
      .where('mfa_secret', 'is not', null)
      .$if(after !== null, (query) => query.where('id', '>', after))
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(accountFromRow)
  },

  async update(account) {
    const { id, ...changed } = accountToRow(account)
    const { numUpdatedRows } = await transaction
      .updateTable('users')
      .set(changed)
      .where('id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new Error(`account ${id} is missing`)
  },

  async changeEmail(id, email) {
    await sql`savepoint change_email`.execute(transaction)
    try {
      const changed = { email, updated_at: sql<Date>`date_trunc('milliseconds', now())` }
      const { numUpdatedRows } = await transaction
        .updateTable('users')
        .set(changed)
        .where('id', '=', id)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) throw new Error(`account ${id} is missing`)
      return true
    } catch (error) {
      if (!isTaken(error)) throw error
      await sql`rollback to savepoint change_email`.execute(transaction)
      return false
    }
  },

  async remove(id) {
    await lockKeysOf(transaction, id)
    await transaction.deleteFrom('users').where('id', '=', id).execute()
  },

  async countActiveOwners() {
    const owners = transaction
      .selectFrom('users')
      .where('role', '=', 'Owner')
      .where('status', '=', 'active')
    return Number(
      (await owners.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()).count,
    )
  },

  list: async (filter, page) => (await listPeople(transaction, filter, page)).map(accountFromRow),

  countByKind: (countMax) => countPeople(transaction, countMax),

  suggest: async (text, limit) =>
    (await suggestPeople(transaction, text, limit)).map(accountFromRow),

  async consumeTimeStep(id, step) {
    const { numUpdatedRows } = await transaction
      .updateTable('users')
      .set({ mfa_last_step: step })
      .where('id', '=', id)
      .where((row) =>
        row.or([row('mfa_last_step', 'is', null), row('mfa_last_step', '<', String(step))]),
      )
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },

  async isEmpty() {
    return (
      (await transaction.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
    )
  },
})

/** Whether the statement failed because another account has the address. */
const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === uniqueViolation
const uniqueViolation = '23505'

type SignedIn = {
  readonly id: AccountId
  readonly sessionId: SessionId
  /** Whether to lock the session: it also delays a deletion that has not locked the sessions. A refresh does not wait. */
  readonly isHeld: boolean
}

async function findSignedIn(
  transaction: Transaction<Tables>,
  { id, sessionId, isHeld }: SignedIn,
): Promise<Account | null> {
  const row = await transaction
    .selectFrom('users')
    .select(accountColumns)
    .where('id', '=', id)
    .where((users) =>
      users.exists(
        users
          .selectFrom('sessions')
          .select('sessions.id')
          .where('sessions.id', '=', sessionId)
          .where('sessions.user_id', '=', id)
          .where('sessions.expires_at', '>', sql<Date>`clock_timestamp()`)
          .$if(isHeld, (session) => session.forKeyShare()),
      ),
    )
    .executeTakeFirst()
  return row === undefined ? null : accountFromRow(row)
}

/**
 * Locks the row and reads the account after the lock is granted. Other rows may still reference it.
 */
export async function findLocked(
  transaction: Transaction<Tables>,
  id: AccountId,
): Promise<Account | null> {
  const row = await transaction
    .selectFrom('users')
    .select(accountColumns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row === undefined ? null : accountFromRow(row)
}
