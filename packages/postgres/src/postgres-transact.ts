import type { Stores, Transact } from '@ken/core/ports'
import { sql, type Kysely, type Transaction } from 'kysely'
import { orUnavailable } from './database.ts'
import { postgresAccountStore } from './postgres-account-store.ts'
import { postgresAuditStore } from './postgres-audit-store.ts'
import { postgresChallengeStore } from './postgres-challenge-store.ts'
import { postgresDocumentStore } from './postgres-document-store.ts'
import { postgresGroupStore } from './postgres-group-store.ts'
import { postgresKeyStore } from './postgres-key-store.ts'
import { postgresRecoveryCodeStore } from './postgres-recovery-code-store.ts'
import { postgresSearchIndexWriter } from './postgres-search-index-writer.ts'
import { postgresSessionStore } from './postgres-session-store.ts'
import { postgresSettingsStore } from './postgres-settings-store.ts'
import type { Tables } from './tables.ts'

/** Carries an err result out of Kysely's callback, whose only way to roll back is a throw. */
class RolledBack extends Error {
  readonly outcome: unknown

  constructor(outcome: unknown) {
    super('rolled back')
    this.outcome = outcome
  }
}

export const postgresTransact =
  (kysely: Kysely<Tables>): Transact =>
  async (work) => {
    try {
      return await kysely.transaction().execute(async (transaction) => {
        const outcome = await work(stores(transaction))
        if (!outcome.ok) throw new RolledBack(outcome)
        return outcome
      })
    } catch (error) {
      if (error instanceof RolledBack) return error.outcome as Awaited<ReturnType<typeof work>>
      throw orUnavailable(error)
    }
  }

const stores = (transaction: Transaction<Tables>): Stores => ({
  accounts: postgresAccountStore(transaction),
  audit: postgresAuditStore(transaction),
  challenges: postgresChallengeStore(transaction),
  documents: postgresDocumentStore(transaction),
  groups: postgresGroupStore(transaction),
  keys: postgresKeyStore(transaction),
  recoveryCodes: postgresRecoveryCodeStore(transaction),
  searchIndex: postgresSearchIndexWriter(transaction),
  sessions: postgresSessionStore(transaction),
  settings: postgresSettingsStore(transaction),
  now: async () => {
    const { rows } = await sql<{ now: Date }>`select date_trunc('milliseconds', now()) as now`.execute(transaction)
    return rows[0]!.now
  },
  lockBootstrap: () => lock(transaction, 'bootstrap'),
  lockAccount: (accountId) => lock(transaction, `account:${accountId}`),
})

/** An advisory lock, because it also covers rows that do not exist yet. It ends with the transaction. */
async function lock(transaction: Transaction<Tables>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ken:${name}`}, 0))`.execute(transaction)
}
