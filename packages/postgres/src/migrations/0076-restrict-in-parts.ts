import { sql, type Kysely } from 'kysely'

/**
 * Lets an import change who may see passages in several statements of its transaction: one for all of them can take longer
 * than a statement may. Any other change of a document still changes its passages at once.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function ken_keep_access() returns trigger language plpgsql as $$
    begin
      if current_setting('ken.keeps_access', true) = 'in_parts' then return null; end if;
      update passage_terms as passage set access = ken_access(new.source, new.allowed, passage.level)
      where passage.document_id = new.id;
      return null;
    end
    $$
  `.execute(database)
}
