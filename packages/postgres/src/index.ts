import type { Ports } from '@ken/core/ports'
import type { Database } from './database.ts'
import { postgresAccountHolders } from './postgres-account-holders.ts'
import { postgresGuessBudgets } from './postgres-guess-budgets.ts'
import { postgresKeyHolders } from './postgres-key-holders.ts'
import { postgresSearchIndex } from './postgres-search-index.ts'
import { postgresSessionRotation } from './postgres-session-rotation.ts'
import { postgresTransact } from './postgres-transact.ts'

export { claimDatabase, type Claim, type ClaimOptions } from './claim-database.ts'
export type { Database } from './database.ts'
export { migrate, type Migrated } from './migrate.ts'
export { DirectoryInUse, openEmbedded, type EmbeddedOptions } from './open-embedded.ts'
export { openServer, type ServerLimits, type ServerOptions } from './open-server.ts'

/** Every port that a database serves. */
export const postgresPorts = ({
  kysely,
  query,
}: Database): Pick<Ports, 'accountHolders' | 'guessBudgets' | 'keyHolders' | 'searchIndex' | 'sessionRotation' | 'transact'> => ({
  accountHolders: postgresAccountHolders(query),
  guessBudgets: postgresGuessBudgets(query),
  keyHolders: postgresKeyHolders(query),
  searchIndex: postgresSearchIndex(query),
  sessionRotation: postgresSessionRotation(query),
  transact: postgresTransact(kysely),
})
