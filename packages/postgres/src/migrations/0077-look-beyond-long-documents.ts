import { sql, type Kysely } from 'kysely'

/**
 * Lets `ken_search` find other documents if the best passages of a word are from few. A document with a word in its title
 * has it in each of its passages; of a long one these were all that a search read, so that it found no other document.
 * The words of a query share how far it looks.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef('ken_search(int[], int[], int[], int[], text[], int)'::regprocedure) as definition
  `.execute(database)
  let [{ definition } = { definition: '' }] = rows
  for (const { before, after } of changes) {
    // A second run changes nothing.
    if (definition.includes(after)) continue
    if (definition.split(before).length !== 2)
      throw new Error('ken_search is not the expected function.')
    definition = definition.replace(before, () => after)
  }
  // oxlint-disable-next-line no-restricted-properties -- the function of an earlier migration, no value
  await sql.raw(definition).execute(database)
}

const changes = [
  {
    before: `
      is_all boolean;
`,
    after: `
      is_all boolean;
      -- The documents of the best passages of a word, and how many of these passages are looked at.
      hit_documents uuid[];
      reach int;
      -- How many of them a search may still look at, for all of its words.
      beyond int := 5000;
`,
  },
  {
    before: `
          target := quota * 1.25;
`,
    after: `
          target := quota * 1.25;
          reach := quota;
`,
  },
  {
    before: `
            hits := array(
              select at from (
                select distinct on (tier, passage.place, passage.document_id, passage.ordinal)
`,
    after: `
            select coalesce(array_agg(entry.at), '{}'), coalesce(array_agg(entry.document_id), '{}') into hits, hit_documents
            from (
                select distinct on (tier, passage.place, passage.document_id, passage.ordinal)
`,
  },
  {
    before: `
                limit quota
              ) as entry
            );
            exit when is_all or cardinality(hits) >= quota;
            target := target * 3;
          end loop;
`,
    after: `
                limit reach
              ) as entry;
            if cardinality(hits) < reach then
              exit when is_all;
              target := target * 3;
              continue;
            end if;
            exit when reach >= beyond or (select count(distinct id) from unnest(hit_documents) as id) >= least(50, quota / 4);
            -- Few documents have all of the best passages: look for others. How far follows from visible passages alone.
            reach := case when reach * 8 < beyond then reach * 4 else beyond end;
            target := greatest(target, reach * 1.25);
            is_all := false;
          end loop;
          -- Then a few of each document come first.
          if cardinality(hits) > quota then
            beyond := beyond - cardinality(hits);
            hits := array(
              select at from (
                select at, number, row_number() over (partition by id order by number) as of_document
                from unnest(hits, hit_documents) with ordinality as entry (at, id, number)
              ) as ranked
              order by of_document > 4, number
              limit quota
            );
          end if;
`,
  },
]
