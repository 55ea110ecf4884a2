import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  // One row per passage that is being embedded, or that a model refused.
  await sql`
    create table embedding_claims (
      document_id uuid not null,
      ordinal int not null,
      model text not null,
      due_at timestamptz not null,
      refusals int not null default 0,
      primary key (document_id, ordinal, model),
      foreign key (document_id, ordinal) references document_chunks on delete cascade
    )
  `.execute(database)
}
