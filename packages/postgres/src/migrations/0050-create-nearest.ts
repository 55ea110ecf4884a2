import { sql, type Kysely } from 'kysely'

/**
 * The passages nearest to a vector, one per document. Compares all that the reader sees if these
 * are at most `compared_max`; else reads the graph of the model (see `buildVectorGraph`), and
 * compares all if it has none or yields too few. Needs pgvector when it is called, not before.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function ken_nearest(
      embedded text, of_model text, readers text[], principals text[], only_sources text[], wanted int, compared_max int,
      out document_id uuid, out ordinal int, out distance float8
    ) returns setof record language plpgsql
    set plan_cache_mode = force_custom_plan set jit = off
    as $$
    #variable_conflict use_column
    declare
      dimensions constant int := vector_dims(embedded::vector);
      sampled text[];
      sample_size int;
      is_many boolean;
      yielded int;
    begin
      -- About how many passages the reader sees, from a sample of them.
      for sample_level in reverse 11..4 loop
        sampled := array(select chr(97 + sample_level) || ':' || reader from unnest(readers) as reader);
        select count(*), count(*) << sample_level > compared_max into sample_size, is_many
        from passage_terms as passage where passage.access && sampled;
        exit when sample_size >= 192;
      end loop;
      if sample_size >= 192 and is_many and exists (
        select from pg_index join pg_class on pg_class.oid = indexrelid
        where indrelid = 'chunk_embeddings'::regclass and indisvalid
          and relname = format('chunk_embeddings_near_%s_%s', left(md5(of_model), 8), dimensions)
      ) then
        perform set_config('hnsw.iterative_scan', 'relaxed_order', true),
          set_config('hnsw.ef_search', '200', true),
          set_config('hnsw.max_scan_tuples', '4000', true);
        return query execute format(
          $near$
            with near as materialized (
              select embedding.document_id, embedding.ordinal, embedding.embedding <=> $1::vector as distance
              from chunk_embeddings as embedding
              where embedding.model = %1$L and vector_dims(embedding.embedding) = %2$s
                and (
                  select document.allowed && $2 and ($3 is null or document.source = any ($3))
                  from documents as document where document.id = embedding.document_id
                )
              order by embedding.embedding::halfvec(%2$s) <=> $1::halfvec(%2$s)
              limit greatest(200, 4 * $4)
            ),
            nearest as materialized (
              select distinct on (document_id) document_id, ordinal, distance from near
              order by document_id, distance, ordinal
            )
            select document_id, ordinal, distance from nearest
            where (select count(*) from near) >= greatest(200, 4 * $4) and (select count(*) from nearest) >= $4
            order by distance, document_id limit $4
          $near$,
          of_model, dimensions
        ) using embedded, principals, only_sources, wanted;
        get diagnostics yielded = row_count;
        if yielded > 0 then return; end if;
      end if;
      -- Each row carries its distance instead of its vector, so that sorting is cheap.
      return query
      select nearest.document_id, nearest.ordinal, nearest.distance
      from (
        select distinct on (compared.document_id) compared.document_id, compared.ordinal, compared.distance
        from (
          select embedding.document_id, embedding.ordinal,
            case when vector_dims(embedding.embedding) = dimensions then embedding.embedding <=> embedded::vector end as distance
          from documents as document join chunk_embeddings as embedding on embedding.document_id = document.id
          where document.allowed && principals and (only_sources is null or document.source = any (only_sources))
            and embedding.model = of_model
          offset 0
        ) as compared
        where compared.distance is not null
        order by compared.document_id, compared.distance, compared.ordinal
      ) as nearest
      order by nearest.distance, nearest.document_id
      limit wanted;
    end
    $$
  `.execute(database)
}
