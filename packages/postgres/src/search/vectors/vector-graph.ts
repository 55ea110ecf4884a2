import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../tables.ts'

/** Passages up to which every search compares all that the reader sees. */
export const comparedMax = 30_000

/** As many dimensions as a graph of half-precision vectors can have. */
const dimensionsMax = 4_000

/**
 * Builds the graph (HNSW) of a model's vectors, while others read and write, once there are more than
 * `passagesMin`. Drops the graphs of other models. Returns whether it built one: not if another
 * process does so, or if the installed pgvector cannot read a graph until enough visible passages are
 * found (before 0.8), or if the database user does not own the table.
 */
export async function buildVectorGraph(
  kysely: Kysely<Tables>,
  model: string,
  passagesMin = comparedMax,
): Promise<boolean> {
  return kysely.connection().execute(async (connection) => {
    const graph = await wantedGraph(connection, model, passagesMin)
    if (graph === null || graph.isBuilt) return false
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_lock(${lockKey}) as free
    `.execute(connection)
    if (rows[0]?.free !== true) return false
    try {
      // What a build that was interrupted has left.
      await sql`drop index concurrently if exists ${sql.id(graph.name)}`.execute(connection)
      await sql`set maintenance_work_mem = '256MB'`.execute(connection)
      const [ofModel, dimensions] = [literal(model), literal(graph.dimensions)]
      await sql`
        create index concurrently ${sql.id(graph.name)} on chunk_embeddings
        using hnsw ((embedding::halfvec(${dimensions})) halfvec_cosine_ops)
        where model = ${ofModel} and vector_dims(embedding) = ${dimensions}
      `.execute(connection)
      for (const other of graph.others)
        await sql`drop index concurrently if exists ${sql.id(other)}`.execute(connection)
      return true
    } finally {
      await sql`reset maintenance_work_mem`.execute(connection).catch(() => {})
      await sql`select pg_advisory_unlock(${lockKey})`.execute(connection).catch(() => {})
    }
  })
}

// oxlint-disable-next-line no-restricted-properties -- creating an index takes no parameters; the value is quoted
const literal = (value: string | number) => sql.lit(value)

const lockKey = sql`hashtextextended('ken:vector-graph:' || current_schema, 0)`

type Graph = {
  readonly name: string
  readonly dimensions: number
  readonly isBuilt: boolean
  /** The graphs of other models. */
  readonly others: readonly string[]
}

async function wantedGraph(
  connection: Kysely<Tables>,
  model: string,
  passagesMin: number,
): Promise<Graph | null> {
  const { rows } = await sql<Graph & { many: boolean; readable: boolean; owned: boolean }>`
    with graph as (
      select relname, indisvalid from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid = 'chunk_embeddings'::regclass and relname like 'chunk\\_embeddings\\_near\\_%'
    ),
    named as (
      select dimensions, format('chunk_embeddings_near_%s_%s', left(md5(${model}), 8), dimensions) as name
      from (select vector_dims(embedding) as dimensions from chunk_embeddings where model = ${model} limit 1) as first
    )
    select name, dimensions,
      exists (select from graph where relname = name and indisvalid) as "isBuilt",
      array(select relname::text from graph where relname <> name) as others,
      (select count(*) from (select from chunk_embeddings where model = ${model} limit ${passagesMin + 1}) as found) > ${passagesMin}::int as many,
      (select string_to_array(extversion, '.')::int[] >= '{0,8}' from pg_extension where extname = 'vector') as readable,
      (select pg_has_role(relowner, 'usage') from pg_class where oid = 'chunk_embeddings'::regclass) as owned
    from named
  `.execute(connection)
  const [graph] = rows
  if (graph === undefined || !graph.many || !graph.readable || !graph.owned) return null
  return graph.dimensions > dimensionsMax ? null : graph
}
