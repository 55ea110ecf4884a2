import { expect } from 'vitest'
import { atOnce, type WorldTest } from '../contract-suite.ts'
import { all, found, indexAll, type SearchWorld } from '../../builders/search-world.ts'

/** What holds while many write and search. */
export function races(test: WorldTest<SearchWorld>) {
  test('never deadlocks when different documents with common words are replaced at once', async (world) => {
    const words = Array.from({ length: 40 }, (_, position) => `word${position}`)
    await atOnce(20, (position) => {
      const rotated = [...words.slice(position), ...words.slice(0, position)]
      const pages = (position % 2 === 0 ? rotated : rotated.toReversed()).map((word) => ({
        title: word,
        body: rotated.join(' '),
      }))
      return indexAll(world.transact, pages.slice(0, 5))
    })
    expect(await world.searchIndex.searchText('word7', all, 100)).toHaveLength(100)
  })

  test('has one whole version of a document that twenty replaced at once', async (world) => {
    await atOnce(20, (position) => indexAll(world.transact, [{ externalId: 'a', title: 'Page', body: `version${position}` }]))
    const answers = await atOnce(20, (position) => found(world, `version${position}`))
    expect(answers.flat()).toEqual(['Page'])
  })

  test('R6 finds a document by the text that it has after twenty imports at once, every other of the same text', async (world) => {
    const versions = ['Alpha', 'Beta']
    const importOne = (position: number) =>
      indexAll(world.transact, [
        { externalId: 'a', title: versions[(position >> 1) % 2]!, body: 'Same.', updatedAt: new Date(position) },
      ])
    for (let round = 0; round < 5; round += 1) {
      await atOnce(20, importOne)
      const titles = await found(world, 'same')
      expect(await found(world, titles[0]!)).toEqual(titles)
    }
  })

  test('finds a document in every search while it is being replaced, and never twice', async (world) => {
    const versions = ['# Alpha\n\nalpha\n\n# Alpha\n\nalpha', 'beta']
    const replace = (position: number) =>
      indexAll(world.transact, [{ externalId: 'a', title: 'Page', body: versions[position % 2]! }])
    await replace(0)
    const [answers] = await Promise.all([atOnce(40, () => found(world, 'alpha beta')), atOnce(20, replace)])
    expect(answers).toEqual(answers.map(() => ['Page']))
  })
}
