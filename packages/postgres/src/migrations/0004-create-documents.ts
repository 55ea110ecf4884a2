import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table documents (
      id uuid primary key,
      source text not null,
      external_id text not null,
      title text not null,
      url text not null,
      body text not null,
      allowed text[] not null check (cardinality(allowed) > 0),
      updated_at timestamptz,
      imported_at timestamptz not null default now(),
      unique (source, external_id)
    )
  `.execute(database)
  await sql`create index documents_allowed on documents using gin (allowed)`.execute(database)
  await sql`
    create table document_chunks (
      document_id uuid not null references documents on delete cascade,
      ordinal int not null,
      heading text not null,
      body text not null,
      words tsvector not null,
      primary key (document_id, ordinal)
    )
  `.execute(database)
  await sql`create index document_chunks_words on document_chunks using gin (words)`.execute(
    database,
  )

  // English inflections like the built-in configuration, but every word counts: "IT" is a department.
  await sql`create text search dictionary ken_stem (template = snowball, language = english)`.execute(
    database,
  )
  await sql`create text search configuration ken_words (copy = english)`.execute(database)
  await sql`
    alter text search configuration ken_words
    alter mapping for asciiword, word, numword with ken_stem
  `.execute(database)
}
