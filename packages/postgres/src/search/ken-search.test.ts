import { describe, expect, test } from 'vitest'
import {
  worldWith,
  indexWorld,
  passages,
  randomNumbers,
  reader,
  sampledWorld,
  someWord,
  type IndexWorld,
  type Word,
} from '../testing/index-world.ts'
import { countTiers } from './count-tiers.ts'

const queriesOf = (random: () => number, count: number) =>
  Array.from({ length: count }, () => [
    ...new Set(Array.from({ length: 1 + Math.floor(random() * 6) }, () => someWord(random))),
  ])

describe('ken_search', () => {
  test('R7 returns the same bytes for any hidden passages and any counts that steer its cost', async () => {
    const random = randomNumbers(20_261_123)
    const world = await sampledWorld()
    // So few that all are read.
    await world.insert(passages(random, 300, 'group:few'))
    // Rare words that together have more passages than a search scores.
    const manyRare = Array.from({ length: 14 }, (_, at) => 220 + at * 10)
    const queries: readonly (readonly Word[])[] = [
      ...queriesOf(random, 24),
      manyRare,
      manyRare.map((word) => word + 3),
      [{ forms: [3, 5, 8] }, { forms: [200, 204, 9_001] }, { forms: [40, 41, 42, 9_002] }],
      [{ forms: [120, 124, 128, 132, 136] }, { forms: [60, 2] }],
      [{ forms: [9_003], spelling: 150 }, { forms: [9_004, 9_005], spelling: 4 }, 30],
      // Of three words with more than eight forms, those that no passage has are left out. Some are in hidden passages.
      [
        { forms: [3, 9_011, 9_012, 9_013, 9_014] },
        { forms: [200, 9_011, 9_012, 9_015, 9_016], spelling: 150 },
        { forms: [9_011, 9_012, 9_013, 9_017, 9_018], spelling: 150 },
      ],
    ]
    const results = async () => {
      const found: unknown[] = []
      for (const words of queries)
        for (const readers of [reader, ['group:few'], ['group:none']])
          // oxlint-disable-next-line no-await-in-loop -- one connection
          found.push(await world.search(words, readers))
      return found
    }
    const alone = await results()
    expect(alone.flat().length).toBeGreaterThan(900)
    for (const change of hiddenChanges(random)) {
      await change(world)
      expect(await results()).toEqual(alone)
    }
  })

  test('R7 returns the same bytes for words that many visible passages have together', async () => {
    const world = await manyTogether()
    await countTiers(world.database.background)
    const results = async () => {
      const found: unknown[] = []
      const queries: readonly (readonly Word[])[] = [
        [100, 3],
        [101, 102, 4],
        [103, 104, 5, 6],
        [105, 106, 107, 25, 7],
        [8, 9, 10],
        // Words with about as many passages as are read of each word.
        [108, 109, 110, 111, 112, 12],
        [113, 114, 115, 116, 117, 20],
        [118, 119, 120, 121, 122, 123],
        [{ forms: [124, 125, 9_001] }, { forms: [30, 31] }, { forms: [1, 2, 3] }],
        [{ forms: [9_002], spelling: 126 }, { forms: [127, 128, 129, 130] }, 40],
      ]
      for (const words of queries)
        // oxlint-disable-next-line no-await-in-loop -- one connection
        found.push(await world.search(words, reader, 1_000))
      return found
    }
    const alone = await results()
    await insertMany(world.client, 'group:other')
    expect(await results()).toEqual(alone)
    await countTiers(world.database.background)
    expect(await results()).toEqual(alone)
    // A count of all passages that fits what the search takes the visible ones for.
    await world.client.query('update search_state set passages = 120000')
    expect(await results()).toEqual(alone)
    await world.client.query('truncate term_tiers')
    expect(await results()).toEqual(alone)
  })

  test('finds all passages that have two words together, at each level', async () => {
    const world = await manyTogether()
    const random = randomNumbers(23)
    // Not among the best of either word: hundreds of others have it with a higher impact.
    const both = evenly(passages(random, 32, 'everyone'), '{9001,9002}', '\\x4040')
    await world.insert([
      ...both,
      ...evenly(passages(random, 230, 'everyone'), '{9001}', '\\xfa'),
      ...evenly(passages(random, 900, 'everyone'), '{9002}', '\\xfa'),
    ])
    const found = await world.search([9_001, 9_002], reader, 1_000)
    const ids = new Set(found.map(({ document_id }) => document_id))
    expect(both.filter(({ id }) => !ids.has(id))).toEqual([])
  })

  test('returns the best of all passages by BM25 with weights of the visible ones', async () => {
    const random = randomNumbers(7)
    const { insert, search, client, database } = await sampledWorld()
    await insert(passages(random, 1_500, 'group:other'))
    await countTiers(database.background)
    const shares = []
    for (const words of queriesOf(random, 40)) {
      const found = await search(words, reader, 10)
      const exact = await exactScores(client, words, reader)
      const best = [...exact.values()].toSorted((left, right) => right - left).slice(0, 10)
      shares.push(
        sum(found.map(({ document_id }) => exact.get(document_id) ?? 0)) /
          Math.max(sum(best), 1e-9),
      )
    }
    expect(sum(shares) / shares.length).toBeGreaterThan(0.98)
  })

  test('scores a word once, by the form that counts most in a passage', async () => {
    const { insert, search, client } = await sampledWorld()
    await insert(passages(randomNumbers(31), 300, 'group:few'))
    const words = [[60, 61, 62, 63, 64], [100, 101], [200]]
    for (const readers of [reader, ['group:few']]) {
      // oxlint-disable-next-line no-await-in-loop -- one connection
      const found = await search(
        words.map((forms) => ({ forms })),
        readers,
      )
      const impacts = words.map(
        (forms) => `greatest(${forms.map((form) => `ken_impact(terms, impacts, ${form})`).join()})`,
      )
      // oxlint-disable-next-line no-await-in-loop -- one connection
      const { rows } = await client.query<{ id: string; impacts: number[] }>(
        `select document_id as id, array[${impacts.join()}] as impacts from passage_terms where access && $1`,
        [readers],
      )
      const impactsOf = new Map(rows.map(({ id, impacts: each }) => [id, each]))
      expect(found.length).toBeGreaterThan(20)
      const isAtLeast = (left: string, right: string) =>
        impactsOf.get(left)!.every((impact, word) => impact >= impactsOf.get(right)![word]!)
      const wrong = found.filter((right) =>
        found.some(
          (left) => isAtLeast(left.document_id, right.document_id) && left.score < right.score,
        ),
      )
      expect(wrong).toEqual([])
      expect(Math.max(...found.map(({ score }) => score))).toBeLessThanOrEqual(1)
    }
  })

  test('returns the passages of a word that has just as many as are counted', async () => {
    const random = randomNumbers(11)
    const { insert, search } = await sampledWorld()
    // In late places, where a word looks rarer than it is.
    const late = passages(random, 18, 'everyone').map((row) => ({
      ...row,
      place: 2_147_483_000,
      level: 0,
      terms: '{9999}',
      impacts: '\\xc8',
    }))
    await insert(late)
    expect(await search([9_999], reader)).toHaveLength(18)
  })

  test('returns the start of the same list for a smaller limit', async () => {
    const random = randomNumbers(3)
    const { insert, search } = await indexWorld()
    await insert(passages(random, 500, 'everyone'))
    const fifty = await search([1, 2, 40], reader, 50)
    expect(await search([1, 2, 40], reader, 7)).toEqual(fifty.slice(0, 7))
  })

  test('R6 follows a changed access-control list at once', async () => {
    const random = randomNumbers(5)
    const { insert, search, client } = await indexWorld()
    const [page] = passages(random, 1, 'group:other')
    await insert([{ ...page!, terms: '{7}', impacts: '\\xc8' }])
    expect(await search([7], reader)).toEqual([])
    await client.query(`update documents set allowed = '{group:own,group:other}'`)
    expect(await search([7], reader)).toHaveLength(1)
    await client.query(`update documents set allowed = '{group:other}'`)
    expect(await search([7], reader)).toEqual([])
  })
})

/** What must move no byte of what the reader finds. */
const hiddenChanges = (
  random: () => number,
): readonly ((world: IndexWorld) => Promise<unknown>)[] => [
  ({ database }) => countTiers(database.background),
  ({ insert }) => insert(passages(random, 1_500, 'group:other')),
  ({ insert }) =>
    insert(
      passages(random, 600, 'group:other').map((row, at) => ({
        ...row,
        terms: at < 500 ? '{3,9011,9012}' : `{${9_013 + (at % 3)}}`,
        impacts: at < 500 ? '\\xc8c8c8' : '\\xc8',
      })),
    ),
  ({ database }) => countTiers(database.background),
  ({ client }) =>
    client.query(
      `update term_tiers set passages = array(select x * 50 from unnest(passages) as x)`,
    ),
  ({ client }) => client.query(`update search_state set passages = 10`),
  ({ client }) => client.query(`delete from documents where allowed = '{group:other}'`),
  ({ client }) => client.query(`truncate term_tiers`),
  ({ client }) => client.query(`update search_state set passages = 0`),
  ({ client }) => client.query(`analyze passage_terms`),
  ({ insert }) => insert(passages(() => random() / 20, 300, 'group:other')),
]

/**
 * A search takes these for about 60,000 passages: 3,200 have three of the words 100 to 139, so that each of them is in about
 * 240, and 3,500 have frequent words and places so early that they count 16 times.
 */
const insertMany = (client: IndexWorld['client'], allowed: string) =>
  client.query(
    `
    with passage as materialized (
      select md5('${allowed}' || number)::uuid as id,
        (hashint4(number) & 2147483647) >> case when number <= 3200 then 0 else 4 end as place,
        array(
          select distinct case when number > 3200 or extra = 0 then 1 else 100 end
            + abs(hashint8(number * 8 + extra) % case when extra = 0 then 20 else 40 end) as word
          from generate_series(0, 3) as extra order by word
        ) as terms
      from generate_series(1, 6700) as number
    ),
    added as (
      insert into documents (id, source, external_id, title, url, body, allowed)
      select id, 'wiki', id::text, 'Page', 'https://wiki.example.com', '', '{${allowed}}' from passage
    )
    insert into passage_terms (document_id, ordinal, place, level, access, terms, impacts)
    select id, 0, place, level, ken_access('wiki', '{${allowed}}', level), terms,
      substring(decode(md5(id::text), 'hex') for cardinality(terms))
    from passage, least(11, 30 - floor(log(2, greatest(place, 1)))::int) as level
    `,
  )

/** An index with such passages for everyone. */
const manyTogether = () =>
  worldWith('passages_together', (client) => insertMany(client, 'everyone'))

/** The same passages with these terms and impacts, in places that are equally far from each other. */
const evenly = (rows: ReturnType<typeof passages>, terms: string, impacts: string) =>
  rows.map((row, at) => {
    const place = Math.floor(((at + 0.5) / rows.length) * 2 ** 31)
    return { ...row, place, level: Math.min(11, Math.clz32(place) - 1), terms, impacts }
  })

async function exactScores(
  client: IndexWorld['client'],
  words: readonly number[],
  readers: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ id: string; impacts: number[] }>(
    `select document_id as id, array(select ken_impact(terms, impacts, word) from unnest($1::int[]) with ordinality as asked (word, at) order by at) as impacts
     from passage_terms where access && $2`,
    [words, readers],
  )
  const weights = words.map((_, at) => {
    const having = rows.filter(({ impacts }) => impacts[at]! > 0).length
    return Math.log(1 + (rows.length - having + 0.5) / (having + 0.5))
  })
  return new Map(
    rows.map(({ id, impacts }) => [id, sum(impacts.map((impact, at) => impact * weights[at]!))]),
  )
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0)
