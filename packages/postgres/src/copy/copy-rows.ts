import { Unavailable } from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../database.ts'
import type { Tables } from '../tables.ts'
import { createdb } from '../open/server/server-suitability.ts'
import { orUnavailable, unreachableMessage } from '../unavailable.ts'
import { copyTable } from './copy-table.ts'
import { pairsOf, type Pair } from './pairs-of.ts'
import { filledByMigrations, requireEmptyTarget } from './require-empty-target.ts'
import { sizeOf, type TableSize } from './size-of.ts'
import { named, tablesOf, type CopiedTable, type Schemas } from './tables-of.ts'
import { verifyChain } from './verify-chain.ts'

export type Place = {
  readonly database: Pick<Database, 'withoutTimeout'>
  readonly schemas: Schemas
}

/** The tables of the queue that have rows in a new database. */
export type QueueTables = {
  /** Those of the source take their place. */
  readonly replaced: readonly string[]
  /** Each database keeps its own. */
  readonly kept: readonly string[]
}

export type CopyRows = {
  readonly source: Place
  /** Migrated to the same version as the source. */
  readonly target: Place
  readonly queue: QueueTables
  /** Called with the number of rows copied so far, and of all. */
  readonly report: (rows: number, all: number) => void
  /** Ends the copy between two parts: it throws the reason, and the target is as before. */
  readonly signal: AbortSignal
}

export type Copied = {
  readonly tables: number
  readonly rows: number
  /** Links of the audit log that were verified in the target. */
  readonly links: number
  /** Links that do not fit, in the source as in the target. */
  readonly broken: number
  /** Vectors that were not copied, because the target has no extension for them. */
  readonly vectorsLeft: number
}

/**
 * Copies all rows of an installation that no process uses to an empty one, and verifies them there. It is one transaction of
 * the target. Throws if the target is not empty.
 */
export async function copyRows(request: CopyRows): Promise<Copied> {
  let isWritten = false
  try {
    return await request.source.database.withoutTimeout.transaction().execute((from) =>
      request.target.database.withoutTimeout
        .transaction()
        .setIsolationLevel('read committed')
        .execute(async (to) => {
          const copied = await copyWithin(from, to, request)
          isWritten = true
          return copied
        }),
    )
  } catch (error) {
    throw explained(error, isWritten)
  }
}

async function copyWithin(
  from: Transaction<Tables>,
  to: Transaction<Tables>,
  { source, target, queue, report, signal }: CopyRows,
): Promise<Copied> {
  // To measure the source may take long.
  await sql`select set_config('idle_in_transaction_session_timeout', '0', true)`.execute(to)
  const places = await tablesOf(to, target.schemas)
  await sql`lock table ${sql.join(places.map(named))} in access exclusive mode`.execute(to)
  await requireEmptyTarget(to, target.schemas, [...queue.replaced, ...queue.kept])
  const found = await tablesOf(from, source.schemas)
  const { pairs, vectorsLeft } = pairsOf(found, places, queue.kept)

  const chain = await verifyChain(from)
  const measured: (readonly [Pair, TableSize])[] = []
  for (const pair of pairs) measured.push([pair, await sizeOf(from, pair.from)])
  const all = measured.reduce((sum, [, { rows }]) => sum + rows, 0)

  await withoutTriggers(to, pairs, async () => {
    await empty(to, pairs, [...filledByMigrations, ...queue.replaced])
    let done = 0
    report(done, all)
    for (const [pair, size] of measured) {
      for await (const rows of copyTable({ from, to, pair, size })) {
        done += rows
        report(done, all)
        signal.throwIfAborted()
      }
      await copyNumbering(from, to, pair)
      await requireCount(to, pair.to, size.rows)
    }
    // Those of the vectors.
    if (vectorsLeft !== null)
      await sql`delete from source_counts where model is not null`.execute(to)
  })
  for (const pair of pairs) await sql`analyze ${named(pair.to)}`.execute(to)
  const verified = await verifyChain(to)
  if (verified.broken !== chain.broken || verified.head !== chain.head)
    throw new Error(otherChain(verified.broken))
  return {
    tables: pairs.length,
    rows: all,
    links: verified.checked,
    broken: verified.broken,
    vectorsLeft: vectorsLeft === null ? 0 : (await sizeOf(from, vectorsLeft)).rows,
  }
}

/** Triggers would do again what the source has done, and link the audit log again. */
async function withoutTriggers(
  transaction: Transaction<Tables>,
  pairs: readonly Pair[],
  work: () => Promise<void>,
): Promise<void> {
  const tables = pairs.flatMap(({ to }) => (to.hasTriggers ? [named(to)] : []))
  for (const table of tables)
    await sql`alter table ${table} disable trigger user`.execute(transaction)
  await work()
  // A table with references that wait for the end of the transaction cannot be altered.
  await sql`set constraints all immediate`.execute(transaction)
  for (const table of tables)
    await sql`alter table ${table} enable trigger user`.execute(transaction)
}

async function empty(
  transaction: Transaction<Tables>,
  pairs: readonly Pair[],
  keys: readonly string[],
): Promise<void> {
  for (const { to } of pairs)
    if (keys.includes(to.key)) await sql`delete from ${named(to)}`.execute(transaction)
}

/** Continues the numbers of the source. */
async function copyNumbering(
  from: Transaction<Tables>,
  to: Transaction<Tables>,
  pair: Pair,
): Promise<void> {
  if (pair.to.numbered === null) return
  const { rows } = await sql<{ last: string | null }>`
    select pg_sequence_last_value(${sequenceOf(pair.from)})::text as last
  `.execute(from)
  const last = rows[0]?.last ?? null
  if (last !== null) await sql`select setval(${sequenceOf(pair.to)}, ${last}::bigint)`.execute(to)
}

const sequenceOf = ({ schema, name, numbered }: CopiedTable) =>
  sql`pg_get_serial_sequence(format('%I.%I', ${schema}::text, ${name}::text), ${numbered})::regclass`

async function requireCount(
  transaction: Transaction<Tables>,
  table: CopiedTable,
  expected: number,
): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::float8 as count from ${named(table)}
  `.execute(transaction)
  if (rows[0]?.count === expected) return
  throw new Error(
    `${table.name} has ${rows[0]?.count} rows after the copy, and ${expected} before it. Nothing was copied.`,
  )
}

const otherChain = (broken: number): string =>
  `The chain of the audit log is not the same after the copy: ${broken} links do not fit. Nothing was copied.`

/** What to do, by SQLSTATE. */
const advice: { readonly [code: string]: string } = {
  '42501':
    'The database user may not change the tables to copy to. Nothing was copied. Use the user that owns them: after "ken database roles", that of the owner role.',
  '53100':
    'The disk of the database to copy to is full. Nothing was copied. Free space on it, then copy again.',
}

function explained(error: unknown, isWritten: boolean): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const hint = advice[code]
  if (hint !== undefined) return new Error(hint, { cause: error })
  const failure = orUnavailable(error)
  if (!(failure instanceof Unavailable)) return failure
  if (failure.message !== unreachableMessage && !isWritten)
    return new Unavailable('database', `${failure.message} Nothing was copied.`, { cause: error })
  // The embedded database is in this process, and cannot be lost.
  return new Unavailable('database', isWritten ? lostAtTheEnd : lost, { cause: error })
}

const lost =
  'The connection to the database to copy to was lost. Nothing was copied. Check that its server runs, then copy again.'

const lostAtTheEnd = `The connection to the database to copy to was lost at the very end, so that it may have all rows or none. Copy to a new database: ${createdb}`
