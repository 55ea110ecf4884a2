import { sql, type Kysely } from 'kysely'

/**
 * Shortens searches for words with many forms without changing a result. `ken_search` looks up which of the forms any passage
 * has, once, and leaves out the others. It counts the words of the sample in the index, where it compared each form with
 * each of its passages. See docs/decisions/0078-a-search-leaves-out-forms-that-no-passage-has.md.
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

/** Whether a passage has the form of `asked_form`, at these levels. */
const isPresent = (parts: string) => `exists (
            select from passage_terms as entry
            where ken_cells(entry.terms, entry.impacts, entry.level)
              && array(select (form::bigint << 8) | part from unnest(${parts}) as part)
          )`

const changes = [
  {
    before: `
      in_sample int[];
`,
    after: `
      in_sample int[];
      -- The cells of the passages of the sample, without their form.
      sampled_parts bigint[];
      -- Most forms of a word that is searched for together with its neighbours are in no passage. A few are not looked up.
      has_many_forms constant boolean := cardinality(forms) > 2 * word_count + 2;
      present_forms int[];
      present_words int[];
`,
  },
  {
    before: `
        with passage as materialized (
          select entry.ctid as at, entry.terms from passage_terms as entry where entry.access && sampled
        )
        select count(*), case when count(*) >= 160 then array(
          select coalesce(passages, 0) from generate_series(1, word_count) as word left join (
            select of_word, count(*)::int as passages from (
              select distinct entry.of_word, passage.at
              from passage cross join unnest(forms, words) as entry (form, of_word)
              where passage.terms[width_bucket(entry.form, passage.terms)] = entry.form
            ) as hit group by of_word
          ) as found on of_word = word
          order by word
        ) end
        into sample_size, in_sample from passage;
`,
    after: `
        sampled_parts := level_parts[:(10 - least(level, 9)) * 8];
        -- In any passage, also in one that the reader does not see: this changes no result. The levels with few passages come
        -- first, so that a frequent form is found at once.
        with known as materialized (
          select form from (select distinct form from unnest(forms) as form) as asked_form
          where exists (select from term_tiers where term = form)
            or ${isPresent('level_parts[:48]')}
            or ${isPresent('level_parts[49:]')}
        ),
        present as materialized (
          select entry.form, entry.of_word, entry.number
          from unnest(forms, words) with ordinality as entry (form, of_word, number)
          where not has_many_forms or entry.form in (select known.form from known)
        )
        select count(*), case when count(*) >= 160 then array(
          select coalesce(passages, 0) from generate_series(1, word_count) as word left join (
            select of_word, count(*)::int as passages from (
              select distinct present.of_word, passage.at
              from present cross join lateral (
                select entry.ctid as at from passage_terms as entry
                where entry.access && sampled and ken_cells(entry.terms, entry.impacts, entry.level)
                  && array(select (present.form::bigint << 8) | part from unnest(sampled_parts) as part)
                offset 0
              ) as passage
            ) as hit group by of_word
          ) as found on of_word = word
          order by word
        ) end,
          case when count(*) >= 160 then array(select present.form from present order by present.number) end,
          case when count(*) >= 160 then array(select present.of_word from present order by present.number) end
        into sample_size, in_sample, present_forms, present_words
        from passage_terms as passage where passage.access && sampled;
`,
  },
  {
    before: `
          from unnest(forms, words) as entry (form, of_word) offset 0
`,
    after: `
          from unnest(present_forms, present_words) as entry (form, of_word) offset 0
`,
  },
  {
    before: `
        word_forms := array(select form from unnest(forms, words) as entry (form, of_word) where of_word = word);
        for attempt`,
    after: `
        word_forms := array(
          select form from unnest(present_forms, present_words) as entry (form, of_word) where of_word = word
        );
        for attempt`,
  },
]
