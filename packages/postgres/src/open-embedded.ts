import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { vector } from '@electric-sql/pglite-pgvector'
import type { Log } from '@ken/core/ports'
import { sql, type Kysely } from 'kysely'
import { EventEmitter } from 'node:events'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'pg'
import { kyselyOn, ping, queryOn, type Database, type Listen } from './database.ts'
import { lockDirectory } from './directory-lock.ts'
import { DurableNodeFs } from './durable-node-fs.ts'
import type { Tables } from './tables.ts'

export type EmbeddedOptions = {
  /** Where database and lock live; made when it is missing. */
  readonly directory: string
  readonly log: Log
}

/** Thrown when another process holds the directory. */
export class DirectoryInUse extends Error {
  constructor(directory: string) {
    super(`The data directory ${directory} is in use by another Ken. Stop that one, or set KEN_DATA_DIR to another directory.`)
    this.name = 'DirectoryInUse'
  }
}

/** Opens the embedded database of a directory for this process alone. Throws `DirectoryInUse`. */
export async function openEmbedded({ directory, log }: EmbeddedOptions): Promise<Database> {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const lock = lockDirectory(directory)
  if (lock === null) throw new DirectoryInUse(directory)
  try {
    const pglite = await openOrCreate(join(directory, 'database')).catch((cause: unknown) => {
      throw new Error(damagedHint(directory), { cause })
    })
    // One session serves the whole process; the pool queues for it.
    const pool = new Pool(Object.assign(createPgConfig(pglite), { max: 1, idleTimeoutMillis: 0 }))
    const kysely = kyselyOn(pool, log)
    const query = queryOn(pool)
    const close = async () => {
      if (pool.ending) return
      await pool.end()
      await pglite.close()
      lock.release()
    }
    return { kysely, unhurried: kysely, query, listen: listenOn(pool, kysely), ping: () => ping(query), close }
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
  `The database in ${directory} cannot be opened: it is damaged, or the disk is full. Make room, restore a backup, or move the directory away to begin anew.`

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
