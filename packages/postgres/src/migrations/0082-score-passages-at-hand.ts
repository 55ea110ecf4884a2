import { sql, type Kysely } from 'kysely'

/**
 * Shortens searches without changing a result: `ken_search` scores the best passages of a word in the statement that reads
 * them, looks up how frequent the words are in one statement, and no longer composes lists of cells by statements.
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

const tiers = Array.from({ length: 8 }, (_, tier) => tier)
/** The highest ones have fewest passages. */
const levels = Array.from({ length: 10 }, (_, step) => 9 - step)
const tierParts = tiers.flatMap((tier) => levels.map((level) => (tier << 4) | level))
const levelParts = levels.flatMap((level) => tiers.map((tier) => (tier << 4) | level))

/** The score of a passage: of words with one form each, and of others. */
const scoreOf = (passage: string) => `case
                when is_plain then (
                  select sum(weight * get_byte(${passage}.impacts, width_bucket(form, ${passage}.terms) - 1))
                  from unnest(used_forms, used_weights) as used (form, weight)
                  where ${passage}.terms[width_bucket(form, ${passage}.terms)] = form
                )
                else (
                  select sum(impact) from (
                    select distinct on (of_word)
                      weight * get_byte(${passage}.impacts, width_bucket(form, ${passage}.terms) - 1) as impact
                    from unnest(used_forms, used_words, used_weights) as used (form, of_word, weight)
                    where ${passage}.terms[width_bucket(form, ${passage}.terms)] = form
                    order by of_word, impact desc
                  ) as best_form
                )
              end`

const changes = [
  {
    before: `
      level int := 11;
`,
    after: `
      level int := 11;
      -- All cells without their form: each is a tier and a level. By tier, and by level; the highest levels come first.
      tier_parts constant bigint[] := '{${tierParts.join()}}';
      level_parts constant bigint[] := '{${levelParts.join()}}';
`,
  },
  {
    before: `
            parts := array(
              select (tier << 4) | cell_level from generate_series(0, 7) as tier, generate_series(first, 9) as cell_level
            );
`,
    after: `
            parts := level_parts[:(10 - first) * 8];
`,
  },
  {
    before: `
              parts := parts || array(select (tier << 4) | cell_level from generate_series(first, 9) as cell_level);
`,
    after: `
              parts := parts || tier_parts[tier * 10 + 1:tier * 10 + 10 - first];
`,
  },
  {
    before: `
      -- How many visible passages have each word: by the sample, or by the place of the 16th passage
`,
    after: `
      word_tiers := array(
        select coalesce(sum(passages[tier]), 0) * share
        from generate_series(1, word_count) as word left join (
          select entry.of_word, (select counts.passages from term_tiers as counts where counts.term = entry.form) as passages
          from unnest(forms, words) as entry (form, of_word) offset 0
        ) as counted_form on counted_form.of_word = word
        cross join generate_series(1, 8) as tier
        group by word, tier order by word, tier
      );
      -- How many visible passages have each word: by the sample, or by the place of the 16th passage
`,
  },
  {
    before: `
            word_forms := array[spellings[word]];
          end if;
          tiers := array(
            select coalesce(sum(passages[tier]), 0) * share
            from generate_series(1, 8) as tier left join term_tiers on term = any (word_forms)
            group by tier order by tier
          );
`,
    after: `
            word_forms := array[spellings[word]];
            tiers := array(
              select coalesce(sum(passages[tier]), 0) * share
              from generate_series(1, 8) as tier left join term_tiers on term = any (word_forms)
              group by tier order by tier
            );
          else
            tiers := word_tiers[word * 8 - 7:word * 8];
          end if;
`,
  },
  {
    before: `
      tiers float8[];
`,
    after: `
      tiers float8[];
      word_tiers float8[];
`,
  },
  {
    before: `
            select coalesce(array_agg(entry.at), '{}'), coalesce(array_agg(entry.document_id), '{}') into hits, hit_documents
            from (
                select distinct on (tier, passage.place, passage.document_id, passage.ordinal)
                  passage.at, tier, passage.place, passage.document_id, passage.ordinal
                from ken_read_forms(
`,
    after: `
            -- They are scored at once, while they are at hand.
            select coalesce(array_agg(entry.document_id), '{}'), array_agg(entry.ordinal),
              array_agg(${scoreOf('entry')})
            into documents, ordinals, scores
            from (
                select distinct on (tier, passage.place, passage.document_id, passage.ordinal)
                  tier, passage.place, passage.document_id, passage.ordinal, passage.terms, passage.impacts
                from ken_read_forms(
`,
  },
  {
    before: `
            if cardinality(hits) < reach then
`,
    after: `
            if cardinality(documents) < reach then
`,
  },
  {
    before: ' from unnest(hit_documents) as id',
    after: ' from unnest(documents) as id',
  },
  {
    before: `
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
    after: `
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
  },
  {
    before: `
          budget := budget - cardinality(hits);
`,
    after: `
          budget := budget - cardinality(documents) - cardinality(hits);
`,
  },
  {
    before: `
      for driver_number in 1..cardinality(drivers) loop
        driver := drivers[driver_number];
`,
    after: `
      for driver_number in 1..cardinality(drivers) loop
        driver := drivers[driver_number];
        documents := '{}';
        ordinals := '{}';
        scores := '{}';
`,
  },
  {
    before: `
        continue when hits = '{}';
        if is_plain then
          select array_agg(passage.document_id), array_agg(passage.ordinal), array_agg((
              select sum(weight * get_byte(passage.impacts, width_bucket(form, passage.terms) - 1))
              from unnest(used_forms, used_weights) as used (form, weight)
              where passage.terms[width_bucket(form, passage.terms)] = form
            ))
          into documents, ordinals, scores
          from passage_terms as passage
          where passage.ctid = any (array(select distinct hit from unnest(hits) as hit));
        else
          select array_agg(passage.document_id), array_agg(passage.ordinal), array_agg((
              select sum(impact) from (
                select distinct on (of_word) weight * get_byte(passage.impacts, width_bucket(form, passage.terms) - 1) as impact
                from unnest(used_forms, used_words, used_weights) as used (form, of_word, weight)
                where passage.terms[width_bucket(form, passage.terms)] = form
                order by of_word, impact desc
              ) as best_form
            ))
          into documents, ordinals, scores
          from passage_terms as passage
          where passage.ctid = any (array(select distinct hit from unnest(hits) as hit));
        end if;
`,
    after: `
        if hits <> '{}' then
          select documents || array_agg(passage.document_id), ordinals || array_agg(passage.ordinal),
            scores || array_agg(${scoreOf('passage')})
          into documents, ordinals, scores
          from passage_terms as passage
          where passage.ctid = any (array(select distinct hit from unnest(hits) as hit));
        end if;
        continue when documents = '{}';
`,
  },
  {
    before: `
      -- The documents of the best passages of a word, and how many of these passages are looked at.
      hit_documents uuid[];
      reach int;
`,
    after: `
      -- How many of the best passages of a word are looked at.
      reach int;
`,
  },
]
