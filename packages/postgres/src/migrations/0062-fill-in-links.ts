import { sql, type Kysely } from 'kysely'

/**
 * A trigger fills in every link from its entry, so that a role that may only insert cannot add
 * others. Links at the last possible positions no longer prevent new ones.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function ken_is_date(at timestamptz) returns boolean language sql immutable as $$
      select at >= '0001-01-01Z' and at < '10000-01-01Z'
    $$
  `.execute(database)
  // Not verified for existing entries: this must not stop a start.
  await sql`
    alter table audit_log add constraint audit_log_at check (ken_is_date(at)) not valid
  `.execute(database)
  // The link that the next one follows: the last one whose next position is free.
  await sql`
    create function ken_last_link() returns setof audit_chain language sql stable
    -- By the index, even if the plan was made while the table was empty.
    set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
    as $$
      select * from audit_chain as link
      where position between 1 and 9007199254740990
        -- A scalar: a join could read the whole chain.
        and (select next.position from audit_chain as next where next.position = link.position + 1) is null
      order by position desc limit 1
    $$
  `.execute(database)
  await createTrigger(database)
  await sql`
    create or replace function ken_extend_audit_chain(from_id bigint, count_max int) returns int language plpgsql as $$
    declare
      added int;
    begin
      insert into audit_chain_state default values on conflict do nothing;
      -- One at a time: the next one sees what this one has added.
      perform from audit_chain_state for update;
      insert into audit_chain (entry_id)
        select id from audit_log as candidate
        where id >= from_id and not exists (select from audit_chain where entry_id = candidate.id)
        order by id limit count_max;
      get diagnostics added = row_count;
      return added;
    end
    $$
  `.execute(database)
}

async function createTrigger(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function ken_fill_in_link() returns trigger language plpgsql
    set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
    as $$
    declare
      entry audit_log;
      last audit_chain;
    begin
      select * into entry from audit_log where id = new.entry_id;
      if not found then
        raise exception 'audit_log has no entry %', new.entry_id using errcode = 'insufficient_privilege';
      end if;
      -- As in ken_last_link, but planned only once.
      select * into last from audit_chain as link
        where position between 1 and 9007199254740990
          and (select next.position from audit_chain as next where next.position = link.position + 1) is null
        order by position desc limit 1;
      new.position := coalesce(last.position, 0) + 1;
      new.entry_at := entry.at;
      new.is_prunable := entry.actor_id is null and entry.action in ('sign_in.fail', 'sign_in.guesses_exhausted');
      new.digest := ken_audit_digest(entry);
      new.hash := ken_link_hash(coalesce(last.hash, ''::bytea), new);
      return new;
    end
    $$
  `.execute(database)
  // Otherwise a temporary table with the name of one of these would be read instead.
  await sql`
    do $$ begin
      execute format('alter function ken_fill_in_link() set search_path = %I, pg_temp', current_schema);
    end $$
  `.execute(database)
  await sql`
    create trigger audit_chain_fill_in before insert on audit_chain
    for each row execute function ken_fill_in_link()
  `.execute(database)
}
