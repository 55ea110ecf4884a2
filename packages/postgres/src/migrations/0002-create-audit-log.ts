import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  // No foreign keys: an entry outlives everything it speaks of.
  await sql`
    create table audit_log (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      actor_id uuid,
      via text not null,
      action text not null,
      target text not null,
      outcome text not null check (outcome in ('success', 'failure')),
      session_id text,
      key_id uuid,
      address text,
      request_id text,
      meta jsonb not null default '{}'
    )
  `.execute(database)
  await sql`
    create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege';
    end
    $$
  `.execute(database)
  await sql`
    create trigger audit_log_append_only before update or delete on audit_log
    for each row execute function refuse_audit_change()
  `.execute(database)
  await sql`
    create trigger audit_log_no_truncate before truncate on audit_log
    for each statement execute function refuse_audit_change()
  `.execute(database)
}
