import { sql, type Kysely } from 'kysely'

/**
 * Shortens the longest searches without changing a result. If `ken_search` looks beyond the best passages of a word, because
 * few documents have all of them, it scores only the passages that it keeps, no longer up to 5,000 others. Of a frequent word
 * that was not counted yet, it no longer reads all passages at once.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef('ken_search(int[], int[], int[], int[], text[], int)'::regprocedure) as definition
  `.execute(database)
  let [{ definition } = { definition: '' }] = rows
  // A second run changes nothing.
  if (definition.includes(changes[0]!.after)) return
  for (const { before, after } of changes) {
    if (definition.split(before).length !== 2)
      throw new Error('ken_search is not the expected function.')
    definition = definition.replace(before, () => after)
  }
  // oxlint-disable-next-line no-restricted-properties -- the function of an earlier migration, no value
  await sql.raw(definition).execute(database)
}

/** The best passages of a word, by tier, then by place. */
const bestPassages = (columns: string) => `
                select distinct on (tier, passage.place, passage.document_id, passage.ordinal)
                  ${columns}
                from ken_read_forms(
                  word_forms, parts, readers, visible * entry_cost < greatest(opened, 20) * (1 / share - 1) * row_cost
                ) as passage cross join lateral (
                  select 7 - width_bucket(case when word_forms[2] is null
                    then ken_impact(passage.terms, passage.impacts, word_forms[1]) else greatest(
                    ken_impact(passage.terms, passage.impacts, word_forms[1]),
                    ken_impact(passage.terms, passage.impacts, word_forms[2]),
                    ken_impact(passage.terms, passage.impacts, word_forms[3]),
                    ken_impact(passage.terms, passage.impacts, word_forms[4]),
                    ken_impact(passage.terms, passage.impacts, word_forms[5])
                  ) end, '{116, 140, 160, 180, 200, 216, 232}'::int[]) as tier
                  offset 0
                ) as best
                order by tier, passage.place, passage.document_id, passage.ordinal
                limit reach`

/** Measured on texts in four languages: which share of the passages with a frequent word is in each tier. */
const usualShares = [0.005, 0.015, 0.03, 0.06, 0.1, 0.15, 0.13, 0.51]

const changes = [
  {
    before: `
        expected := expected || tiers;
`,
    after: `
        -- A word that was not counted yet.
        if 0 = all (tiers) then
          tiers := array(select frequency * usual from unnest('{${usualShares.join()}}'::float8[]) as usual);
        end if;
        expected := expected || tiers;
`,
  },
  {
    before: `
            -- They are scored at once, while they are at hand.
            select coalesce(array_agg(entry.document_id), '{}'), array_agg(entry.ordinal),
`,
    after: `
            if reach > quota then
              -- Most of them are not kept.
              select coalesce(array_agg(entry.at), '{}'), coalesce(array_agg(entry.document_id), '{}') into hits, documents
              from (${bestPassages('passage.at, tier, passage.place, passage.document_id, passage.ordinal')}
              ) as entry;
            else
            -- They are scored at once, while they are at hand.
            select coalesce(array_agg(entry.document_id), '{}'), array_agg(entry.ordinal),
`,
  },
  {
    before: `
                limit reach
              ) as entry;
            if cardinality(documents) < reach then
`,
    after: `
                limit reach
              ) as entry;
            end if;
            if cardinality(documents) < reach then
`,
  },
  {
    before: `
          if cardinality(documents) > quota then
            beyond := beyond - cardinality(documents);
            select array_agg(ranked.id), array_agg(ranked.part), array_agg(ranked.points) into documents, ordinals, scores
            from (
              select id, part, points from (
                select entry.*, row_number() over (partition by id order by number) as of_document
                from unnest(documents, ordinals, scores) with ordinality as entry (id, part, points, number)
              ) as of_documents
              order by of_document > 4, number
              limit quota
            ) as ranked;
          end if;
`,
    after: `
          if reach > quota then
            beyond := beyond - case when cardinality(documents) > quota then cardinality(documents) else 0 end;
            hits := array(
              select at from (
                select entry.*, row_number() over (partition by id order by number) as of_document
                from unnest(hits, documents) with ordinality as entry (at, id, number)
              ) as of_documents
              order by of_document > 4, number
              limit quota
            );
            documents := '{}';
            ordinals := '{}';
            scores := '{}';
          end if;
`,
  },
]
