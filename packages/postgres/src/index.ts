import type { Ports } from '@ken/core/ports'
import type { Database } from './database.ts'
import { postgresAccountHolders } from './postgres-account-holders.ts'
import { postgresBackgroundHeartbeats } from './postgres-background-heartbeats.ts'
import { postgresGuessBudgets } from './postgres-guess-budgets.ts'
import { postgresIdentityHolders } from './postgres-identity-holders.ts'
import { postgresKeyHolders } from './postgres-key-holders.ts'
import { postgresSearchIndex } from './postgres-search-index.ts'
import { postgresSessionRotation } from './postgres-session-rotation.ts'
import { postgresSignInAttempts } from './postgres-sign-in-attempts.ts'
import { postgresTeamChatHealth } from './postgres-team-chat-health.ts'
import type { ServerHeartbeat } from './server-heartbeat.ts'
import { postgresTransact, type JobsWithin } from './postgres-transact.ts'

export { claimDatabase, type Claim, type ClaimOptions } from './claim-database.ts'
export { DatabaseNotReady, missingIn, outdated } from './database-not-ready.ts'
export { connectionsOf, schemaOf, type Connection, type Database, type DiskFault } from './database.ts'
export { databaseClock, type DatabaseClock } from './database-clock.ts'
export { diskFaultAt } from './free-space.ts'
export { withinRequest } from './lanes/request-scope.ts'
export { migrate, requireMigrated, type Migrated } from './migrate.ts'
export { DirectoryInUse, openEmbedded, type EmbeddedOptions } from './open-embedded.ts'
export { postgresKeyUsage } from './postgres-key-usage.ts'
export { openServer, type ServerLimits, type ServerOptions } from './open-server.ts'
export { serverHeartbeat, type ServerHeartbeat } from './server-heartbeat.ts'
export { takeTurn } from './take-turn.ts'

/** Every port that a database serves; the jobs of a transaction are another part's. */
export const postgresPorts = (
  {
    kysely,
    lookUp,
    query,
    documentsChanged,
    ...lanes
  }: Pick<Database, 'kysely' | 'lookUp' | 'query' | 'searchQuery' | 'backgroundQuery' | 'documentsChanged'>,
  jobsWithin: JobsWithin,
  /** Null where no server runs: what is up is then known from others. */
  heartbeat: Pick<ServerHeartbeat, 'catchUp'> | null = null,
): Pick<
  Ports,
  | 'accountHolders'
  | 'backgroundHeartbeats'
  | 'guessBudgets'
  | 'identityHolders'
  | 'keyHolders'
  | 'searchIndex'
  | 'sessionRotation'
  | 'signInAttempts'
  | 'teamChatHealth'
  | 'transact'
> => ({
  accountHolders: postgresAccountHolders(lookUp),
  backgroundHeartbeats: postgresBackgroundHeartbeats(query, lanes.backgroundQuery),
  guessBudgets: postgresGuessBudgets(query),
  identityHolders: postgresIdentityHolders(lookUp),
  keyHolders: postgresKeyHolders(lookUp),
  searchIndex: postgresSearchIndex(lanes),
  sessionRotation: postgresSessionRotation(query, heartbeat?.catchUp ?? (async () => {})),
  signInAttempts: postgresSignInAttempts(query),
  teamChatHealth: postgresTeamChatHealth(query),
  transact: postgresTransact(kysely, jobsWithin, documentsChanged),
})
