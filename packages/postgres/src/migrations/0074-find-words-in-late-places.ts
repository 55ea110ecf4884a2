import { sql, type Kysely } from 'kysely'

/**
 * Lets `ken_search` find a word that has just as many passages as are counted. Their places could make it look rarer;
 * then its passages were neither all read as those of a rare word, nor the best as those of any other.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef('ken_search(int[], int[], int[], int[], text[], int)'::regprocedure) as definition
  `.execute(database)
  const [{ definition } = { definition: '' }] = rows
  if (!definition.includes(estimated)) throw new Error('ken_search is not the expected function.')
  const corrected = definition.replace(estimated, `greatest(counted, ${estimated})`)
  // oxlint-disable-next-line no-restricted-properties -- the function of an earlier migration, no value
  await sql.raw(corrected).execute(database)
}

const estimated = '(counted - 1) * 2147483648.0 / greatest(nth, 1)'
