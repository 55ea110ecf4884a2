import { sql, type Transaction } from 'kysely'
import { createdb } from '../open/server/server-suitability.ts'
import type { Tables } from '../tables.ts'
import { named, tablesOf, type Schemas } from './tables-of.ts'

/** Tables that a migration puts rows into. */
export const filledByMigrations: readonly string[] = [
  'ken.audit_chain_state',
  'ken.bot_messenger_settings',
  'ken.org_settings',
  'ken.search_state',
  'ken.teamchat_settings',
  'ken.workspace_chat_settings',
]

/** The records of migrations. Each database has its own. */
export const recordsOfMigrations: readonly string[] = ['ken.ken_migrations', 'ken.kysely_migration']

/**
 * Throws unless a database has no rows of Ken, except those of a database that was just created, and no `ken http` uses it.
 * Until the transaction ends, no other `ken http` starts on it.
 *
 * @param filled tables that are not empty in a new database, in addition to those of the migrations.
 */
export async function requireEmptyTarget(
  transaction: Transaction<Tables>,
  schemas: Schemas,
  filled: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('ken:process:' || current_schema, 0)) as held
  `.execute(transaction)
  if (rows[0]?.held !== true) throw new Error(inUse)

  const expected = new Set([...filledByMigrations, ...recordsOfMigrations, ...filled])
  const tables = await tablesOf(transaction, schemas)
  const mustBeEmpty = tables.filter(({ key }) => !expected.has(key))
  if (mustBeEmpty.length === 0) return
  const asked = mustBeEmpty.map(
    (table) => sql`select ${table.name} as name where exists (select from ${named(table)})`,
  )
  const found = await sql<{ name: string }>`${sql.join(asked, sql` union all `)}`.execute(
    transaction,
  )
  if (found.rows.length > 0) throw new Error(notEmpty(found.rows.map(({ name }) => name)))
}

const inUse =
  'A Ken runs on the database to copy to, or another copy to it runs. Nothing was copied. Stop it, or copy to a new database.'

const shownMax = 5

function notEmpty(names: readonly string[]): string {
  const shown = names.slice(0, shownMax).join(', ')
  const more = names.length > shownMax ? ` and ${names.length - shownMax} more` : ''
  return `The database to copy to is not empty: it has rows in ${shown}${more}. Nothing was copied. Copy to a new database: ${createdb}`
}
