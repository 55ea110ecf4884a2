import { sql, type Kysely } from 'kysely'

/**
 * Scores each word of a query by the form that counts most in a passage. Before, a passage with several forms, such as
 * `USB-Stick`, which is also found as `usbstick`, had the sum of their scores: more than any passage with one form, and more
 * than the largest score.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const { signature, before, after } of changes) {
    // oxlint-disable-next-line no-await-in-loop -- one function after the other
    const { rows } = await sql<{ definition: string }>`
      select pg_get_functiondef(${signature}::regprocedure) as definition
    `.execute(database)
    const [{ definition } = { definition: '' }] = rows
    // A second run changes nothing.
    if (definition.includes(after)) continue
    if (definition.split(before).length !== 2)
      throw new Error(`${signature} is not the expected function.`)
    await sql
      // oxlint-disable-next-line no-restricted-properties -- the function of an earlier migration, no value
      .raw(definition.replace(before, () => after))
      // oxlint-disable-next-line no-await-in-loop -- one function after the other
      .execute(database)
  }
}

const changes = [
  {
    signature: 'ken_search(int[], int[], int[], int[], text[], int)',
    before: `
            select sum(weight * get_byte(passage.impacts, width_bucket(form, passage.terms) - 1))
            from unnest(used_forms, used_weights) as used (form, weight)
            where passage.terms[width_bucket(form, passage.terms)] = form
`,
    after: `
            select sum(impact) from (
              select distinct on (of_word) weight * get_byte(passage.impacts, width_bucket(form, passage.terms) - 1) as impact
              from unnest(used_forms, used_words, used_weights) as used (form, of_word, weight)
              where passage.terms[width_bucket(form, passage.terms)] = form
              order by of_word, impact desc
            ) as best_form
`,
  },
  {
    signature: 'ken_search_all(int[], int[], int[], int[], text[], int)',
    before: `
        select number, document_id, ordinal, word, sum(impact) as impact
`,
    after: `
        select number, document_id, ordinal, word, max(impact) as impact
`,
  },
]
