import { expect } from 'vitest'
import { concurrently, type WorldTest } from '../contract-suite.ts'
import { all, titlesFound, indexAll, type SearchWorld } from '../../builders/search-world.ts'

/** Guarantees under concurrent writes and searches. */
export function races(test: WorldTest<SearchWorld>) {
  test('never deadlocks when different documents with common words are replaced concurrently', async (world) => {
    const words = Array.from({ length: 40 }, (_, position) => `word${position}`)
    await concurrently(20, (position) => {
      const rotated = [...words.slice(position), ...words.slice(0, position)]
      const pages = (position % 2 === 0 ? rotated : rotated.toReversed()).map((word) => ({
        title: word,
        body: rotated.join(' '),
      }))
      return indexAll(world.transact, pages.slice(0, 5))
    })
    expect(await world.searchIndex.searchText('word7', all, 100)).toHaveLength(100)
  })

  test('stores one whole version of a document under twenty concurrent replacements', async (world) => {
    await concurrently(20, (position) =>
      indexAll(world.transact, [{ externalId: 'a', title: 'Page', body: `version${position}` }]),
    )
    const answers = await concurrently(20, (position) => titlesFound(world, `version${position}`))
    expect(answers.flat()).toEqual(['Page'])
  })

  test('R6 finds a document by its current text after twenty concurrent imports, half of them with the same text', async (world) => {
    const versions = ['Alpha', 'Beta']
    const importOne = (position: number) =>
      indexAll(world.transact, [
        {
          externalId: 'a',
          title: versions[(position >> 1) % 2]!,
          body: 'Same.',
          updatedAt: new Date(position),
        },
      ])
    for (let round = 0; round < 5; round += 1) {
      await concurrently(20, importOne)
      const titles = await titlesFound(world, 'same')
      expect(await titlesFound(world, titles[0]!)).toEqual(titles)
    }
  })

  test('finds a document exactly once in every search while it is being replaced', async (world) => {
    const versions = ['# Alpha\n\nalpha\n\n# Alpha\n\nalpha', 'beta']
    const replace = (position: number) =>
      indexAll(world.transact, [{ externalId: 'a', title: 'Page', body: versions[position % 2]! }])
    await replace(0)
    const [answers] = await Promise.all([
      concurrently(40, () => titlesFound(world, 'alpha beta')),
      concurrently(20, replace),
    ])
    expect(answers).toEqual(answers.map(() => ['Page']))
  })
}
