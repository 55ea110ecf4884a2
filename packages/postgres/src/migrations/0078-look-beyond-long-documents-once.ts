import { sql, type Kysely } from 'kysely'

/**
 * Limits how many passages `ken_search` looks at beyond long documents: for all words of a query, not for each. A query of
 * six words took five times as long as before if all of them were in all passages of a long document.
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
      reach int;
`,
    after: `
      reach int;
      -- How many of them a search may still look at, for all of its words.
      beyond int := 5000;
`,
  },
  {
    before: `
            exit when reach >= 5000 or (select`,
    after: `
            exit when reach >= beyond or (select`,
  },
  {
    before: `
            reach := least(reach * 4, 5000);
`,
    after: `
            reach := case when reach * 8 < beyond then reach * 4 else beyond end;
`,
  },
  {
    before: `
          if cardinality(hits) > quota then
            hits := array(
              select at from (
`,
    after: `
          if cardinality(hits) > quota then
            beyond := beyond - cardinality(hits);
            hits := array(
              select at from (
`,
  },
]
