import { sql, type Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** The two schemas of an installation. */
export type Schemas = { readonly tables: string; readonly queue: string }

/** A table that rows are copied from or to. A partitioned one stands with all its partitions. */
export type CopiedTable = {
  /** The same in every installation. */
  readonly key: string
  readonly schema: string
  readonly name: string
  /** All but those that the database computes. */
  readonly columns: readonly Column[]
  /** Columns that refer to another row of the table. */
  readonly ownReferences: readonly string[]
  /** The column that a sequence numbers. */
  readonly numbered: string | null
  readonly hasTriggers: boolean
}

export type Column = { readonly name: string; readonly isText: boolean }

type Row = Omit<CopiedTable, 'key'> & {
  readonly oid: string
  readonly references: readonly string[]
}

/** All tables of both schemas, each after those that it refers to. */
export async function tablesOf(
  kysely: Kysely<Tables>,
  { tables, queue }: Schemas,
): Promise<readonly CopiedTable[]> {
  const { rows } = await sql<Row>`
    select c.oid::text as oid, nspname as schema, relname as name,
      (
        select jsonb_agg(
          jsonb_build_object('name', attname, 'isText', atttypid in ('text'::regtype, 'bytea'::regtype)) order by attnum
        ) from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
      ) as columns,
      coalesce(array(
        select attname::text from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
        where contype = 'f' and conrelid = c.oid and confrelid = c.oid
      ), '{}') as "ownReferences",
      (select attname::text from pg_attribute where attrelid = c.oid and attidentity <> '') as numbered,
      exists (select from pg_trigger where tgrelid = c.oid and not tgisinternal) as "hasTriggers",
      array(
        select distinct coalesce(pg_partition_root(confrelid), confrelid)::oid::text from pg_constraint
        where contype = 'f' and coalesce(pg_partition_root(conrelid), conrelid) = c.oid
      ) as "references"
    from pg_class as c join pg_namespace as n on n.oid = relnamespace
    where nspname in (${tables}, ${queue}) and relkind in ('r', 'p') and not relispartition
    order by nspname = ${queue}, relname collate "C"
  `.execute(kysely)
  return inOrder(rows).map(({ oid: _oid, references: _references, ...table }) => ({
    ...table,
    key: `${table.schema === queue ? 'queue' : 'ken'}.${table.name}`,
  }))
}

function inOrder(rows: readonly Row[]): readonly Row[] {
  const ordered: Row[] = []
  const names = new Map(rows.map((row) => [row.oid, row]))
  const add = (row: Row) => {
    if (!names.delete(row.oid)) return
    for (const reference of row.references) {
      const referred = names.get(reference)
      if (referred !== undefined) add(referred)
    }
    ordered.push(row)
  }
  for (const row of rows) add(row)
  return ordered
}

/** The table in a statement. */
export const named = ({ schema, name }: Pick<CopiedTable, 'schema' | 'name'>) =>
  sql.table(`${schema}.${name}`)
