import { schemaOf, type Database } from '@ken/postgres'

/** The schemas of Ken's tables and of the queue's. */
export type Schemas = { readonly tables: string; readonly queue: string }

/** The schema of the queue is next to Ken's own, and named after it. */
export async function schemasOf(database: Database): Promise<Schemas> {
  const tables = await schemaOf(database)
  return { tables, queue: tables === 'public' ? 'pgboss' : `${tables}_jobs` }
}
