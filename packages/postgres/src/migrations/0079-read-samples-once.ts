import { sql, type Kysely } from 'kysely'

/**
 * Shortens searches without changing a result: `ken_search` reads the sample of visible passages once for all that it counts
 * in it, scores words of one form without choosing among forms, and merges only passages that can be among the best.
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
        select count(*) into sample_size from passage_terms as passage where passage.access && sampled;
`,
    after: `
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
  },
  {
    before: `
      budget := depth * 5;
      in_sample := array(
        select coalesce(passages, 0) from generate_series(1, word_count) as word left join (
          select of_word, count(*)::int as passages from (
            select distinct entry.of_word, passage.document_id, passage.ordinal
            from passage_terms as passage cross join unnest(forms, words) as entry (form, of_word)
            where passage.access && sampled
              and passage.terms[width_bucket(entry.form, passage.terms)] = entry.form
          ) as hit group by of_word
        ) as found on of_word = word
        order by word
      );
`,
    after: `
      budget := depth * 5;
`,
  },
  {
    before: `
        select array_agg(best.document_id order by number), array_agg(best.ordinal order by number),
          array_agg(best.score order by number)
        into best_documents, best_ordinals, best_scores
        from (
          select each.*, row_number() over (order by each.score desc, each.document_id) as number from (
            select distinct on (entry.document_id) entry.document_id, entry.ordinal, entry.score from unnest(
              best_documents || documents, best_ordinals || ordinals, best_scores || scores
            ) as entry (document_id, ordinal, score)
            order by entry.document_id, entry.score desc, entry.ordinal
          ) as each
          order by number limit greatest(wanted, 50)
        ) as best;
`,
    after: `
        select array_agg(best.document_id), array_agg(best.ordinal), array_agg(best.score)
        into best_documents, best_ordinals, best_scores
        from (
          select each.* from (
            select distinct on (entry.document_id) entry.document_id, entry.ordinal, entry.score from unnest(
              best_documents || documents, best_ordinals || ordinals, best_scores || scores
            ) as entry (document_id, ordinal, score)
            where entry.score >= coalesce(best_scores[greatest(wanted, 50)], 0)
            order by entry.document_id, entry.score desc, entry.ordinal
          ) as each
          order by each.score desc, each.document_id limit greatest(wanted, 50)
        ) as best;
`,
  },
  {
    before: `
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
`,
    after: `
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
  },
  {
    before: `
      if remaining = 0 then return; end if;
`,
    after: `
      if remaining = 0 then return; end if;
      is_plain := (select count(distinct of_word) from unnest(used_words) as of_word) = cardinality(used_words);
`,
  },
  {
    before: `
      is_all boolean;
`,
    after: `
      is_all boolean;
      -- Whether each word has one form, so that none has to be chosen.
      is_plain boolean;
`,
  },
  {
    before: `
                  select 7 - width_bucket(greatest(
                    ken_impact(passage.terms, passage.impacts, word_forms[1]),
`,
    after: `
                  select 7 - width_bucket(case when word_forms[2] is null
                    then ken_impact(passage.terms, passage.impacts, word_forms[1]) else greatest(
                    ken_impact(passage.terms, passage.impacts, word_forms[1]),
`,
  },
  {
    before: `
                  ), '{116, 140, 160, 180, 200, 216, 232}'::int[]) as tier
`,
    after: `
                  ) end, '{116, 140, 160, 180, 200, 216, 232}'::int[]) as tier
`,
  },
]
