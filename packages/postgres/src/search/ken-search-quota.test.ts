import { describe, expect, test } from 'vitest'
import { sampledWorld, passages, randomNumbers, reader, type Word } from '../testing/index-world.ts'
import { countTiers } from './count-tiers.ts'

/** A world with as many passages as it takes to sample them, and `having` adds some with the same terms and impacts. */
async function filledWorld() {
  const random = randomNumbers(31)
  const world = await sampledWorld()
  const { insert } = world
  const having = (count: number, terms: string, impacts: string, perDocument = 1) => {
    const rows = passages(random, count, 'everyone')
    return insert(
      rows.map((row, at) => {
        const ordinal = at % perDocument
        return { ...row, id: rows[at - ordinal]!.id, ordinal, terms, impacts }
      }),
    )
  }
  /** How many passages the transaction has read. */
  const passagesRead = async () => {
    const { rows } = await world.client.query<{ count: number }>(
      `select idx_tup_fetch::int as count from pg_stat_xact_user_tables where relname = 'passage_terms'`,
    )
    return rows[0]!.count
  }
  return { ...world, having, passagesRead }
}

describe('ken_search, for words with many passages', () => {
  test('reads the passages of its sample once, if none of them has a word', async () => {
    const { client, search, passagesRead } = await filledWorld()
    await client.query('begin')
    const { rows: sample } = await client.query(
      "select from passage_terms where access && '{e:everyone}'",
    )
    expect(sample.length).toBeGreaterThan(160)
    const before = await passagesRead()
    await search([9_001], reader)
    // And the smaller samples that it looked at first.
    expect((await passagesRead()) - before).toBeLessThan(1.5 * sample.length)
  })

  test('counts and scores a passage only once that has several forms of a word', async () => {
    const { search, having } = await filledWorld()
    await having(10, '{9001,9002}', '\\x64c8')
    await having(10, '{9003}', '\\xc8')
    const few = await search([{ forms: [9_001, 9_002] }, 9_003], reader)
    expect(few).toHaveLength(20)
    // Both words have as many passages, and the same impact in each: that of the best form.
    expect(new Set(few.map(({ score }) => score)).size).toBe(1)
    await having(400, '{9004,9005}', '\\x6464')
    const many = await search([{ forms: [9_004, 9_005] }], reader, 1_000)
    expect(many.length).toBeLessThan(200)
    expect(many).toHaveLength((await search([9_004], reader, 1_000)).length)
  })

  test('scores a passage by all of its words, whichever of them it is read for', async () => {
    const { search, having } = await filledWorld()
    // Of one word a few passages, of another all that are read at once, and of the last more than are scored.
    await having(10, '{9001,9003}', '\\x6464')
    await having(30, '{9002,9003}', '\\x6464')
    await having(600, '{9003}', '\\x64')
    const words = [{ forms: [9_001, 9_004] }, { forms: [9_002, 9_005] }, { forms: [9_003, 9_006] }]
    const scores = (await search(words, reader, 1_000)).map(({ score }) => score)
    expect(scores.length).toBeGreaterThan(100)
    const [few, many, one] = [...new Set(scores)]
    expect(scores).toEqual([
      ...Array.from({ length: 10 }, () => few),
      ...Array.from({ length: 30 }, () => many),
      ...Array.from({ length: scores.length - 40 }, () => one),
    ])
  })

  test('scores a passage by a frequent word, too, whose best passages are others', async () => {
    const { search, having } = await filledWorld()
    await having(300, '{9001}', '\\x8c')
    await having(10, '{9001,9002}', '\\x40fa')
    await having(10, '{9002}', '\\xfa')
    await having(700, '{9002}', '\\x64')
    const scores = (await search([9_001, 9_002], reader, 1_000)).map(({ score }) => score)
    expect(new Set(scores.slice(0, 10)).size).toBe(1)
    expect(new Set(scores.slice(10, 20)).size).toBe(1)
    expect(scores[9]).toBeGreaterThan(scores[10]!)
  })

  test('finds passages with a rare form of a frequent word in the latest places, too', async () => {
    const { search, having, insert, database } = await filledWorld()
    // More than are counted one by one, so that a search counts only those in early places.
    await having(150, '{9001}', '\\x64')
    const late = passages(randomNumbers(19), 3, 'everyone').map((row) => ({
      ...row,
      place: 2_147_483_000,
      level: 0,
      terms: '{9002}',
      impacts: '\\xfa',
    }))
    await insert(late)
    const found = async () => {
      const rows = await search([{ forms: [9_001, 9_002] }], reader, 3)
      return new Set(rows.map(({ document_id }) => document_id))
    }
    const expected = new Set(late.map(({ id }) => id))
    expect(await found()).toEqual(expected)
    await countTiers(database.background, { mustCount: true })
    expect(await found()).toEqual(expected)
  })

  test('scores fewer passages of a word that weighs less, but all of a rare one', async () => {
    const { search, having } = await filledWorld()
    // With low impacts, so that the search does not end before the second word.
    await having(300, '{9001}', '\\x64')
    await having(1_500, '{9002}', '\\x64')
    await having(100, '{9003}', '\\xc8')
    const found = async (...words: readonly Word[]) => (await search(words, reader, 1_000)).length
    const [alone, other] = [await found(9_001), await found(9_002)]
    expect([alone, other]).toEqual([alone, alone])
    const both = await found(9_001, 9_002)
    expect(both).toBeGreaterThanOrEqual(alone + 50)
    expect(both).toBeLessThan(2 * alone - 20)
    // The frequent word weighs more when it is asked for more often.
    expect(await found({ forms: [9_002], asked: 5 }, 9_003)).toBe(alone + 100)
  })

  test('finds fifty documents although the best passages are of few', async () => {
    const { search, having } = await filledWorld()
    await having(300, '{9001}', '\\xc8', 100)
    await having(1_200, '{9002}', '\\xc8', 10)
    expect(await search([9_001, 9_002], reader)).toHaveLength(50)
  })

  test('finds other documents with a word that is in all passages of a long one', async () => {
    const { search, having } = await filledWorld()
    await having(1_000, '{9001}', '\\xfa', 1_000)
    await having(60, '{9001,9002}', '\\x6464')
    const found = await search([9_001], reader)
    expect(found).toHaveLength(50)
    expect(new Set(found.map(({ score }) => score)).size).toBe(2)
    expect(await search([9_001, 9_002], reader)).toHaveLength(50)
  })

  test('looks beyond long documents for about as many passages, however many words are asked for', async () => {
    const { client, search, having, passagesRead } = await filledWorld()
    const words = [9_001, 9_002, 9_003, 9_004, 9_005, 9_006]
    await having(6_000, `{${words.join()}}`, `\\x${'fa'.repeat(words.length)}`, 6_000)
    const cost = async (asked: readonly Word[]) => {
      await client.query('begin')
      const before = await passagesRead()
      expect(await search(asked, reader)).toHaveLength(1)
      const read = (await passagesRead()) - before
      await client.query('commit')
      return read
    }
    const [one, six] = [await cost(words.slice(0, 1)), await cost(words)]
    // Each further word has a few hundred passages that are counted and scored.
    expect(six).toBeLessThan(3 * one)
  })

  test('reads only the best passages of a frequent word that was not counted yet', async () => {
    const { client, search, having, passagesRead } = await filledWorld()
    const impacts = { fa: 20, dc: 60, cd: 120, b9: 240, a5: 400, '91': 600, '78': 500, '5a': 2_000 }
    for (const [impact, count] of Object.entries(impacts))
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await having(count, '{9001}', `\\x${impact}`)
    await client.query('begin')
    const before = await passagesRead()
    expect(await search([9_001], reader)).toHaveLength(50)
    expect((await passagesRead()) - before).toBeLessThan(2_000)
  })

  test('R7 looks as far for other documents with any number of hidden passages that have the word', async () => {
    const { search, having, insert, client, database } = await filledWorld()
    await having(700, '{9001,9002}', '\\xfafa', 350)
    await having(300, '{9001,9002}', '\\xc8c8', 20)
    await having(90, '{9001,9002}', '\\x6464')
    const results = async () => [
      await search([9_001], reader, 1_000),
      await search([9_001, 9_002], reader, 1_000),
    ]
    const alone = await results()
    for (const { length } of alone) expect(length).toBeGreaterThan(50)
    const hidden = passages(randomNumbers(17), 3_000, 'group:other')
    await insert(hidden.map((row) => ({ ...row, terms: '{9001,9002}', impacts: '\\xfafa' })))
    expect(await results()).toEqual(alone)
    await countTiers(database.background, { mustCount: true })
    expect(await results()).toEqual(alone)
    await client.query(
      `update term_tiers set passages = array(select x * 50 from unnest(passages) as x)`,
    )
    expect(await results()).toEqual(alone)
    await client.query('truncate term_tiers')
    expect(await results()).toEqual(alone)
  })
})
