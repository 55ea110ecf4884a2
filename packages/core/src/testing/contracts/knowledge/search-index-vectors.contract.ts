import { describe, expect } from 'vitest'
import { parseSource } from '../../../model/knowledge/document.ts'
import { roundedScore } from '../../../model/knowledge/search-result.ts'
import { committed, type WorldTest } from '../contract-suite.ts'
import {
  all,
  embed,
  titlesFound,
  indexAll,
  visibleTo,
  titlesOf,
  type Indexable,
  type SearchWorld,
} from '../../builders/search-world.ts'

/** Guarantees of an index without vector support. */
export function withoutVectors(test: WorldTest<SearchWorld>) {
  test('reports no vector support, has nothing to embed, finds nothing by vector, and never throws', async (world) => {
    const { searchIndex } = world
    const [documentId] = await indexAll(world.transact, [{ title: 'Page', body: 'Text.' }])
    expect(await searchIndex.supportsVectors()).toBe(false)
    expect(await searchIndex.claimUnembedded('model', 10, null)).toEqual([])
    const chunk = { documentId: documentId!, ordinal: 0, text: 'Text.' }
    await searchIndex.storeEmbeddings('model', [{ ...chunk, embedding: [1, 0] }])
    await searchIndex.postponeRefused('model', [chunk])
    await searchIndex.releaseClaims('model', [chunk])
    expect(await searchIndex.searchVector([1, 0], 'model', all, 10)).toEqual([])
    expect(await searchIndex.deleteVectors('model', 10, null)).toEqual([])
    expect(await searchIndex.listDimensions('model')).toEqual([])
    expect(await searchIndex.prepareVectorSearch('model')).toBe(false)
    expect(await titlesFound(world, 'text')).toEqual(['Page'])
  })
}

/** Semantic search. */
export function vectors(test: WorldTest<SearchWorld>) {
  test('reports vector support', async ({ searchIndex }) => {
    expect(await searchIndex.supportsVectors()).toBe(true)
    expect(await searchIndex.claimUnembedded('model', 10, null)).toEqual([])
    expect(await searchIndex.searchVector([1, 0, 0], 'model', all, 10)).toEqual([])
    expect(await searchIndex.storeEmbeddings('model', [])).toBeUndefined()
    expect(await searchIndex.prepareVectorSearch('model')).toBe(false)
  })
  test('keeps the number of vectors of each model by source, until their passages are gone', async ({
    transact,
    searchIndex,
  }) => {
    const [a, b] = [
      { externalId: 'a', title: 'One', body: '# First\n\nAlpha text.\n\n# Second\n\nBeta text.' },
      { externalId: 'b', title: 'Two', body: 'Text.' },
    ]
    await indexAll(transact, [a, b])
    const embedded = async (model: string | null = 'model') =>
      (await committed(transact, ({ sources }) => sources.listCounts(model))).map((counts) => [
        counts.passages,
        counts.embedded,
      ])
    expect(await embedded()).toEqual([[3, 0]])
    for (const _ of [1, 2]) await embed(searchIndex, 'model', () => [1, 0])
    expect([await embedded(), await embedded('other'), await embedded(null)]).toEqual([
      [[3, 3]],
      [[3, 0]],
      [[3, 0]],
    ])
    await indexAll(transact, [{ ...a, body: 'Shorter.' }])
    expect(await embedded()).toEqual([[2, 1]])
    await embed(searchIndex, 'other', () => [1, 0])
    expect([await embedded(), await embedded('other')]).toEqual([[[2, 1]], [[2, 2]]])
    const wiki = parseSource('wiki')!
    await committed(transact, ({ documents }) => documents.remove(wiki, ['b']))
    expect([await embedded(), await embedded('other')]).toEqual([[[1, 0]], [[1, 1]]])
  })
  describe('similarity', () => {
    const north = { page: { title: 'North page' }, vector: [0, 1, 0] }
    const northEast = { page: { title: 'Northeast page' }, vector: [3, 3, 0] }
    const east = { page: { title: 'East page' }, vector: [0.2, 0, 0] }

    test('finds the nearest documents first, by direction and not by length', async (world) => {
      await embedPages(world, [northEast, north, east])
      const near = async (vector: readonly number[]) =>
        titlesOf(await world.searchIndex.searchVector(vector, 'model', all, 10))
      expect(await near([0.9, 0.1, 0])).toEqual(['East page', 'Northeast page', 'North page'])
      expect(await near([100, 900, 0])).toEqual(['North page', 'Northeast page', 'East page'])
    })

    test('returns at most `limit` results, scored from 0 to 1 with four decimals', async (world) => {
      await embedPages(world, [northEast, north, east])
      const results = await world.searchIndex.searchVector([-1, 5, 0], 'model', all, 3)
      const scores = results.map(({ score }) => score)
      expect(scores).toEqual(scores.toSorted((left, right) => right - left))
      expect(scores).toEqual(scores.map(roundedScore))
      expect(await world.searchIndex.searchVector([-1, 5, 0], 'model', all, 2)).toEqual(
        results.slice(0, 2),
      )
      expect(await world.searchIndex.searchVector([-1, 5, 0], 'model', all, 50)).toEqual(results)
    })

    test('returns a document once, with its nearest passage', async (world) => {
      await indexAll(world.transact, [
        { title: 'Page', body: '# First\n\nAlpha text.\n\n# Second\n\nBeta text.' },
      ])
      await embed(world.searchIndex, 'model', ({ text }) =>
        text.includes('Alpha') ? [1, 0] : [0, 1],
      )
      const quoted = async (vector: readonly number[]) =>
        (await world.searchIndex.searchVector(vector, 'model', all, 10)).map(
          ({ snippet }) => snippet,
        )
      expect(await quoted([1, 0.1])).toEqual(['Alpha text.'])
      expect(await quoted([0.1, 1])).toEqual(['Beta text.'])
    })

    test('never compares vectors of different models or lengths', async (world) => {
      await embedPages(world, [north])
      expect(await world.searchIndex.searchVector([0, 1, 0], 'other model', all, 10)).toEqual([])
      expect(await world.searchIndex.searchVector([0, 1], 'model', all, 10)).toEqual([])
      expect(await world.searchIndex.searchVector([0, 1, 0, 0], 'model', all, 10)).toEqual([])
    })
  })
  describe('rights', () => {
    test('R7 finds nothing invisible by vector, and its results do not depend on it', async (world) => {
      const view = { ...visibleTo('everyone', 'group:it'), sources: [parseSource('wiki')!] }
      await embedPages(world, [
        { page: { title: 'First page' }, vector: [1, 0] },
        { page: { title: 'Second page', allowed: ['group:it'] }, vector: [1, 1] },
      ])
      const before = await world.searchIndex.searchVector([1, 0.2], 'model', view, 2)
      expect(titlesOf(before)).toEqual(['First page', 'Second page'])

      const hidden = Array.from({ length: 50 }, (_, position) => ({
        page: {
          title: `Hidden ${position}.`,
          ...(position % 2 === 0 ? { allowed: ['group:hr'] } : { source: 'ticket' }),
        },
        vector: [1, 0.2],
      }))
      await embedPages(world, hidden)
      expect(await world.searchIndex.searchVector([1, 0.2], 'model', view, 2)).toEqual(before)
      expect(titlesOf(await world.searchIndex.searchVector([1, 0.2], 'model', view, 50))).toEqual([
        'First page',
        'Second page',
      ])
    })

    test('R6 applies a changed access-control list to the next vector search', async (world) => {
      const page = { externalId: 'a', title: 'Salaries', body: 'Who earns what.' }
      await embedPages(world, [{ page, vector: [1, 0] }])
      expect(await world.searchIndex.searchVector([1, 0], 'model', all, 10)).toHaveLength(1)
      await embedPages(world, [{ page: { ...page, allowed: ['group:hr'] }, vector: [1, 0] }])
      expect(await world.searchIndex.searchVector([1, 0], 'model', all, 10)).toEqual([])
      expect(
        await world.searchIndex.searchVector([1, 0], 'model', visibleTo('group:hr'), 10),
      ).toHaveLength(1)
    })
  })
}

type EmbeddedPage = {
  readonly page: Indexable & { readonly title: string }
  readonly vector: readonly number[]
}

/**
 * Indexes pages and gives each its vector. Matches them by title, which is part of the text to
 * embed.
 */
async function embedPages(world: SearchWorld, pages: readonly EmbeddedPage[]) {
  await indexAll(
    world.transact,
    pages.map(({ page }) => page),
  )
  await embed(
    world.searchIndex,
    'model',
    ({ text }) => pages.find(({ page }) => text.includes(page.title))!.vector,
  )
}
