import { sql, type Kysely } from 'kysely'

/**
 * The first break has its position, so that it can be verified again while the pass goes on. Links
 * are added even if the row of the state is missing, and for entries with any id.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_chain_state add column broken_position bigint`.execute(database)
  await sql`
    update audit_chain_state set broken_position = (
      select position from audit_chain where entry_id = broken_entry
    )
  `.execute(database)
  // A parameter gets another name: now the id itself is included.
  await sql`drop function ken_extend_audit_chain(bigint, int)`.execute(database)
  // Adds links for at most count_max committed entries without one, whose ids are from_id or above.
  await sql`
    create function ken_extend_audit_chain(from_id bigint, count_max int) returns int language plpgsql as $$
    declare
      head bytea;
      place bigint;
      added int := 0;
      entry audit_log;
      link audit_chain;
    begin
      insert into audit_chain_state default values on conflict do nothing;
      -- One at a time: the next one sees what this one has added.
      perform from audit_chain_state for update;
      select hash, position into head, place from audit_chain order by position desc limit 1;
      link.position := coalesce(place, 0);
      link.hash := coalesce(head, ''::bytea);
      for entry in
        select * from audit_log as candidate
        where candidate.id >= from_id and not exists (select from audit_chain where entry_id = candidate.id)
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
  // What the program can read exactly. Not verified for existing links: this must not stop a start.
  await sql`
    alter table audit_chain add constraint audit_chain_position
    check (position between 1 and 9007199254740991) not valid
  `.execute(database)
}
