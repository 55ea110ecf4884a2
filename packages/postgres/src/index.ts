import type { Ports } from '@ken/core/ports'
import type { Database } from './database.ts'
import { postgresAccountHolders } from './hot-paths/postgres-account-holders.ts'
import { postgresBackgroundHeartbeats } from './stores/platform/postgres-background-heartbeats.ts'
import { postgresProcessReports } from './stores/platform/postgres-process-reports.ts'
import { postgresAttemptLimits } from './hot-paths/postgres-attempt-limits.ts'
import { postgresBotSettings } from './hot-paths/postgres-bot-settings.ts'
import { postgresChatPostNotes } from './hot-paths/postgres-chat-post-notes.ts'
import { postgresIdentityHolders } from './hot-paths/postgres-identity-holders.ts'
import { postgresKeyHolders } from './hot-paths/postgres-key-holders.ts'
import { postgresDocumentReader } from './search/postgres-document-reader.ts'
import { postgresSearchIndex } from './search/postgres-search-index.ts'
import { postgresSessionRotation } from './hot-paths/postgres-session-rotation.ts'
import { postgresSignInAttempts } from './hot-paths/postgres-sign-in-attempts.ts'
import { postgresChatHealth } from './stores/chat/postgres-chat-health.ts'
import type { ServerHeartbeat } from './open/server/server-heartbeat.ts'
import { postgresTransact, type JobsWithin } from './postgres-transact.ts'

export { claimDatabase, type Claim, type ClaimOptions } from './open/server/claim-database.ts'
export { DatabaseNotReady, missingIn, outdated } from './open/database-not-ready.ts'
export { connectionsOf, type Connection } from './connections/connections-of.ts'
export { copyRows, type Copied } from './copy/copy-rows.ts'
export { requireEmptyTarget } from './copy/require-empty-target.ts'
export { schemaOf, type Database, type DiskFault } from './database.ts'
export { databaseClock, type DatabaseClock } from './open/database-clock.ts'
export { diskFaultAt } from './open/embedded/free-space.ts'
export { searchLimitsFor } from './connections/bulkheads/bulkhead-sizes.ts'
export { inProcessSearchLimiter } from './connections/searches/in-process-search-limiter.ts'
export { withinRequest } from './connections/request-scope.ts'
export { separateRoles, type RoleNames, type SeparatedRoles } from './roles/separate-roles.ts'
export {
  migrate,
  requireMigrated,
  wasMigrated,
  type Migrated,
  type MigrationWatch,
} from './migrate.ts'
export { readOnlyMessage } from './unavailable.ts'
export {
  DirectoryInUse,
  openEmbedded,
  type EmbeddedOptions,
} from './open/embedded/open-embedded.ts'
export { batchedRefusalCounter } from './hot-paths/batched-refusal-counter.ts'
export { postgresKeyUsage } from './hot-paths/postgres-key-usage.ts'
export { openServer, type ServerOptions } from './open/server/open-server.ts'
export type { ServerLimits } from './open/server/server-limits.ts'
export { serverHeartbeat, type ServerHeartbeat } from './open/server/server-heartbeat.ts'
export { reserveSendSlot } from './hot-paths/reserve-send-slot.ts'

/** Every port that the database implements. The queue provides the jobs of a transaction. */
export const postgresPorts = (
  {
    kysely,
    lookUp,
    query,
    documentsChanged,
    ...queries
  }: Pick<
    Database,
    | 'kysely'
    | 'background'
    | 'lookUp'
    | 'query'
    | 'searchQuery'
    | 'backgroundQuery'
    | 'unflushedQuery'
    | 'upkeep'
    | 'withoutTimeout'
    | 'isEmbedded'
    | 'documentsChanged'
  >,
  jobsWithin: JobsWithin,
  /** Null in processes that are not servers: they learn of outages from the servers' heartbeats. */
  heartbeat: Pick<ServerHeartbeat, 'catchUp'> | null = null,
): Pick<
  Ports,
  | 'accountHolders'
  | 'backgroundHeartbeats'
  | 'processReports'
  | 'attemptLimits'
  | 'botSettings'
  | 'documentReader'
  | 'identityHolders'
  | 'keyHolders'
  | 'searchIndex'
  | 'sessionRotation'
  | 'signInAttempts'
  | 'chatHealth'
  | 'chatPosts'
  | 'transact'
> => ({
  accountHolders: postgresAccountHolders(lookUp),
  backgroundHeartbeats: postgresBackgroundHeartbeats(query, queries.backgroundQuery),
  processReports: postgresProcessReports(query, queries.backgroundQuery),
  attemptLimits: postgresAttemptLimits(query),
  botSettings: postgresBotSettings(lookUp),
  documentReader: postgresDocumentReader(queries.searchQuery),
  identityHolders: postgresIdentityHolders(lookUp),
  keyHolders: postgresKeyHolders(lookUp),
  searchIndex: postgresSearchIndex(queries),
  sessionRotation: postgresSessionRotation(query, heartbeat?.catchUp ?? (async () => {})),
  signInAttempts: postgresSignInAttempts(query),
  chatHealth: postgresChatHealth(query),
  chatPosts: postgresChatPostNotes(lookUp, queries.backgroundQuery, queries.unflushedQuery),
  transact: postgresTransact(kysely, jobsWithin, documentsChanged),
})
