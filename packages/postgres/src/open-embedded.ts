import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { vector } from '@electric-sql/pglite-pgvector'
import type { Log } from '@ken/core/ports'
import { mkdirSync } from 'node:fs'
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
    const pglite = await PGlite.create(join(directory, 'database'), { extensions: { vector } })
    // One session serves the whole process; the pool queues for it.
    const pool = new Pool(Object.assign(createPgConfig(pglite), { max: 1 }))
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
