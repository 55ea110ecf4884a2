import { sql, type Kysely } from 'kysely'

/** The answer is null while a request that takes several transactions is unfinished; `kept_at` is then that of its latest part. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table idempotency_keys (
      caller_id uuid not null references users on delete cascade,
      operation text not null,
      key text not null check (key ~ '^[!-~]{1,255}$'),
      fingerprint text not null,
      answer text,
      kept_at timestamptz not null,
      primary key (caller_id, operation, key)
    )
  `.execute(database)
  await sql`create index idempotency_keys_kept_at on idempotency_keys (kept_at)`.execute(database)
}
