import { sql, type Kysely } from 'kysely'

const signature = 'ken_search_all(int[], int[], int[], int[], text[], int)'

/**
 * Shortens the exact search for many words, without changing a result. `ken_search_all` now looks up the weight of a word in
 * an array. Before, it joined the words of all passages with the weights: where the planner expected few of them, as in a
 * small knowledge base, it compared each with every weight.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef(${signature}::regprocedure) as definition
  `.execute(database)
  let [{ definition } = { definition: '' }] = rows
  // A second run changes nothing.
  if (definition.includes(changes[0]!.after)) return
  for (const { before, after } of changes) {
    if (definition.split(before).length !== 2)
      throw new Error(`${signature} is not the expected function.`)
    definition = definition.replace(before, () => after)
  }
  // oxlint-disable-next-line no-restricted-properties -- the function of an earlier migration, no value
  await sql.raw(definition).execute(database)
}

const changes = [
  {
    before: `
        from counted where word > 0 or -word not in (select word from counted)
      )
`,
    after: `
        from counted where word > 0 or -word not in (select word from counted)
      ),
      -- In the order of the words, after the same number of spellings; 0 for one that does not count.
      weights as materialized (
        select array(
          select coalesce(weight, 0) from generate_series(-cardinality(asked), cardinality(asked)) as word
          left join weighed using (word) order by word
        ) as of_word
      )
`,
  },
  {
    before: `
          select document_id, ordinal, sum(weight * impact) as score
          from hit join weighed using (word) group by document_id, ordinal
          having sum(weight * impact) > 0
        ) as scored
`,
    after: `
          select document_id, ordinal,
            sum((select of_word from weights)[word + cardinality(asked) + 1] * impact) as score
          from hit group by document_id, ordinal
        ) as scored
        where score > 0
`,
  },
]
