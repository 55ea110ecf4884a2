import type { Log, ProcessRole } from '@ken/core/ports'
import type { KeyRing } from '@ken/crypto'
import {
  claimDatabase,
  connectionsOf,
  migrate,
  missingIn,
  openEmbedded,
  openServer,
  outdated,
  requireMigrated,
  wasMigrated,
  type Database,
  type EmbeddedOptions,
  type MigrationWatch,
} from '@ken/postgres'
import { isQueuePrepared, prepareQueue, type QueueOptions, type WorkOptions } from '@ken/queue'
import { existsSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import { requireNotCopied } from '../data-directory/copied-note.ts'
import { prepareDataDirectory } from '../data-directory/data-directory.ts'
import { givenKeyRing, keptKeyRing } from '../data-directory/service-secrets.ts'
import type { OpenParts } from '../open-parts.ts'
import { pinSslMode } from './pin-ssl-mode.ts'
import { schemasOf, type Schemas } from './schemas.ts'

/** What a process does, and what it may do to its database. */
export type StorageOptions = {
  readonly log: Log
  /**
   * `server` is long-running: it refuses to share a database with processes that count limits
   * separately, and on the embedded database it serves the command line. `worker` and `scheduler` are
   * long-running next to servers and count no limits; a process that does both is a `worker`.
   * `command` does one thing and ends.
   */
  readonly role: ProcessRole | 'command'
  /**
   * Whether to create what is missing and to migrate the database. If false, throws
   * `DatabaseNotReady` where that is needed, and changes nothing on disk or in the database.
   */
  readonly mayCreate?: boolean
  /** Watches the migration of the database. */
  readonly migrationWatch?: MigrationWatch
}

/** The migrated database, and the secrets for what it contains. */
export type Storage = {
  readonly database: Database
  readonly keyRing: KeyRing
  readonly schemas: Schemas
  readonly queueOptions: Pick<WorkOptions, 'connection' | 'schema'>
  readonly applied: readonly string[]
  readonly hasPreparedQueue: boolean
}

/** Opens the database for this role, and creates and migrates what is missing, if it may. */
export async function openStorage(
  { opened }: OpenParts,
  config: Config,
  { log, role, mayCreate = true, migrationWatch }: StorageOptions,
): Promise<Storage> {
  const given = givenKeyRing(config)
  const database = opened(
    await openDatabase(config, { log, isBrief: role === 'command', mayCreate, migrationWatch }),
  )
  if (!mayCreate) await requireMigrated(database.kysely)
  // From here on this process owns the data directory. Secrets are created before the first migration: a migrated
  // database without them has lost them, and other ones would decrypt nothing in it.
  const keyRing =
    given ?? keptKeyRing(config, { mayCreate: mayCreate && !(await wasMigrated(database.kysely)) })
  if (role === 'server' && config.databaseUrl !== null) {
    const mode = config.redisUrl === null ? 'alone' : 'shared'
    opened(await claimDatabase({ url: pinSslMode(config.databaseUrl), mode, log }))
  }
  const { applied } = mayCreate
    ? await migrate(database.withoutTimeout, migrationWatch)
    : { applied: [] }
  const schemas = await schemasOf(database)
  const queueOptions = { connection: connectionsOf(database), schema: schemas.queue }
  const hasPreparedQueue = await requireQueue(queueOptions, mayCreate)
  return { database, keyRing, schemas, queueOptions, applied, hasPreparedQueue }
}

type OpenOptions = Pick<Required<EmbeddedOptions>, 'log' | 'isBrief' | 'mayCreate'> & {
  readonly migrationWatch: MigrationWatch | undefined
}

async function openDatabase(
  { databaseUrl, databasePoolMax, dataDirectory, searchBudgetMs }: Config,
  { log, isBrief, mayCreate, migrationWatch }: OpenOptions,
): Promise<Database> {
  if (databaseUrl !== null)
    return openServer({
      url: pinSslMode(databaseUrl),
      poolMax: databasePoolMax,
      searchBudgetMs,
      log,
    })
  if (!mayCreate && !existsSync(dataDirectory)) throw missingIn(dataDirectory)
  requireNotCopied({ dataDirectory })
  prepareDataDirectory({ dataDirectory })
  const { creating } = migrationWatch ?? {}
  return openEmbedded({ directory: dataDirectory, log, isBrief, mayCreate, creating })
}

/** Creates or updates the queue, if it may, and returns whether it did. Otherwise throws if that is needed. */
async function requireQueue(
  { connection, schema }: QueueOptions,
  mayCreate: boolean,
): Promise<boolean> {
  if (mayCreate) return prepareQueue(connection, schema)
  if (await isQueuePrepared(connection, schema)) return false
  throw outdated()
}
