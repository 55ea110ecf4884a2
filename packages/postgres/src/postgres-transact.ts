import type { JobStore, Stores, Transact } from '@ken/core/ports'
import { sql, type Kysely, type Transaction } from 'kysely'
import { connectionOf, type Connection } from './connections/connections-of.ts'
import { requestLockTimeout } from './connections/transactions/transaction-client.ts'
import { findLocked, postgresAccountStore } from './stores/people/postgres-account-store.ts'
import { postgresAgentStore } from './stores/keys/postgres-agent-store.ts'
import { postgresAuditStore } from './stores/audit/postgres-audit-store.ts'
import { postgresChallengeStore } from './stores/sign-in/postgres-challenge-store.ts'
import { postgresChatMarkStore } from './stores/chat/postgres-chat-mark-store.ts'
import { postgresChatPostStore } from './stores/chat/postgres-chat-post-store.ts'
import { postgresConversationStore } from './stores/chat/postgres-conversation-store.ts'
import { postgresDocumentStore } from './stores/knowledge/postgres-document-store.ts'
import { postgresGroupStore } from './stores/people/postgres-group-store.ts'
import { postgresIdempotencyStore } from './stores/platform/postgres-idempotency-store.ts'
import { postgresIdentityStore } from './stores/people/postgres-identity-store.ts'
import { postgresInvitationImportStore } from './stores/people/postgres-invitation-import-store.ts'
import { postgresInvitationStore } from './stores/people/postgres-invitation-store.ts'
import { postgresKeyStore } from './stores/keys/postgres-key-store.ts'
import { postgresKeyUsageStore } from './stores/keys/postgres-key-usage-store.ts'
import { postgresLeaseStore } from './stores/platform/postgres-lease-store.ts'
import { postgresLinkCodeStore } from './stores/sign-in/postgres-link-code-store.ts'
import { postgresPasswordResetStore } from './stores/sign-in/postgres-password-reset-store.ts'
import { postgresAuditChainStore } from './stores/audit/postgres-audit-chain-store.ts'
import { postgresProxyReportStore } from './stores/platform/postgres-proxy-report-store.ts'
import { postgresRecoveryCodeStore } from './stores/sign-in/postgres-recovery-code-store.ts'
import { postgresRefusalStore } from './stores/platform/postgres-refusal-store.ts'
import { postgresSearchIndexWriter } from './search/postgres-search-index-writer.ts'
import { postgresSessionStore } from './stores/sign-in/postgres-session-store.ts'
import { postgresSettingsStore } from './stores/platform/postgres-settings-store.ts'
import { postgresSourceStore } from './stores/knowledge/postgres-source-store.ts'
import { postgresBotMessengerSettingsStore } from './stores/chat/postgres-bot-messenger-settings-store.ts'
import { postgresWorkspaceChatSettingsStore } from './stores/chat/postgres-workspace-chat-settings-store.ts'
import { postgresTeamChatSettingsStore } from './stores/chat/postgres-team-chat-settings-store.ts'
import type { Tables } from './tables.ts'
import { orUnavailable } from './unavailable.ts'

/** Carries an err result out of Kysely's callback, where only a throw rolls back. */
class RolledBack extends Error {
  readonly outcome: unknown

  constructor(outcome: unknown) {
    super('rolled back')
    this.outcome = outcome
  }
}

/** Returns the job store of a transaction. */
export type JobsWithin = (transaction: Connection) => JobStore

export const postgresTransact =
  (
    kysely: Kysely<Tables>,
    jobsWithin: JobsWithin,
    documentsChanged: (documents: number) => void,
  ): Transact =>
  async (work) => {
    let documents = 0
    const noteDocuments = (count: number) => {
      documents += count
    }
    try {
      const committed = await kysely.transaction().execute(async (transaction) => {
        const outcome = await work(stores(transaction, jobsWithin, noteDocuments))
        if (!outcome.ok) throw new RolledBack(outcome)
        return outcome
      })
      if (documents > 0) documentsChanged(documents)
      return committed
    } catch (error) {
      if (error instanceof RolledBack) return error.outcome as Awaited<ReturnType<typeof work>>
      throw orUnavailable(error)
    }
  }

const stores = (
  transaction: Transaction<Tables>,
  jobsWithin: JobsWithin,
  noteDocuments: (count: number) => void,
): Stores => ({
  accounts: postgresAccountStore(transaction),
  agents: postgresAgentStore(transaction),
  audit: postgresAuditStore(transaction),
  challenges: postgresChallengeStore(transaction),
  chatMarks: postgresChatMarkStore(transaction),
  chatPosts: postgresChatPostStore(transaction),
  conversations: postgresConversationStore(transaction),
  documents: postgresDocumentStore(transaction, noteDocuments),
  groups: postgresGroupStore(transaction),
  idempotency: postgresIdempotencyStore(transaction),
  identities: postgresIdentityStore(transaction),
  invitationImports: postgresInvitationImportStore(transaction),
  invitations: postgresInvitationStore(transaction),
  jobs: jobsWithin(connectionOf(transaction)),
  keys: postgresKeyStore(transaction),
  keyUsage: postgresKeyUsageStore(transaction),
  leases: postgresLeaseStore(transaction),
  linkCodes: postgresLinkCodeStore(transaction),
  passwordResets: postgresPasswordResetStore(transaction),
  auditChain: postgresAuditChainStore(transaction),
  proxyReports: postgresProxyReportStore(transaction),
  recoveryCodes: postgresRecoveryCodeStore(transaction),
  refusals: postgresRefusalStore(transaction),
  searchIndex: postgresSearchIndexWriter(transaction, noteDocuments),
  sessions: postgresSessionStore(transaction),
  settings: postgresSettingsStore(transaction),
  sources: postgresSourceStore(transaction),
  botMessengerSettings: postgresBotMessengerSettingsStore(transaction),
  workspaceChatSettings: postgresWorkspaceChatSettingsStore(transaction),
  teamChatSettings: postgresTeamChatSettingsStore(transaction),
  now: async () => {
    const { rows } = await sql<{
      now: Date
    }>`select date_trunc('milliseconds', now()) as now`.execute(transaction)
    return rows[0]!.now
  },
  lockBootstrap: () => lock(transaction, 'bootstrap'),
  lockOwners: async () => {
    await waitLonger(transaction)
    await lock(transaction, 'owners')
  },
  lockAccount: (id) => findLocked(transaction, id),
  lockInvitations: (emails) =>
    lockAll(
      transaction,
      emails.map((email) => `invitation:${email}`),
    ),
})

/** With four seconds for a connection, less than a request has. */
const removalLockTimeout = '5s'

/**
 * Lets a request that removes a person or a role wait longer for locks than one of that person: the server grants a lock in
 * the order of requests, and as many transactions of a person as there are connections may be in front of it.
 */
async function waitLonger(transaction: Transaction<Tables>): Promise<void> {
  await sql`
    select set_config('lock_timeout', ${removalLockTimeout}, true)
    where current_setting('lock_timeout') = ${requestLockTimeout}
  `.execute(transaction)
}

/**
 * An advisory lock, because it also covers rows that do not exist yet. It ends with the
 * transaction.
 */
async function lock(transaction: Transaction<Tables>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ken:${name}`}, 0))`.execute(
    transaction,
  )
}

/**
 * Takes several locks in one statement, always in the same order, so that transactions cannot
 * deadlock.
 */
async function lockAll(transaction: Transaction<Tables>, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended('ken:' || name, 0) as key from unnest(${[...names]}::text[]) as name order by key
    ) as ordered
  `.execute(transaction)
}
