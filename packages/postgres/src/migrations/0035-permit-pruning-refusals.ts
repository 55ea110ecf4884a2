import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  // Of what nobody signed in did, and after 90 days only; everything else stays append-only.
  await sql`
    create or replace function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if old.actor_id is null and old.action in ('sign_in.fail', 'sign_in.guesses_exhausted')
          and old.at < now() - interval '90 days'
        then
          return old;
        end if;
      end if;
      raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege';
    end
    $$
  `.execute(database)
}
