import type { Ports } from '@ken/core/ports'
import type { Database } from './database.ts'
import { postgresAccountHolders } from './postgres-account-holders.ts'
import { postgresGuessBudgets } from './postgres-guess-budgets.ts'
import { postgresIdentityHolders } from './postgres-identity-holders.ts'
import { postgresKeyHolders } from './postgres-key-holders.ts'
import { postgresSearchIndex } from './postgres-search-index.ts'
import { postgresSessionRotation } from './postgres-session-rotation.ts'
import { postgresSignInAttempts } from './postgres-sign-in-attempts.ts'
import { postgresTeamChatHealth } from './postgres-team-chat-health.ts'
import { postgresTransact, type JobsWithin } from './postgres-transact.ts'

export { claimDatabase, type Claim, type ClaimOptions } from './claim-database.ts'
export { connectionsOf, schemaOf, type Connection, type Database } from './database.ts'
export { migrate, type Migrated } from './migrate.ts'
export { DirectoryInUse, openEmbedded, type EmbeddedOptions } from './open-embedded.ts'
export { postgresKeyUsage } from './postgres-key-usage.ts'
export { openServer, type ServerLimits, type ServerOptions } from './open-server.ts'
export { takeTurn } from './take-turn.ts'

/** Every port that a database serves; the jobs of a transaction are another part's. */
export const postgresPorts = (
  { kysely, query }: Database,
  jobsWithin: JobsWithin,
): Pick<
  Ports,
  | 'accountHolders'
  | 'guessBudgets'
  | 'identityHolders'
  | 'keyHolders'
  | 'searchIndex'
  | 'sessionRotation'
  | 'signInAttempts'
  | 'teamChatHealth'
  | 'transact'
> => ({
  accountHolders: postgresAccountHolders(query),
  guessBudgets: postgresGuessBudgets(query),
  identityHolders: postgresIdentityHolders(query),
  keyHolders: postgresKeyHolders(query),
  searchIndex: postgresSearchIndex(query),
  sessionRotation: postgresSessionRotation(query),
  signInAttempts: postgresSignInAttempts(query),
  teamChatHealth: postgresTeamChatHealth(query),
  transact: postgresTransact(kysely, jobsWithin),
})
