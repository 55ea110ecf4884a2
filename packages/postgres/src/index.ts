import type { KeyHolders, SearchIndex, Transact } from '@ken/core/ports'
import type { Database } from './database.ts'
import { postgresKeyHolders } from './postgres-key-holders.ts'
import { postgresSearchIndex } from './postgres-search-index.ts'
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
}: Database): { readonly keyHolders: KeyHolders; readonly searchIndex: SearchIndex; readonly transact: Transact } => ({
  keyHolders: postgresKeyHolders(query),
  searchIndex: postgresSearchIndex(query),
  transact: postgresTransact(kysely),
})
