import { sql, type Kysely, type Transaction } from 'kysely'
import { missingTables, outdated } from './open/database-not-ready.ts'
import { createdb } from './open/server/server-suitability.ts'
import { ensureVectors } from './search/vectors/ensure-vectors.ts'
import { migrations } from './migrations/index.ts'
import type { Tables } from './tables.ts'
import { orUnavailable } from './unavailable.ts'

/** What a migration run did: names in order; empty when the database was up to date. */
export type Migrated = { readonly applied: readonly string[] }

/** Watches a migration run, which may take long on a large database. */
export type MigrationWatch = {
  /** Called before an embedded database is created, which takes some seconds. */
  readonly creating?: () => void
  /** Called if another process is migrating the database, before the run waits for it. */
  readonly waiting: () => void
  /** Called before each migration, and once all are committed, also if another process has run them all. */
  readonly migrating: (done: number, total: number) => void
}

const unwatched: MigrationWatch = { waiting: () => {}, migrating: () => {} }

/**
 * Runs all missing migrations in one transaction under one lock: processes may start concurrently,
 * and a run that is killed midway changes nothing. A missing migration runs even if later ones have
 * run. Only reads if none is missing, so that a user who may not create tables can start Ken.
 * Throws if the database is newer than this program.
 */
export async function migrate(
  kysely: Kysely<Tables>,
  watch: MigrationWatch = unwatched,
): Promise<Migrated> {
  try {
    const isDone = (await pendingIn(kysely)).length === 0
    const applied = isDone ? [] : await applyPending(kysely, watch)
    await ensureVectors(kysely)
    return { applied }
  } catch (error) {
    throw orUnavailable(error)
  }
}

/**
 * Checks that the database has every migration, and changes nothing. Throws `DatabaseNotReady` if
 * some are missing, and an error if the database is newer than this program.
 */
export async function requireMigrated(kysely: Kysely<Tables>): Promise<void> {
  if ((await pendingIn(kysely)).length === 0) return
  throw (await wasMigrated(kysely)) ? outdated() : missingTables()
}

/** Whether any migration, also of an earlier version, has ever run. */
export const wasMigrated = async (kysely: Kysely<Tables>): Promise<boolean> =>
  (await hasTable(kysely, 'ken_migrations')) ||
  // Earlier versions recorded migrations in a table of Kysely's.
  (await hasTable(kysely, 'kysely_migration'))

/**
 * The missing migrations, in order. Throws if the database has migrations that this program does
 * not know.
 */
async function pendingIn(kysely: Kysely<Tables>): Promise<readonly string[]> {
  const applied = (await hasTable(kysely, 'ken_migrations'))
    ? await appliedIn(kysely)
    : new Set<string>()
  const unknown = [...applied].filter((name) => !Object.hasOwn(migrations, name))
  if (unknown.length > 0) throw new Error(newerHint(unknown))
  return Object.keys(migrations).filter((name) => !applied.has(name))
}

async function appliedIn(kysely: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{
    name: string
  }>`select name from ken_migrations order by name collate "C"`
    .execute(kysely)
    .catch((error: unknown) => {
      throw error instanceof Error && 'code' in error && error.code === '42501'
        ? new Error(unreadable, { cause: error })
        : orUnavailable(error)
    })
  return new Set(rows.map(({ name }) => name))
}

async function applyPending(
  kysely: Kysely<Tables>,
  watch: MigrationWatch,
): Promise<readonly string[]> {
  // The run must see what others committed while it waited for the lock.
  const transaction = kysely.transaction().setIsolationLevel('read committed')
  const run = transaction.execute(async (inside) => {
    await takeLock(inside, watch)
    if (!(await hasTable(inside, 'ken_migrations'))) await createTable(inside)
    const pending = await pendingIn(inside)
    for (const [done, name] of pending.entries()) {
      watch.migrating(done, pending.length)
      await migrations[name]!.up(inside)
      await sql`insert into ken_migrations (name) values (${name})`.execute(inside)
    }
    return pending
  })
  const applied = await run.catch((error: unknown) => {
    throw explained(error)
  })
  watch.migrating(applied.length, applied.length)
  return applied
}

/** Takes the lock of migrations until the transaction ends. */
async function takeLock(
  transaction: Transaction<Tables>,
  { waiting }: MigrationWatch,
): Promise<void> {
  const key = sql`hashtextextended('ken:migrations:' || current_schema, 0)`
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(${key}) as held
  `.execute(transaction)
  if (rows[0]?.held === true) return
  waiting()
  await sql`select pg_advisory_xact_lock(${key})`.execute(transaction)
}

async function createTable(transaction: Transaction<Tables>): Promise<void> {
  await sql`create table ken_migrations (name text primary key, applied_at timestamptz not null default now())`.execute(
    transaction,
  )
  // Earlier versions used Kysely's table and lock.
  await sql`select pg_advisory_xact_lock(3853314791062309107)`.execute(transaction)
  if (!(await hasTable(transaction, 'kysely_migration'))) return
  await sql`
    insert into ken_migrations (name, applied_at) select name, timestamp::timestamptz from kysely_migration
  `.execute(transaction)
  // Those versions refuse a database with an unknown migration.
  await sql`insert into kysely_migration (name, timestamp) values ('ken_migrations', now())`.execute(
    transaction,
  )
}

/**
 * Looks only in the schema of this installation. Queries the catalog, because `to_regclass` may
 * return the state before a lock.
 */
async function hasTable(kysely: Kysely<Tables>, table: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_tables where schemaname = current_schema and tablename = ${table}
  `.execute(kysely)
  return rows.length > 0
}

const unreadable =
  'The database user may not read the tables of Ken. Use the role that Ken runs as, or the owner of the tables.'

const shownMax = 5

/** The newest of them say how old this program is. */
function newerHint(names: readonly string[]): string {
  const more = names.length > shownMax ? ` and ${names.length - shownMax} more` : ''
  return `This database was migrated by a newer version of Ken: it has ${names.slice(-shownMax).join(', ')}${more}. Start that version, or restore a backup made before it.`
}

/** What to do, by SQLSTATE. */
const advice: { readonly [code: string]: string } = {
  '3F000':
    'The search path of the database user names no schema that exists. Create one, or set it.',
  '53100':
    'The disk of the database is full, and nothing was changed. Free space on it, then run the command again.',
  '42501':
    'The database user may not change the tables. Run "ken migrate" as their owner: after "ken database roles", with the URL of the owner role. If there is only one role, make it the owner of the database, or run: grant create on schema public to USER',
}

/** A table or another object of the name that a migration creates. */
const existing = new Set(['42P07', '42710', '42723'])

function explained(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  const hint = existing.has(code)
    ? `The database has tables or functions of another program: ${error.message}. Nothing was changed. Give Ken a database of its own: ${createdb}`
    : advice[code]
  return hint === undefined ? orUnavailable(error) : new Error(hint, { cause: error })
}
