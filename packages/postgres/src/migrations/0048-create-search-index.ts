import { sql, type Kysely } from 'kysely'

/**
 * The index of keyword search: one row per passage with its terms (hashed, sorted), the impact of
 * each (0 to 255) and who may see it. `place` is a random 31-bit number that orders passages of
 * equal impact; `level` is the number of its leading zeros, at most 11, so that each level has half
 * of the passages of the one before. See docs/search.md.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table passage_terms (
      document_id uuid not null references documents on delete cascade,
      ordinal int not null,
      place int not null,
      level smallint not null,
      access text[] collate "C" not null,
      terms int[] not null,
      impacts bytea not null,
      primary key (document_id, ordinal)
    )
  `.execute(database)
  // Rows are read one by one: nothing of them may be packed or kept beside the table.
  await sql`
    alter table passage_terms alter access set storage plain, alter terms set storage plain, alter impacts set storage plain
  `.execute(database)
  await createFunctions(database)
  // Without a pending list, which every look-up would read.
  await sql`
    create index passage_terms_cells on passage_terms
    using gin (ken_cells(terms, impacts, level), access) with (fastupdate = off)
  `.execute(database)
  await keepAccess(database)

  // About how many passages have a term in each tier. Frequent terms only, from a sample.
  await sql`create table term_tiers (term int primary key, passages int[] not null)`.execute(
    database,
  )
  // Whether all documents are in the index, and how many passages it had when the tiers were counted.
  await sql`
    create table search_state (
      one boolean primary key default true check (one),
      complete boolean not null,
      passages float8 not null default 0
    )
  `.execute(database)
  await sql`insert into search_state (complete) select not exists (select from documents)`.execute(
    database,
  )
  await sql`alter table document_chunks alter words drop not null`.execute(database)
}

async function createFunctions(database: Kysely<unknown>): Promise<void> {
  // The cell of each term: the term, the tier of its impact (0 is the highest of 8), the level.
  await sql`
    create function ken_cells(terms int[], impacts bytea, level smallint) returns bigint[]
    language sql immutable strict parallel safe as $$
      select array(
        select (term::bigint << 8) | least(level, 9)
          | ((7 - width_bucket(get_byte(impacts, position::int - 1), '{116, 140, 160, 180, 200, 216, 232}'::int[])) << 4)
        from unnest(terms) with ordinality as entry (term, position)
      )
    $$
  `.execute(database)
  // By binary search; 0 if the passage does not have the term.
  await sql`
    create function ken_impact(terms int[], impacts bytea, term int) returns int
    language sql immutable parallel safe as $$
      select case when terms[width_bucket(term, terms)] = term
        then get_byte(impacts, width_bucket(term, terms) - 1) else 0 end
    $$
  `.execute(database)
  // Who may see a passage, alone and with its source; passages of higher levels also as samples.
  await sql`
    create function ken_access(source text, allowed text[], level int) returns text[]
    language sql immutable strict parallel safe as $$
      select array(
        select sample || name
        from unnest(allowed || array(select source || ' ' || principal from unnest(allowed) as principal)) as name,
          unnest('{""}'::text[] || array(select chr(97 + step) || ':' from generate_series(4, level) as step)) as sample
      )
    $$
  `.execute(database)
  await sql`
    create function ken_search(
      forms int[], words int[], spellings int[], asked int[], readers text[], wanted int,
      out document_id uuid, out ordinal int, out score float8
    ) returns setof record language plpgsql stable
    set enable_seqscan = off set enable_indexscan = off
    set plan_cache_mode = force_generic_plan set work_mem = '16MB' set jit = off
    as $$
    declare
      indexed constant float8 := (select passages from search_state);
      depth int := 400;
      sample_size int;
      sampled text[];
      visible float8;
      share float8;
      is_narrow boolean;
      having_word int[];
      word_forms int[];
      tiers float8[];
      expected float8[] := '{}';
      frequency float8;
      used_forms int[] := '{}';
      used_words int[] := '{}';
      first int;
      count_in_sample int;
      hit_count int;
      nth int;
      cells bigint[];
      hits tid[];
      frequencies float8[] := '{}';
      weights float8[] := '{}';
      held tid[] := '{}';
      held_words int[] := '{}';
      found tid[] := '{}';
      driver int;
      target float8;
      opened float8;
      is_all boolean;
    begin
      -- A sample of the passages that the reader sees: the highest level with 192 of them, else all.
      for level in reverse 11..4 loop
        sampled := array(select chr(97 + level) || ':' || reader from unnest(readers) as reader);
        select count(*) into sample_size from passage_terms as passage where passage.access && sampled;
        visible := sample_size::float8 * (1 << level);
        exit when sample_size >= 192;
      end loop;
      if sample_size < 192 then
        sampled := readers;
        found := array(select passage.ctid from passage_terms as passage where passage.access && readers);
        sample_size := cardinality(found);
        visible := sample_size;
        if sample_size = 0 then return; end if;
      end if;
      share := least(1, visible / greatest(indexed, 1));
      is_narrow := indexed = 0 or share < 0.3;
      execute format(
        'select array[%s] from passage_terms as passage where passage.access && $1',
        (
          select string_agg(format('count(*) filter (where %s > 0)', impact), ', ' order by of_word)
          from (
            select of_word,
              string_agg(format('ken_impact(passage.terms, passage.impacts, %L)', form), ' + ') as impact
            from (
              select form, of_word from unnest(forms, words) as entry (form, of_word)
              union all
              select spelling, cardinality(asked) + of_word
              from unnest(spellings) with ordinality as entry (spelling, of_word)
            ) as listed
            group by of_word
          ) as counted
        )
      ) into having_word using sampled;

      -- How many visible passages have each word: by the sample. If the sample has few of them,
      -- exactly below 64, and else by the place of the 64th.
      for word in 1..cardinality(asked) loop
        word_forms := array(select form from unnest(forms, words) as entry (form, of_word) where of_word = word);
        frequency := 0;
        for attempt in 1..2 loop
          -- A word that no visible passage has is taken for a misspelled one.
          if attempt = 2 then
            exit when frequency > 0 or spellings[word] is null;
            word_forms := array[spellings[word]];
          end if;
          tiers := array(
            select coalesce(sum(passages[tier + 1]), 0) * share
            from generate_series(0, 7) as tier left join term_tiers on term = any (word_forms)
            group by tier order by tier
          );
          count_in_sample := having_word[word + (attempt - 1) * cardinality(asked)];
          if sampled = readers then
            frequency := count_in_sample;
          elsif count_in_sample >= 16 then
            frequency := visible * count_in_sample / sample_size;
          else
            opened := (select sum(total) from unnest(tiers) as total);
            first := case when opened > 1.5 * depth then least(9, floor(ln(opened / 100) / ln(2))) else 0 end;
            loop
              cells := array(
                select (form::bigint << 8) | (tier << 4) | level
                from unnest(word_forms) as form, generate_series(0, 7) as tier, generate_series(first, 9) as level
              );
              if is_narrow then
                select count(*), (array_agg(passage.place order by passage.place))[64], array_agg(passage.ctid)
                into hit_count, nth, hits from passage_terms as passage
                where ken_cells(passage.terms, passage.impacts, passage.level) && cells and passage.access && readers;
              else
                select count(*), (array_agg(passage.place order by passage.place))[64], array_agg(passage.ctid)
                into hit_count, nth, hits from passage_terms as passage
                where ken_cells(passage.terms, passage.impacts, passage.level) && cells
                  and (passage.access && readers) is true;
              end if;
              exit when first = 0 or hit_count >= 64;
              first := greatest(first - 3, 0);
            end loop;
            if hit_count < 64 then
              frequency := hit_count;
              found := found || hits;
            else
              frequency := 63 * 2147483648.0 / greatest(nth, 1);
              if first = 0 and hit_count <= 256 then
                held := held || hits;
                held_words := held_words || array_fill(word, array[hit_count]);
              end if;
            end if;
          end if;
        end loop;
        expected := expected || tiers;
        used_forms := used_forms || word_forms;
        used_words := used_words || array_fill(word, array[cardinality(word_forms)]);
        frequencies := frequencies || frequency;
        weights := weights || case when frequency = 0 then 0
          else asked[word] * ln(1 + (greatest(visible - frequency, 0) + 0.5) / (frequency + 0.5)) end;
      end loop;

      -- The best passages of each of the rarest other words: by tier, then by place.
      depth := least(300, 1200 / least(6, greatest(1, (select count(*) from unnest(frequencies) as each where each >= 64))));
      for driver in
        select number from generate_series(1, cardinality(asked)) as number
        where sampled <> readers and frequencies[number] >= 64
        order by weights[number] desc, number limit 6
      loop
        if driver = any (held_words) then
          found := found || array(select hit from unnest(held, held_words) as entry (hit, of_word) where of_word = driver);
          continue;
        end if;
        word_forms := array(select form from unnest(used_forms, used_words) as entry (form, of_word) where of_word = driver);
        target := depth * 1.15;
        loop
          cells := '{}';
          opened := 0;
          is_all := true;
          for tier in 0..7 loop
            if opened >= target then
              is_all := false;
              exit;
            end if;
            first := 0;
            if opened + expected[(driver - 1) * 8 + tier + 1] > target * 1.3 then
              first := least(9, floor(ln(expected[(driver - 1) * 8 + tier + 1] / (target - opened)) / ln(2)));
            end if;
            cells := cells || array(
              select (form::bigint << 8) | (tier << 4) | level
              from unnest(word_forms) as form, generate_series(first, 9) as level
            );
            if first > 0 then
              is_all := false;
              exit;
            end if;
            opened := opened + expected[(driver - 1) * 8 + tier + 1];
          end loop;
          if is_narrow then
            hits := array(
              select passage.ctid from passage_terms as passage
              where ken_cells(passage.terms, passage.impacts, passage.level) && cells and passage.access && readers
              order by width_bucket(greatest(
                  ken_impact(passage.terms, passage.impacts, word_forms[1]),
                  ken_impact(passage.terms, passage.impacts, word_forms[2]),
                  ken_impact(passage.terms, passage.impacts, word_forms[3]),
                  ken_impact(passage.terms, passage.impacts, word_forms[4]),
                  ken_impact(passage.terms, passage.impacts, word_forms[5])
                ), '{116, 140, 160, 180, 200, 216, 232}'::int[]) desc,
                passage.place, passage.document_id, passage.ordinal
              limit depth
            );
          else
            hits := array(
              select passage.ctid from passage_terms as passage
              where ken_cells(passage.terms, passage.impacts, passage.level) && cells
                and (passage.access && readers) is true
              order by width_bucket(greatest(
                  ken_impact(passage.terms, passage.impacts, word_forms[1]),
                  ken_impact(passage.terms, passage.impacts, word_forms[2]),
                  ken_impact(passage.terms, passage.impacts, word_forms[3]),
                  ken_impact(passage.terms, passage.impacts, word_forms[4]),
                  ken_impact(passage.terms, passage.impacts, word_forms[5])
                ), '{116, 140, 160, 180, 200, 216, 232}'::int[]) desc,
                passage.place, passage.document_id, passage.ordinal
              limit depth
            );
          end if;
          exit when is_all or cardinality(hits) >= depth;
          target := target * 4;
        end loop;
        found := found || hits;
      end loop;

      -- Their scores: a share of what a passage with every word at full impact would have.
      target := 255 * (select sum(each) from unnest(weights) as each);
      if target = 0 then return; end if;
      return query execute format(
        $scored$
          select best.document_id, best.ordinal, best.score / $2
          from (
            select distinct on (passage.document_id) passage.document_id, passage.ordinal, %s as score
            from passage_terms as passage
            where passage.ctid = any ($1)
            order by passage.document_id, score desc, passage.ordinal
          ) as best
          where best.score > 0
          order by best.score desc, best.document_id
          limit $3
        $scored$,
        (
          select string_agg(
            format('%L::float8 * ken_impact(passage.terms, passage.impacts, %s)', weights[of_word], form),
            ' + ' order by of_word, form
          )
          from unnest(used_forms, used_words) as entry (form, of_word)
        )
      ) using array(select distinct hit from unnest(found) as hit), target, wanted;
    end
    $$
  `.execute(database)
}

/** A changed access-control list applies to the next search, however it was changed. */
async function keepAccess(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function ken_keep_access() returns trigger language plpgsql as $$
    begin
      update passage_terms as passage set access = ken_access(new.source, new.allowed, passage.level)
      where passage.document_id = new.id;
      return null;
    end
    $$
  `.execute(database)
  await sql`
    create trigger documents_keep_access after update of allowed, source on documents
    for each row when (old.allowed is distinct from new.allowed or old.source is distinct from new.source)
    execute function ken_keep_access()
  `.execute(database)
}
