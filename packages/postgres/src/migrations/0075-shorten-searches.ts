import { sql, type Kysely } from 'kysely'

/**
 * Shortens searches for several words, and those of readers who see a small share of many passages. `ken_search` scores
 * fewer passages of words that weigh less, and looks up each form of a word by itself: the index compares each entry
 * with all cells that are looked for, and most forms of a word are in no passage. A word with few visible passages is
 * read once, not first to count and then to score them. See docs/decisions/0028-search-reads-fewer-passages.md.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function ken_read_forms(forms int[], parts bigint[], readers text[], is_narrow boolean)
    returns table (at tid, place int, document_id uuid, ordinal int, terms int[], impacts bytea)
    language sql stable as $$
      -- A part is a cell without its form: a tier and a level. Returns a passage once for each form that it has.
      select passage.* from (
        select array(select (form::bigint << 8) | part from unnest(parts) as part) as cells
        from unnest(forms) as form
        -- Computes the cells of a form once.
        offset 0
      ) as of_form cross join lateral ken_read(of_form.cells, null, readers, is_narrow) as passage
    $$
  `.execute(database)
  await sql`
    create or replace function ken_search(
      forms int[], words int[], spellings int[], asked int[], readers text[], wanted int,
      out document_id uuid, out ordinal int, out score float8
    ) returns setof record language plpgsql stable rows 50
    set enable_seqscan = off set enable_indexscan = off
    set plan_cache_mode = force_generic_plan set work_mem = '16MB' set jit = off
    as $$
    declare
      indexed constant float8 := (select passages from search_state);
      word_count constant int := cardinality(asked);
      -- How many passages tell how frequent a word is.
      counted constant int := case when word_count <= 6 then 16 else 8 end;
      -- How many passages to score: of a word, and in all.
      depth int;
      budget int;
      -- In milliseconds, measured: to read a row, and to pass over a reader's passage in the index.
      row_cost constant float8 := 0.0035;
      entry_cost constant float8 := 0.000015;
      level int := 11;
      sample_size int;
      sampled text[];
      names text[];
      visible float8;
      share float8;
      in_sample int[];
      word_forms int[];
      tiers float8[];
      expected float8[] := '{}';
      frequency float8;
      frequencies float8[] := '{}';
      weights float8[] := '{}';
      used_forms int[] := '{}';
      used_words int[] := '{}';
      used_weights float8[];
      cells bigint[];
      -- Cells without their form: each is a tier and a level.
      parts bigint[];
      company bigint[];
      first int;
      hit_count int;
      nth int;
      hits tid[];
      held tid[] := '{}';
      -- The passages of each word that was read whole when it was counted, and their words.
      whole tid[] := '{}';
      whole_words int[] := '{}';
      -- The weight of the first word that has more passages than are scored of a word.
      full_weight float8;
      pairs tid[];
      drivers int[];
      driver int;
      quota int;
      target float8;
      opened float8;
      is_all boolean;
      remaining float8 := 0;
      best_documents uuid[] := '{}';
      best_ordinals int[] := '{}';
      best_scores float8[] := '{}';
      documents uuid[];
      ordinals int[];
      scores float8[];
    begin
      -- A sample of the passages that the reader sees: of a level with about 256 of them.
      loop
        sampled := array(select chr(97 + level) || ':' || reader from unnest(readers) as reader);
        select count(*) into sample_size from passage_terms as passage where passage.access && sampled;
        exit when sample_size >= 160 or level = 4;
        level := greatest(4, level - ceil(ln(256.0 / greatest(sample_size, 12)) / ln(2))::int);
      end loop;
      if sample_size < 160 then
        return query select * from ken_search_all(forms, words, spellings, asked, readers, wanted);
        return;
      end if;
      visible := sample_size::float8 * (1 << level);
      share := least(1, visible / greatest(indexed, 1));
      depth := (60 * log(visible) - 110) * case when word_count <= 6 then 1.2 else 0.6 end;
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

      -- How many visible passages have each word: by the sample, or by the place of the 16th passage
      -- with the word. Rarer words are counted exactly, and all their passages are candidates.
      for word in 1..word_count loop
        word_forms := array(select form from unnest(forms, words) as entry (form, of_word) where of_word = word);
        for attempt in 1..2 loop
          -- A word that no visible passage has is taken for a misspelled one.
          if attempt = 2 then
            exit when frequency > 0 or spellings[word] is null;
            word_forms := array[spellings[word]];
          end if;
          tiers := array(
            select coalesce(sum(passages[tier]), 0) * share
            from generate_series(1, 8) as tier left join term_tiers on term = any (word_forms)
            group by tier order by tier
          );
          if attempt = 1 and in_sample[word] >= counted then
            frequency := visible * in_sample[word] / sample_size;
            exit;
          end if;
          opened := greatest(
            (select sum(passages) from unnest(tiers) as passages), visible / 10000,
            case when attempt = 1 then visible * in_sample[word] / sample_size end
          );
          -- All are read at once if a search scores about as many anyway.
          first := case when opened <= depth * 0.8 and cardinality(whole) < budget then 0
            else greatest(0, least(9, floor(ln(opened / (1.5 * counted)) / ln(2)))) end;
          loop
            parts := array(
              select (tier << 4) | cell_level from generate_series(0, 7) as tier, generate_series(first, 9) as cell_level
            );
            names := case when first < 4 then readers
              else array(select chr(97 + first) || ':' || reader from unnest(readers) as reader) end;
            select count(*), (array_agg(passage.place order by passage.place))[counted], array_agg(passage.at)
            into hit_count, nth, hits
            from (
              select distinct found.at, found.place from ken_read_forms(
                word_forms, parts, names,
                visible / (case when first < 4 then 1 else 1 << first end) * entry_cost
                  < opened / (1 << first) * (1 / share - 1) * row_cost
              ) as found
            ) as passage;
            exit when first = 0 or hit_count >= counted;
            first := greatest(first - 2, 0);
          end loop;
          frequency := case when hit_count < counted then hit_count
            else greatest(counted, (counted - 1) * 2147483648.0 / greatest(nth, 1)) end;
          -- Only of words that are counted exactly: which others are read here depends on hidden passages.
          if hit_count < counted then
            held := held || hits;
          -- This only saves reading the same ones once more below.
          elsif first = 0 and hit_count <= depth then
            whole := whole || hits;
            whole_words := whole_words || array_fill(word, array[hit_count]);
          end if;
        end loop;
        expected := expected || tiers;
        frequencies := frequencies || frequency;
        weights := weights || case when frequency = 0 then 0
          else asked[word] * ln(1 + (greatest(visible - frequency, 0) + 0.5) / (frequency + 0.5)) end;
        remaining := remaining + weights[word];
        if frequency > 0 then
          used_forms := used_forms || word_forms;
          used_words := used_words || array_fill(word, array[cardinality(word_forms)]);
        end if;
      end loop;
      if remaining = 0 then return; end if;
      used_weights := array(select weights[of_word] from unnest(used_words) with ordinality as entry (of_word, number) order by number);

      -- The best candidates: first of all rare words, then of each other word, by weight.
      drivers := 0 || array(
        select word from generate_series(1, word_count) as word
        where frequencies[word] >= counted order by weights[word] desc, word
      );
      for driver_number in 1..cardinality(drivers) loop
        driver := drivers[driver_number];
        if driver = 0 then
          remaining := (select coalesce(sum(weights[word] order by word), 0) from unnest(drivers[2:]) as word);
          hits := held;
        else
          -- The best found so far are better than any passage without the words before this one.
          exit when budget <= 0 or coalesce(best_scores[50], 0) >= 255 * remaining;
          quota := least(depth, budget);
          if frequencies[driver] > depth then
            full_weight := coalesce(full_weight, weights[driver]);
            -- Once there are enough: the less a word weighs, the fewer of its passages can be among the best.
            if best_scores[50] is not null then
              quota := least(quota, greatest(50, ceil(depth * (weights[driver] / full_weight) ^ 2)));
            end if;
          end if;
          if frequencies[driver] <= visible * 0.08 then
            remaining := remaining - weights[driver];
          end if;
          hits := array(select hit from unnest(whole, whole_words) as entry (hit, of_word) where of_word = driver);
          -- There are more than are scored: the best are read again below.
          if cardinality(hits) > quota then hits := '{}'; end if;
          word_forms := array(select form from unnest(used_forms, used_words) as entry (form, of_word) where of_word = driver);
          target := quota * 1.25;
          -- The best passages of the word: by tier, then by place.
          is_all := hits <> '{}';
          while not is_all loop
            parts := '{}';
            opened := 0;
            is_all := true;
            for tier in 0..7 loop
              is_all := opened < target;
              exit when not is_all;
              frequency := expected[(driver - 1) * 8 + tier + 1];
              first := case when opened + frequency <= target * 1.3 then 0
                else least(9, floor(ln(frequency / (target - opened)) / ln(2))) end;
              parts := parts || array(select (tier << 4) | cell_level from generate_series(first, 9) as cell_level);
              opened := opened + frequency / (1 << first);
              is_all := first = 0;
              exit when not is_all;
            end loop;
            hits := array(
              select at from (
                select distinct on (tier, passage.place, passage.document_id, passage.ordinal)
                  passage.at, tier, passage.place, passage.document_id, passage.ordinal
                from ken_read_forms(
                  word_forms, parts, readers, visible * entry_cost < greatest(opened, 20) * (1 / share - 1) * row_cost
                ) as passage cross join lateral (
                  select 7 - width_bucket(greatest(
                    ken_impact(passage.terms, passage.impacts, word_forms[1]),
                    ken_impact(passage.terms, passage.impacts, word_forms[2]),
                    ken_impact(passage.terms, passage.impacts, word_forms[3]),
                    ken_impact(passage.terms, passage.impacts, word_forms[4]),
                    ken_impact(passage.terms, passage.impacts, word_forms[5])
                  ), '{116, 140, 160, 180, 200, 216, 232}'::int[]) as tier
                  offset 0
                ) as best
                order by tier, passage.place, passage.document_id, passage.ordinal
                limit quota
              ) as entry
            );
            exit when is_all or cardinality(hits) >= quota;
            target := target * 3;
          end loop;
          -- All passages that also have one of the next words, if about 200 at most are expected.
          company := '{}';
          opened := 0;
          if word_count <= 6 and frequencies[driver] between quota and visible * 0.005 then
            for other in driver_number + 1..cardinality(drivers) loop
              opened := opened + frequencies[driver] * frequencies[drivers[other]] / visible;
              exit when frequencies[drivers[other]] > visible * 0.08 or opened > 200;
              company := company || array(
                select (form::bigint << 8) | (tier << 4) | cell_level
                from unnest(used_forms, used_words) as entry (form, of_word),
                  generate_series(0, 7) as tier, generate_series(0, 9) as cell_level
                where of_word = drivers[other]
              );
            end loop;
          end if;
          if company <> '{}' then
            -- Words that go together have more: look at few places first.
            first := greatest(0, floor(ln(frequencies[driver] / 600) / ln(2)));
            loop
              cells := array(
                select (form::bigint << 8) | (tier << 4) | cell_level
                from unnest(word_forms) as form, generate_series(0, 7) as tier, generate_series(least(first, 9), 9) as cell_level
              );
              pairs := array(
                select passage.at
                from ken_read(
                  cells, company, readers, visible * entry_cost < greatest(opened, 20) * (1 / share - 1) * row_cost
                ) as passage
              );
              exit when first = 0 or cardinality(pairs) >= 64;
              first := greatest(0, first - 1 - floor(ln(128.0 / greatest(cardinality(pairs), 1)) / ln(2))::int);
            end loop;
            hits := hits || pairs;
          end if;
          -- One with both words counts twice.
          budget := budget - cardinality(hits);
        end if;
        continue when hits = '{}';
        select array_agg(passage.document_id), array_agg(passage.ordinal), array_agg((
            select sum(weight * get_byte(passage.impacts, width_bucket(form, passage.terms) - 1))
            from unnest(used_forms, used_weights) as used (form, weight)
            where passage.terms[width_bucket(form, passage.terms)] = form
          ))
        into documents, ordinals, scores
        from passage_terms as passage
        where passage.ctid = any (array(select distinct hit from unnest(hits) as hit));
        -- The best passage of each of the best documents.
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
      end loop;
      target := (select 255 * sum(weight order by word) from unnest(weights) with ordinality as entry (weight, word));
      return query
        select entry.document_id, entry.ordinal, entry.score / target
        from unnest(best_documents, best_ordinals, best_scores) with ordinality as entry (document_id, ordinal, score, number)
        where number <= wanted order by number;
    end
    $$
  `.execute(database)
}
