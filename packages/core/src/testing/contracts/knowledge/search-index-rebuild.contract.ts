import { expect } from 'vitest'
import { all, indexAll, type SearchWorld } from '../../builders/search-world.ts'
import type { WorldTest } from '../contract-suite.ts'

/** Analyzing stored documents again. */
export function rebuild(test: WorldTest<SearchWorld>) {
  test('analyzes every document again in batches, and starts over after the last, without a change of results', async ({
    searchIndex,
    transact,
  }) => {
    const pages = Array.from({ length: 5 }, (_, number) => ({
      externalId: `page-${number}`,
      body: 'The printer is in the cellar.',
    }))
    await indexAll(transact, pages)
    const search = () => searchIndex.searchText('printer', all, 50)
    const before = await search()
    expect(await searchIndex.indexProgress()).toMatchObject({ reindexed: null })
    for (const repetition of [1, 2]) {
      for (const reindexed of [3, 5]) {
        const state = { reindexed, documents: 5, isComplete: false }
        expect([repetition, await searchIndex.reindex(3)]).toEqual([repetition, state])
        expect(await searchIndex.indexProgress()).toMatchObject({ reindexed })
        expect(await search()).toEqual(before)
      }
      expect(await searchIndex.reindex(3)).toMatchObject({ reindexed: 5, isComplete: true })
    }
    expect(await searchIndex.indexProgress()).toMatchObject({ reindexed: null })
  })
}
