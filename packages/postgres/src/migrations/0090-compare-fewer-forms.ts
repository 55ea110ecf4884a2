import { sql, type Kysely } from 'kysely'

/**
 * Shortens searches without changing a result: `ken_search` compares passages with fewer forms. A form that it did not find
 * when it counted the passages of a word is left out, and so are all forms of a word once all passages with it have their
 * scores. See docs/decisions/0080-passages-are-compared-with-fewer-forms.md.
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

const changes = [
  {
    before: `
      -- Most forms of a word that is searched for together with its neighbours are in no passage. A few are not looked up.
      has_many_forms constant`,
    after: `
      -- Most forms of a word that is searched for together with its neighbours are in no passage: all are looked up first.
      has_many_forms constant`,
  },
  {
    before: `
      word_forms int[];
`,
    after: `
      word_forms int[];
      found_forms int[];
      -- Whether all passages of the word are scored.
      is_whole boolean;
`,
  },
  {
    before: `
        sampled_parts := level_parts[:(10 - least(level, 9)) * 8];
        -- In any passage, also in one that the reader does not see: this changes no result. The levels with few passages come
        -- first, so that a frequent form is found at once.
        with known as materialized (
          select form from (select distinct form from unnest(forms) as form) as asked_form
          where exists (select from term_tiers where term = form)
            or exists (
            select from passage_terms as entry
            where ken_cells(entry.terms, entry.impacts, entry.level)
              && array(select (form::bigint << 8) | part from unnest(level_parts[:48]) as part)
          )
            or exists (
            select from passage_terms as entry
            where ken_cells(entry.terms, entry.impacts, entry.level)
              && array(select (form::bigint << 8) | part from unnest(level_parts[49:]) as part)
          )
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
    after: `
        select count(*) into sample_size from passage_terms as passage where passage.access && sampled;
`,
  },
  {
    before: `
      word_tiers := array(
        select coalesce(sum(passages[tier]), 0) * share
        from generate_series(1, word_count) as word left join (
          select entry.of_word, (select counts.passages from term_tiers as counts where counts.term = entry.form) as passages
          from unnest(present_forms, present_words) as entry (form, of_word) offset 0
        ) as counted_form on counted_form.of_word = word
        cross join generate_series(1, 8) as tier
        group by word, tier order by word, tier
      );
`,
    after: `
      -- The counts of each word by tier, and its forms, without those of frequent words that no passage has, also none that the
      -- reader does not see: this changes no result. Those of a rare word are looked up once anyway. The levels with few
      -- passages come first, so that a frequent form is found at once.
      with entry as materialized (
        select form, of_word, number, passages,
          coalesce(sum((select sum(each) from unnest(passages) as each)) over (partition by of_word), 0) * share as word_passages
        from (
          select *, (select counts.passages from term_tiers as counts where counts.term = asked_form.form) as passages
          from unnest(forms, words) with ordinality as asked_form (form, of_word, number) offset 0
        ) as counted_form
      ),
      known as materialized (
        select form from (
          select distinct form from entry where passages is null and (word_passages > depth * 0.8 or has_many_forms)
        ) as asked_form
        where exists (
            select from passage_terms as passage
            where ken_cells(passage.terms, passage.impacts, passage.level)
              && array(select (form::bigint << 8) | part from unnest(level_parts[:48]) as part)
          )
          or exists (
            select from passage_terms as passage
            where ken_cells(passage.terms, passage.impacts, passage.level)
              && array(select (form::bigint << 8) | part from unnest(level_parts[49:]) as part)
          )
      ),
      present as materialized (
        select form, of_word, number from entry
        where passages is not null or (word_passages <= depth * 0.8 and not has_many_forms)
          or form in (select known.form from known)
      )
      select array(
          select coalesce(sum(passages[tier]), 0) * share
          from generate_series(1, word_count) as word left join entry on of_word = word
          cross join generate_series(1, 8) as tier
          group by word, tier order by word, tier
        ),
        array(select form from present order by of_word, number),
        array(select of_word from present order by of_word, number)
      into word_tiers, present_forms, present_words;
      sampled_parts := level_parts[:(10 - least(level, 9)) * 8];
      in_sample := array(
        select coalesce(passages, 0) from generate_series(1, word_count) as word left join (
          select of_word, count(*)::int as passages from (
            select distinct present.of_word, passage.at
            from unnest(present_forms, present_words) as present (form, of_word) cross join lateral (
              select entry.ctid as at from passage_terms as entry
              where entry.access && sampled and ken_cells(entry.terms, entry.impacts, entry.level)
                && array(select (present.form::bigint << 8) | part from unnest(sampled_parts) as part)
              offset 0
            ) as passage
          ) as hit group by of_word
        ) as found on of_word = word
        order by word
      );
`,
  },
  {
    before: `
        word_forms := array(
          select form from unnest(present_forms, present_words) as entry (form, of_word) where of_word = word
        );
`,
    after: `
        word_forms := present_forms[width_bucket(word - 1, present_words) + 1:width_bucket(word, present_words)];
`,
  },
  {
    before: `
            select count(*), (array_agg(passage.place order by passage.place))[counted], array_agg(passage.at)
            into hit_count, nth, hits
            from (
              select distinct found.at, found.place from ken_read_forms(
                word_forms, parts, names,
                visible / (case when first < 4 then 1 else 1 << first end) * entry_cost
                  < opened / (1 << first) * (1 / share - 1) * row_cost
              ) as found
            ) as passage;
`,
    after: `
            with found as materialized (
              select of_form.form, passage.at, passage.place from (
                select form, array(select (form::bigint << 8) | part from unnest(parts) as part) as cells
                from unnest(word_forms) as form offset 0
              ) as of_form cross join lateral ken_read(
                of_form.cells, null, names,
                visible / (case when first < 4 then 1 else 1 << first end) * entry_cost
                  < opened / (1 << first) * (1 / share - 1) * row_cost
              ) as passage
            )
            select count(*), (array_agg(passage.place order by passage.place))[counted], array_agg(passage.at),
              case when cardinality(word_forms) > 1 then array(select distinct found.form from found) end
            into hit_count, nth, hits, found_forms
            from (select distinct found.at, found.place from found) as passage;
`,
  },
  {
    before: `
          frequency := case when hit_count < counted then hit_count
`,
    after: `
          -- The others are in no passage that the reader sees.
          if first = 0 and cardinality(word_forms) > 1 then word_forms := found_forms; end if;
          frequency := case when hit_count < counted then hit_count
`,
  },
  {
    before: `
          hits := array(select hit from unnest(whole, whole_words) as entry (hit, of_word) where of_word = driver);
          -- There are more than are scored: the best are read again below.
          if cardinality(hits) > quota then hits := '{}'; end if;
          word_forms := array(select form from unnest(used_forms, used_words) as entry (form, of_word) where of_word = driver);
`,
    after: `
          hits := whole[width_bucket(driver - 1, whole_words) + 1:width_bucket(driver, whole_words)];
          -- There are more than are scored: the best are read again below.
          if cardinality(hits) > quota then hits := '{}'; end if;
          is_whole := hits <> '{}';
          word_forms := used_forms[width_bucket(driver - 1, used_words) + 1:width_bucket(driver, used_words)];
`,
  },
  {
    before: `
        continue when documents = '{}';
`,
    after: `
        -- From here on, a passage with a word whose passages all have their scores is scored without it: the sum is lower than
        -- the score that it has, and does not count.
        if driver = 0 then
          select coalesce(array_agg(form order by number), '{}'), coalesce(array_agg(of_word order by number), '{}'),
            coalesce(array_agg(weight order by number), '{}')
          into used_forms, used_words, used_weights
          from unnest(used_forms, used_words, used_weights) with ordinality as entry (form, of_word, weight, number)
          where frequencies[of_word] >= counted;
        elsif is_whole then
          first := width_bucket(driver - 1, used_words);
          hit_count := width_bucket(driver, used_words);
          used_forms := used_forms[:first] || used_forms[hit_count + 1:];
          used_words := used_words[:first] || used_words[hit_count + 1:];
          used_weights := used_weights[:first] || used_weights[hit_count + 1:];
        end if;
        is_plain := (select count(distinct of_word) from unnest(used_words) as of_word) = cardinality(used_words);
        continue when documents = '{}';
`,
  },
]
