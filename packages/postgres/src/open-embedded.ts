import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { Unavailable, type Log } from '@ken/core/ports'
import { sql, type Kysely } from 'kysely'
import { EventEmitter } from 'node:events'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'pg'
import { missingIn } from './database-not-ready.ts'
import { kyselyOn, queryOn, type Database, type Listen } from './database.ts'
import { lockDirectory } from './directory-lock.ts'
import { DurableNodeFs } from './durable-node-fs.ts'
import { embeddedSocket, runAtOnce } from './embedded-socket.ts'
import { diskFaultAt, isSpaceGone } from './free-space.ts'
import { freshStatistics } from './fresh-statistics.ts'
import { breaks } from './lanes/breaks.ts'
import { diskWatch, isDiskFull, type DiskWatch } from './lanes/disk-watch.ts'
import { groupCommit } from './lanes/group-commit.ts'
import { lane } from './lanes/lane.ts'
import { pingOn } from './lanes/ping.ts'
import { slots } from './lanes/slots.ts'
import type { Tables } from './tables.ts'
import { diskFullMessage } from './unavailable.ts'

export type EmbeddedOptions = {
  /** Where database and lock live; made when it is missing. */
  readonly directory: string
  readonly log: Log
  /** Whether to create what is missing; otherwise `DatabaseNotReady` is thrown and nothing is created. */
  readonly mayCreate?: boolean
  /** Milliseconds since any moment: tells when a full disk is looked at again. */
  readonly nowMs?: () => number
}

/** Thrown when another process holds the directory. */
export class DirectoryInUse extends Error {
  constructor(directory: string) {
    super(`The data directory ${directory} is in use by another Ken. Stop that one, or set KEN_DATA_DIR to another directory.`)
    this.name = 'DirectoryInUse'
  }
}

/** What the environment says of servers is not for the embedded database. */
const session = { host: 'embedded', user: 'postgres', database: 'postgres', password: '', ssl: false }
/** An empty record, written through to the disk with everything before it. Takes no transaction id. */
const flushAll = `select pg_logical_emit_message(false, '', '', true)`

/** The one connection serves everything in turn, and a batch of an import may hold it for seconds. */
const waitingLimits = { requestsMax: 200, requestMs: 5_000, otherMs: null }
const pingLimits = { answerMs: null, totalMs: 2_000 }

/** Opens the embedded database of a directory for this process alone. Throws `DirectoryInUse`. */
export async function openEmbedded({ directory, log, mayCreate = true, nowMs }: EmbeddedOptions): Promise<Database> {
  // Every process that creates a database has made the lock before.
  if (!mayCreate && !existsSync(join(directory, 'lock'))) throw missingIn(directory)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const lock = lockDirectory(directory)
  if (lock === null) throw new DirectoryInUse(directory)
  try {
    if (!mayCreate && !existsSync(join(directory, 'database'))) throw missingIn(directory)
    const pglite = await openOrCreate(join(directory, 'database')).catch(async (cause: unknown) => {
      const isFull = isDiskFull(cause) || (await isSpaceGone(directory))
      throw new Error(isFull ? fullHint(directory) : damagedHint(directory), { cause })
    })
    // One session serves the whole process; the pool queues for it.
    const pool = new Pool({ stream: () => embeddedSocket(pglite), ...session, max: 1, idleTimeoutMillis: 0 })
    const disk = diskWatch({ look: () => isSpaceGone(directory), ...(nowMs && { nowMs }) })
    const turns = slots(1, waitingLimits)
    const commits = groupCommit({
      write: () => runAtOnce(pglite, flushAll),
      isWanted: turns.isAnyWanted,
      isIdle: turns.areAllFree,
    })
    const only = lane({
      pool,
      slots: turns,
      breaks: breaks(),
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
    const diskFault = async () => ((await disk.isFull()) ? 'full' : diskFaultAt(directory))
    const close = async () => {
      if (pool.ending) return
      await statistics.settle()
      only.returnIdle()
      await pool.end()
      commits.flush()
      await pglite.close()
      lock.release()
    }
    return {
      kysely,
      background: kysely,
      unhurried: kysely,
      lookUp: query,
      query,
      searchQuery: queryOn(only, { isNamed: false }),
      backgroundQuery: query,
      listen: listenOn(pool, kysely),
      ping: pingOn(only, pingLimits),
      diskFault,
      probeDisk: diskFault,
      documentsChanged: statistics.noteChanged,
      close,
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The one session hears what it says itself, between its statements. */
function listenOn(pool: Pool, kysely: Kysely<Tables>): Listen {
  const heard = new EventEmitter()
  pool.on('connect', (client) => client.on('notification', ({ channel, payload }) => heard.emit(channel, payload)))
  return async (channel, onNotification, onGap) => {
    heard.on(channel, onNotification)
    await sql`listen ${sql.id(channel)}`.execute(kysely)
    onGap()
    return { close: async () => void heard.off(channel, onNotification) }
  }
}

const damagedHint = (directory: string): string =>
  `The database in ${directory} cannot be opened: it is damaged. Restore a backup, or move the directory away to begin anew.`

/** How long a look at the free space counts: one takes longer than a statement. */
const roomMs = 100

/**
 * Throws where the disk has no room left. A database that runs out of it in the middle of its write-ahead log does not get
 * over that until it is opened again.
 */
function requireRoom(directory: string, disk: DiskWatch): () => Promise<void> {
  let foundAt = -Infinity
  return async () => {
    const now = performance.now()
    if (now - foundAt < roomMs) return
    if (await isSpaceGone(directory)) {
      disk.noteFull()
      throw new Unavailable('disk', diskFullMessage)
    }
    foundAt = now
  }
}

const fullHint = (directory: string): string =>
  `The disk that holds ${directory} is full, and the database in it cannot be opened. Free space on it, then try again.`

/** Made beside its place and then moved there, so that a process killed midway leaves nothing half made. */
async function openOrCreate(path: string): Promise<PGlite> {
  if (!existsSync(path)) {
    const draft = `${path}.new`
    rmSync(draft, { recursive: true, force: true })
    // PGlite makes files that everybody may read and write: their directory keeps others out.
    mkdirSync(draft, { mode: 0o700 })
    await (await openPglite(draft)).close()
    renameSync(draft, path)
  }
  return openPglite(path)
}

const openPglite = (path: string): Promise<PGlite> =>
  PGlite.create({ fs: new DurableNodeFs(path), extensions: { vector }, startParams })

const startParams = [
  // Without -F a commit is written through to the disk, by the one method that gets there.
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '--wal_sync_method=fsync',
  // One session needs no large cache of its own.
  '--shared_buffers=16MB',
]
