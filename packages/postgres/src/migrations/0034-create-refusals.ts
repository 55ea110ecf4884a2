import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table refusals (
      target text not null,
      window_started_at timestamptz not null,
      shard smallint not null,
      count bigint not null,
      primary key (window_started_at, target, shard)
    )
  `.execute(database)
  await sql`
    create table refusal_batches (id uuid primary key, stored_at timestamptz not null default now())
  `.execute(database)
  await sql`create index refusal_batches_stored_at on refusal_batches (stored_at)`.execute(database)
}
