import { expect, test } from 'vitest'
import { postgresPorts } from '../index.ts'
import { defaultLimits } from '../open/server/server-limits.ts'
import { indexWorld, passages, randomNumbers } from '../testing/index-world.ts'
import { noJobs } from '../testing/no-jobs.ts'
import { connectionTo, openFor } from '../testing/server-world.ts'

/** An index with as many passages as it takes to count words, and a process whose statements may take 500 ms. */
async function uncountedWorld() {
  const world = await indexWorld()
  await world.insert(passages(randomNumbers(23), 2_100, 'everyone'))
  const database = await openFor(world.url, { limits: { ...defaultLimits, statementMs: 500 } })
  const counted = async () => {
    const { rows } = await world.client.query<{ words: number }>(
      'select count(*)::int as words from term_tiers',
    )
    return rows[0]!.words
  }
  return { ...world, counted, searchIndex: postgresPorts(database, noJobs).searchIndex }
}

test.each(['indexPending', 'reindex'] as const)(
  'counts words after %s, although that takes longer than other statements may',
  async (method) => {
    const { url, client, counted, searchIndex } = await uncountedWorld()
    if (method === 'reindex') await searchIndex.reindex(5_000)
    const holder = await connectionTo(url)
    await holder.query('begin; lock table term_tiers')
    const counting =
      method === 'reindex' ? searchIndex.reindex(5_000) : searchIndex.indexPending(1, null)
    const waiting = `select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and now() - query_start > '600ms'`
    const hasWaited = async () => (await client.query(waiting)).rows.length
    await expect.poll(hasWaited, { timeout: 10_000 }).toBe(1)
    await holder.query('commit')
    await counting
    expect(await counted()).toBeGreaterThan(300)
  },
)

test('counts words at the next call of reindex, and does not start over, after it could not count them', async () => {
  const { client, counted, searchIndex } = await uncountedWorld()
  await searchIndex.reindex(5_000)
  await client.query('alter table term_tiers rename to elsewhere')
  await expect(searchIndex.reindex(5_000)).rejects.toThrow('term_tiers')
  await client.query('alter table elsewhere rename to term_tiers')
  expect(await searchIndex.reindex(5_000)).toMatchObject({ reindexed: 2_100, isComplete: true })
  expect(await counted()).toBeGreaterThan(300)
  expect(await searchIndex.indexProgress()).toMatchObject({ reindexed: null })
})
