import { generateSecrets } from '@ken/crypto'
import { recordingLog } from '@ken/core/testing'
import { copyRows, openEmbedded, openServer, type Database } from '@ken/postgres'
import { migratedDatabase, migratedDirectory } from '@ken/postgres/testing'
import { filledTables } from '@ken/queue'
import { emptyDirectory, freshDatabase } from '@ken/testing'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { composeKen } from '../compose-ken.ts'
import { requireNotCopied } from '../data-directory/copied-note.ts'
import { copyToServer, type CopyToServer } from './copy-to-server.ts'
import { composed, configOf } from '../testing/composed-ken.ts'
import { allRows, putRowsEverywhere } from '../testing/rows-everywhere.ts'

const log = recordingLog()
const directory = await migratedDirectory()
/** A copy of it, made before it has rows. */
const withoutRows = emptyDirectory()
afterAll(() => {
  directory.remove()
  withoutRows.remove()
})
const config = configOf({ dataDirectory: directory.path })
const secrets = join(directory.path, 'secrets')
const writeSecrets = () => writeFileSync(secrets, generateSecrets(), { mode: 0o600 })

/** Work on the embedded database. */
async function embedded<Outcome>(work: (database: Database) => Promise<Outcome>): Promise<Outcome> {
  const database = await openEmbedded({ directory: directory.path, log, isBrief: true })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function emptyServer(): Promise<string> {
  const { url, close } = await freshDatabase()
  onTestFinished(close)
  return url
}

async function opened(url: string): Promise<Database> {
  const database = await openServer({ url, poolMax: 1, log })
  onTestFinished(database.close)
  return database
}

const copy = (to: string, options: Partial<CopyToServer> = {}) =>
  copyToServer(config, {
    to,
    log,
    migrationWatch: { waiting: () => {}, migrating: () => {} },
    report: () => {},
    signal: new AbortController().signal,
    ...options,
  })

const catalog = ({ query }: Database) =>
  query<object>(
    'catalog',
    `select tgrelid::regclass::text as name, tgname::text as detail, tgenabled::text as state
     from pg_trigger where not tgisinternal and tgrelid <> coalesce(to_regclass('chunk_embeddings'), 0)
     union all select sequencename, last_value::text, null from pg_sequences where schemaname = 'public' order by 1, 2`,
    [],
  )

const tablesIn = async (url: string) =>
  (await opened(url)).query(
    'tables',
    `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    [],
  )

describe('copyToServer', () => {
  beforeAll(async () => {
    writeSecrets()
    await (await composeKen(config, { log, role: 'command' })).close()
    cpSync(directory.path, withoutRows.path, { recursive: true })
    await embedded(putRowsEverywhere)
  })

  it('says that the connection was lost, and that nothing was copied', async () => {
    const url = await emptyServer()
    const server = await opened(url)
    const others = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
    const ended: Promise<unknown>[] = []
    const lost = copy(url, {
      report: (rows, all) => {
        if (rows > all / 2) ended.push(server.query('end others', others, []))
      },
    })
    await expect(lost).rejects.toThrow('The connection to the database to copy to was lost.')
    await Promise.all(ended)
    requireNotCopied(config)
  })

  it('says what the server says is wrong, and that nothing was copied', async () => {
    const { url } = await migratedDatabase()
    const server = await opened(url)
    const refuse = `create function refuse() returns boolean language plpgsql as
      $$ begin raise exception using errcode = '53200'; end $$`
    await server.query('refuse', refuse, [])
    await server.query('refused', 'alter table groups add constraint refused check (refuse())', [])
    await expect(copy(url)).rejects.toThrow(/has no memory left.* Nothing was copied\./)
    requireNotCopied(config)
  })

  it('copies the rows of every table and what later rows depend on, also after a copy that was stopped midway', async () => {
    const url = await emptyServer()
    const controller = new AbortController()
    const stopped = copy(url, {
      signal: controller.signal,
      report: (rows, all) => {
        if (rows > all / 2) controller.abort(new Error('stopped'))
      },
    })
    await expect(stopped).rejects.toThrow('stopped')
    requireNotCopied(config)
    const reports: (readonly [number, number])[] = []
    const copied = await copy(url, { report: (...counts) => void reports.push(counts) })
    const server = await opened(url)
    const [before, after] = [await embedded(allRows), await allRows(server)]
    expect(Object.values(before)).not.toContainEqual([])
    // A server without the extension has no vectors, and does not count them.
    const withoutVectors = { ...before, chunk_embeddings: undefined, source_counts: [] }
    expect(after).toEqual(copied.vectorsLeft === 0 ? before : withoutVectors)
    expect(await catalog(server)).toEqual(await embedded(catalog))
    expect(copied).toMatchObject({ rows: reports.at(-1)![1], links: 2, broken: 0 })
    expect([reports[0]![0], reports.at(-1)![0]]).toEqual([0, copied.rows])
    // Ken does not run on the embedded database then.
    await expect(composeKen(config, { log, role: 'command' })).rejects.toThrow('was copied to')
  })

  it('copies vectors to a database that can store them', async () => {
    const target = await openEmbedded({ directory: withoutRows.path, log, isBrief: true })
    onTestFinished(target.close)
    const schemas = { tables: 'public', queue: 'pgboss' }
    await embedded(async (source) => {
      const { vectorsLeft } = await copyRows({
        source: { database: source, schemas },
        target: { database: target, schemas },
        queue: filledTables,
        report: () => {},
        signal: new AbortController().signal,
      })
      expect(vectorsLeft).toBe(0)
      expect(await allRows(target)).toEqual(await allRows(source))
    })
  })

  it('refuses a database that a Ken runs on or has run on, and changes nothing', async () => {
    const { url } = await migratedDatabase()
    const other = { ...configOf({ secrets: generateSecrets() }), databaseUrl: url }
    const running = await composed(other)
    await expect(copy(url)).rejects.toThrow('A Ken runs on the database')
    await running.close()
    const before = await allRows(await opened(url))
    await expect(copy(url)).rejects.toThrow(/is not empty: it has rows in .*createdb/)
    expect(await allRows(await opened(url))).toEqual(before)
  })

  it('refuses while Ken runs on the embedded database, and without its secrets', async () => {
    const url = await emptyServer()
    await embedded(async () => {
      await expect(copy(url)).rejects.toThrow('is in use by another Ken')
    })
    rmSync(secrets)
    onTestFinished(writeSecrets)
    await expect(copy(url)).rejects.toThrow('Restore the file from a backup')
    expect(await tablesIn(url)).toEqual([])
  })
})
