import { sql, type Kysely } from 'kysely'

/**
 * Each link has the digest of an entry and a hash over it and over the link before. Links are added
 * after the entries are committed, so that acts do not wait for each other.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_chain (
      position bigint primary key,
      entry_id bigint not null unique,
      entry_at timestamptz not null,
      is_prunable boolean not null,
      digest bytea not null,
      hash bytea not null
    )
  `.execute(database)
  await sql`
    create table audit_chain_state (
      one boolean primary key default true check (one),
      verified_to bigint not null default 0,
      checked_at timestamptz,
      broken_entry bigint,
      broken_at timestamptz
    )
  `.execute(database)
  await sql`insert into audit_chain_state default values`.execute(database)
  await sql`
    create function refuse_chain_change() returns trigger language plpgsql as $$
    begin
      raise exception 'audit_chain is append-only' using errcode = 'insufficient_privilege';
    end
    $$
  `.execute(database)
  await sql`
    create trigger audit_chain_append_only before update or delete on audit_chain
    for each row execute function refuse_chain_change()
  `.execute(database)
  await sql`
    create trigger audit_chain_no_truncate before truncate on audit_chain
    for each statement execute function refuse_chain_change()
  `.execute(database)
  await createFunctions(database)
}

async function createFunctions(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function ken_audit_digest(entry audit_log) returns bytea language sql stable as $$
      select sha256(convert_to(jsonb_build_array(
        entry.id, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), entry.actor_id, entry.via,
        entry.action, entry.target, entry.outcome, entry.session_id, entry.key_id, entry.address, entry.request_id,
        entry.meta
      )::text, 'UTF8'))
    $$
  `.execute(database)
  await sql`
    create function ken_link_hash(before bytea, link audit_chain) returns bytea language sql stable as $$
      select sha256(before || convert_to(jsonb_build_array(
        link.position, link.entry_id, to_char(link.entry_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
        link.is_prunable
      )::text, 'UTF8') || link.digest)
    $$
  `.execute(database)
  // Adds links for at most count_max committed entries without one, whose ids are above after_id.
  await sql`
    create function ken_extend_audit_chain(after_id bigint, count_max int) returns int language plpgsql as $$
    declare
      head bytea;
      place bigint;
      added int := 0;
      entry audit_log;
      link audit_chain;
    begin
      -- One at a time: the next one sees what this one has added.
      perform from audit_chain_state for update;
      select hash, position into head, place from audit_chain order by position desc limit 1;
      link.position := coalesce(place, 0);
      link.hash := coalesce(head, ''::bytea);
      for entry in
        select * from audit_log as candidate
        where candidate.id > after_id and not exists (select from audit_chain where entry_id = candidate.id)
        order by candidate.id limit count_max
      loop
        head := link.hash;
        link.position := link.position + 1;
        link.entry_id := entry.id;
        link.entry_at := entry.at;
        link.is_prunable := entry.actor_id is null and entry.action in ('sign_in.fail', 'sign_in.guesses_exhausted');
        link.digest := ken_audit_digest(entry);
        link.hash := ken_link_hash(head, link);
        insert into audit_chain values (link.*);
        added := added + 1;
      end loop;
      return added;
    end
    $$
  `.execute(database)
}
