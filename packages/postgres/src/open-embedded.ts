import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { vector } from '@electric-sql/pglite-pgvector'
import type { Log } from '@ken/core/ports'
import { existsSync, fsyncSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'pg'
import { databaseOn, type Database } from './database.ts'
import { lockDirectory } from './directory-lock.ts'

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
    const path = join(directory, 'database')
    if (!existsSync(path)) await create(path)
    const pglite = await open(path)
    // One session serves the whole process; the pool queues for it.
    const pool = new Pool(Object.assign(createPgConfig(pglite), { max: 1, idleTimeoutMillis: 0 }))
    const database = databaseOn(pool, log)
    return {
      ...database,
      close: async () => {
        await database.close()
        await pglite.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Made beside its place and then moved there, so that a process killed midway leaves nothing half made. */
async function create(path: string): Promise<void> {
  const draft = `${path}.new`
  rmSync(draft, { recursive: true, force: true })
  await (await open(draft)).close()
  renameSync(draft, path)
}

async function open(path: string): Promise<PGlite> {
  const pglite = await PGlite.create({
    dataDir: path,
    extensions: { vector },
    // Without -F a commit is written through to the disk. One session needs no large cache of its own.
    startParams: [...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), ...settings],
  })
  writeThrough(pglite)
  return pglite
}

const settings = ['-c', 'wal_sync_method=fsync', '-c', 'shared_buffers=16MB']

type NodeFileSystem = { stream_ops: { fsync?: (stream: { readonly nfd?: number }) => number } }

/** PGlite's file system leaves `fsync` out, and a commit that is only in memory does not survive a power cut. */
function writeThrough(pglite: PGlite): void {
  // The module's types do not know of the file systems that are compiled into it.
  const { NODEFS } = pglite.Module as unknown as { readonly NODEFS: NodeFileSystem }
  NODEFS.stream_ops.fsync = ({ nfd }) => {
    if (nfd !== undefined) fsyncSync(nfd)
    return 0
  }
}
