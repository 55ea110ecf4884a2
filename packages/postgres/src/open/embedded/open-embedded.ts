import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { Unavailable, type Log } from '@ken/core/ports'
import { sql, type Kysely } from 'kysely'
import { EventEmitter } from 'node:events'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'pg'
import { compileBriefly, isMemoryShort } from './compile-briefly.ts'
import { missingIn } from '../database-not-ready.ts'
import { kyselyOn, type Database, type Listen } from '../../database.ts'
import { lockDirectory } from './directory-lock.ts'
import { DurableNodeFs } from './durable-node-fs.ts'
import { embeddedSocket, runSynchronously } from './embedded-socket.ts'
import { embeddedUpkeep, walMegabytes } from './embedded-upkeep.ts'
import { diskFaultAt, isSpaceGone } from './free-space.ts'
import { freshStatistics } from '../../search/fresh-statistics.ts'
import { connectionLosses } from '../../connections/bulkheads/connection-losses.ts'
import { diskWatch, isDiskFull, type DiskWatch } from '../../connections/disk-watch.ts'
import { groupCommit } from '../../connections/transactions/group-commit.ts'
import { bulkhead } from '../../connections/bulkheads/bulkhead.ts'
import { pingOn } from '../../connections/ping.ts'
import { queryOn } from '../../connections/statements/query-on.ts'
import { connectionSlots } from '../../connections/bulkheads/connection-slots.ts'
import type { Tables } from '../../tables.ts'

export type EmbeddedOptions = {
  /** Holds the database and the lock; created if missing. */
  readonly directory: string
  readonly log: Log
  /** Whether this process ends soon, so that starting fast in little memory matters more than running fast. */
  readonly isBrief?: boolean
  /** The memory that this process may still take, by default as the system says, also of a container with a limit. */
  readonly availableBytes?: number
  /** Whether to create what is missing. If false, throws `DatabaseNotReady` and creates nothing. */
  readonly mayCreate?: boolean
  /** Called before the database is created. */
  readonly creating?: (() => void) | undefined
  /** A monotonic time in milliseconds, for the probes of a full disk. */
  readonly nowMs?: () => number
}

/** Thrown when another process holds the directory. */
export class DirectoryInUse extends Error {
  constructor(directory: string) {
    super(
      `The data directory ${directory} is in use by another Ken. Stop that one, or set KEN_DATA_DIR to another directory.`,
    )
    this.name = 'DirectoryInUse'
  }
}

/** Overrides environment variables, which are meant for servers. */
const session = {
  host: 'embedded',
  user: 'postgres',
  database: 'postgres',
  password: '',
  ssl: false,
}
/** An empty record, flushed to the disk with everything before it. Needs no transaction id. */
const flushAll = `select pg_logical_emit_message(false, '', '', true)`

/** One connection serves everything in turn, and an import batch may hold it for seconds. */
const waitingLimits = {
  requestsMax: 200,
  requestMs: 5_000,
  otherMs: null,
}
const pingLimits = { replyMs: null, totalMs: 2_000 }

/** Opens the embedded database of a directory for this process alone. Throws `DirectoryInUse`. */
export async function openEmbedded({
  directory,
  log,
  isBrief = false,
  availableBytes = process.availableMemory(),
  mayCreate = true,
  creating,
  nowMs,
}: EmbeddedOptions): Promise<Database> {
  // A process creates the lock before it creates a database.
  if (!mayCreate && !existsSync(join(directory, 'lock'))) throw missingIn(directory)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const lock = lockDirectory(directory)
  if (lock === null) throw new DirectoryInUse(directory)
  if (isBrief) compileBriefly()
  else if (isMemoryShort(availableBytes)) {
    compileBriefly()
    log.info('database.unoptimized', { available_mb: Math.floor(availableBytes / 1024 ** 2) })
  }
  try {
    if (!mayCreate && !existsSync(join(directory, 'database'))) throw missingIn(directory)
    const path = join(directory, 'database')
    const pglite = await openOrCreate(path, creating).catch(async (cause: unknown) => {
      throw await explained(directory, cause)
    })
    // One session serves the whole process; the pool queues for it.
    const pool = new Pool({
      stream: () => embeddedSocket(pglite),
      ...session,
      max: 1,
      idleTimeoutMillis: 0,
    })
    const disk = diskWatch({ probe: () => isSpaceGone(directory), ...(nowMs && { nowMs }) })
    const turns = connectionSlots(1, waitingLimits)
    const commits = groupCommit({
      write: () => runSynchronously(pglite, flushAll),
      isWanted: turns.isAnyWanted,
      isIdle: turns.areAllFree,
    })
    const only = bulkhead({
      pool,
      slots: turns,
      losses: connectionLosses(),
      disk,
      cancel: null,
      group: commits,
      isOnlySession: true,
      log,
      beforeWriting: requireRoom(directory, disk),
    })
    const kysely = kyselyOn(only)
    const query = queryOn(only)
    const statistics = freshStatistics(kysely, log)
    const upkeep = embeddedUpkeep(kysely, log)
    const diskFault = async () => ((await disk.isFull()) ? 'full' : diskFaultAt(directory))
    let closing: Promise<void> | null = null
    const end = async () => {
      await upkeep.close()
      await statistics.settle()
      only.returnIdle()
      await pool.end()
      commits.flush()
      await pglite.close()
      lock.release()
    }
    return {
      isEmbedded: true,
      kysely,
      background: kysely,
      upkeep: kysely,
      withoutTimeout: kysely,
      lookUp: query,
      query,
      searchQuery: queryOn(only, { isNamed: false }),
      backgroundQuery: query,
      unflushedQuery: query,
      listen: listenOn(pool, kysely),
      ping: pingOn(only, pingLimits),
      diskFault,
      probeDisk: diskFault,
      documentsChanged: statistics.noteChanged,
      close: () => (closing ??= end()),
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The one session receives its own notifications, between its statements. */
function listenOn(pool: Pool, kysely: Kysely<Tables>): Listen {
  const received = new EventEmitter()
  pool.on('connect', (client) =>
    client.on('notification', ({ channel, payload }) => received.emit(channel, payload)),
  )
  return async (channel, onNotification, onGap) => {
    received.on(channel, onNotification)
    await sql`listen ${sql.id(channel)}`.execute(kysely)
    onGap()
    return { close: async () => void received.off(channel, onNotification) }
  }
}

/** Says why the database cannot be opened, and what to do. */
async function explained(directory: string, cause: unknown): Promise<Error> {
  if (isDiskFull(cause) || (await isSpaceGone(directory)))
    return new Error(fullHint(directory), { cause })
  if (!mayUseAllOf(directory)) return new Error(foreignHint(directory), { cause })
  const version = versionOf(directory)
  const isOther = version !== null && version !== embeddedVersion
  return new Error(isOther ? versionHint(directory, version) : damagedHint(directory), { cause })
}

/** The major version of PostgreSQL that runs in this process. */
const embeddedVersion = '18'

/** The major version of PostgreSQL that created the database; null if that cannot be read. */
function versionOf(directory: string): string | null {
  try {
    const version = readFileSync(join(directory, 'database', 'PG_VERSION'), 'utf8').trim()
    return /^\d{2}$/.test(version) ? version : null
  } catch {
    return null
  }
}

/** Whether this user may read and write every file. One command that ran as another user creates files of that user. */
function mayUseAllOf(directory: string): boolean {
  try {
    const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    for (const path of paths) accessSync(join(directory, path), constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}

const fullHint = (directory: string): string =>
  `The disk that holds ${directory} is full, and the database in it cannot be opened. Free space on it, then try again.`

const foreignHint = (directory: string): string =>
  `The database in ${directory} cannot be opened: some of its files belong to another user. Give all of them to the user that Ken runs as: chown -R USER ${directory}`

const versionHint = (directory: string, version: string): string =>
  `The database in ${directory} cannot be opened: it is of PostgreSQL ${version}, and this version of Ken has PostgreSQL ${embeddedVersion}. Start the version of Ken that created it, or move the directory away to start with an empty one.`

const damagedHint = (directory: string): string =>
  `The database in ${directory} cannot be opened: it is damaged. Restore a backup, or move the directory away to start with an empty one.`

const roomMessage =
  'The disk of the database is full: less than 64 MiB are free, and nothing can be stored. Free space on it, then try again.'

/** How long a measurement of free space is used: measuring takes longer than a statement. */
const roomMs = 100

/**
 * Throws if the disk is full. A database that runs out of space while it writes its write-ahead log
 * fails until it is reopened.
 */
function requireRoom(directory: string, disk: DiskWatch): () => Promise<void> {
  let foundAt = -Infinity
  return async () => {
    const now = performance.now()
    if (now - foundAt < roomMs) return
    if (await isSpaceGone(directory)) {
      disk.recordFull()
      throw new Unavailable('disk', roomMessage)
    }
    foundAt = now
  }
}

/**
 * Creates the database elsewhere and then moves it, so that a process killed midway leaves no
 * partial one.
 */
async function openOrCreate(path: string, creating?: () => void): Promise<PGlite> {
  if (!existsSync(path)) {
    creating?.()
    const draft = `${path}.new`
    rmSync(draft, { recursive: true, force: true })
    // PGlite's files are open to all users: their directory keeps others out.
    mkdirSync(draft, { mode: 0o700 })
    await (await openPglite(draft)).close()
    renameSync(draft, path)
  }
  return openPglite(path)
}

const openPglite = (path: string): Promise<PGlite> =>
  PGlite.create({ fs: new DurableNodeFs(path), extensions: { vector }, startParams })

const startParams = [
  // Without -F a commit is flushed to the disk, and only this sync method works.
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '--wal_sync_method=fsync',
  // One session needs no large cache.
  '--shared_buffers=16MB',
  `--min_wal_size=${walMegabytes.min}MB`,
  `--max_wal_size=${walMegabytes.max}MB`,
]
