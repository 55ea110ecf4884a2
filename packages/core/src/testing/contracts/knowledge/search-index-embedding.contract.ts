import { describe, expect } from 'vitest'
import type { UnembeddedChunk } from '../../../ports/knowledge/search-index.ts'
import { concurrently, type WorldTest, describeRaces } from '../contract-suite.ts'
import { all, embed, indexAll, titlesOf, type SearchWorld } from '../../builders/search-world.ts'

/** How passages get their vectors. */
export function embedding(test: WorldTest<SearchWorld>, { races }: { readonly races: boolean }) {
  describe('vectors of passages', () => {
    test('returns every passage without a vector of the model, with title, heading and text', async (world) => {
      const [printers, policy] = await indexAll(world.transact, pages)
      const chunks = await world.searchIndex.claimUnembedded('model', 10, null)
      const textOf = (documentId: typeof printers, ordinal: number) =>
        chunks.find((chunk) => chunk.documentId === documentId && chunk.ordinal === ordinal)?.text
      expect(chunks).toHaveLength(3)
      expect(textOf(printers, 0)).toMatch(/Printers[^]*Paper[^]*In the cellar\./)
      expect(textOf(printers, 1)).toMatch(/Printers[^]*Toner[^]*In the attic\./)
      expect(textOf(policy, 0)).toContain('Expense policy')
    })

    test('returns at most `limit` passages, and none that has its vector', async (world) => {
      await indexAll(world.transact, pages)
      const { searchIndex } = world
      const seen: string[] = []
      for (;;) {
        const chunks = await searchIndex.claimUnembedded('model', 2, null)
        if (chunks.length === 0) break
        expect(chunks.length).toBeLessThanOrEqual(2)
        seen.push(...chunks.map(({ documentId, ordinal }) => `${documentId} ${ordinal}`))
        await searchIndex.storeEmbeddings(
          'model',
          chunks.map((chunk) => ({ ...chunk, embedding: [1, 2, 3] })),
        )
      }
      expect(new Set(seen).size).toBe(3)
      expect(seen).toHaveLength(3)
      expect(await searchIndex.claimUnembedded('other model', 10, null)).toHaveLength(3)
    })

    test('drops vectors of passages that were replaced in the meantime, and returns the new ones', async (world) => {
      await indexAll(world.transact, pages)
      const { searchIndex } = world
      const stale = await searchIndex.claimUnembedded('model', 10, null)
      await indexAll(world.transact, [{ ...pages[0], body: 'All gone.' }])
      await searchIndex.storeEmbeddings(
        'model',
        stale.map((chunk) => ({ ...chunk, embedding: [1, 0] })),
      )
      expect(titlesOf(await searchIndex.searchVector([1, 0], 'model', all, 10))).toEqual([
        'Expense policy',
      ])
      const left = await searchIndex.claimUnembedded('model', 10, null)
      expect(left.map(({ text }) => text.includes('All gone.'))).toEqual([true])
    })

    test('deletes the vectors of one model in the order of their passages, which are then pending again', async (world) => {
      await indexAll(world.transact, pages)
      const { searchIndex } = world
      const embedded = (await embed(searchIndex, 'model', () => [1, 0])).map(
        ({ documentId, ordinal }) => ({ documentId, ordinal }),
      )
      await embed(searchIndex, 'other', () => [1, 0, 0])
      const first = await searchIndex.deleteVectors('model', 2, null)
      const rest = await searchIndex.deleteVectors('model', 2, first.at(-1)!)
      expect([...first, ...rest]).toEqual(embedded)
      expect(first).toHaveLength(2)
      expect(await searchIndex.deleteVectors('model', 2, rest.at(-1)!)).toEqual([])
      expect(await searchIndex.searchVector([1, 0], 'model', all, 10)).toEqual([])
      expect(await searchIndex.claimUnembedded('other', 10, null)).toEqual([])
      expect(await searchIndex.claimUnembedded('model', 10, null)).toHaveLength(3)
    })

    test('lists the dimensions of the vectors of a model', async (world) => {
      await indexAll(world.transact, pages)
      const { searchIndex } = world
      expect(await searchIndex.listDimensions('model')).toEqual([])
      await embed(searchIndex, 'model', (_, position) => (position === 0 ? [1, 0, 0] : [1, 0]))
      expect(await searchIndex.listDimensions('model')).toEqual([2, 3])
      expect(await searchIndex.listDimensions('other')).toEqual([])
    })

    test('deletes the vectors of a replaced document, and of no other', async (world) => {
      await indexAll(world.transact, pages)
      const { searchIndex } = world
      await embed(searchIndex, 'model', () => [1, 0])
      await indexAll(world.transact, [{ ...pages[0], body: 'All gone.' }])
      expect(titlesOf(await searchIndex.searchVector([1, 0], 'model', all, 10))).toEqual([
        'Expense policy',
      ])
      expect(await searchIndex.claimUnembedded('model', 10, null)).toHaveLength(1)
    })

    test('keeps the latest vector of a passage', async (world) => {
      await indexAll(world.transact, [{ title: 'Moved page' }, { title: 'Other page' }])
      const { searchIndex } = world
      const chunks = await embed(searchIndex, 'model', ({ text }) =>
        text.includes('Moved') ? [1, 0] : [1, 1],
      )
      const moved = chunks
        .filter(({ text }) => text.includes('Moved'))
        .map((chunk) => ({ ...chunk, embedding: [0, 1] }))
      await searchIndex.storeEmbeddings('model', moved)
      expect(titlesOf(await searchIndex.searchVector([1, 0], 'model', all, 10))).toEqual([
        'Other page',
        'Moved page',
      ])
      expect(titlesOf(await searchIndex.searchVector([0, 1], 'model', all, 10))).toEqual([
        'Moved page',
        'Other page',
      ])
    })
  })
  describe('claims', () => {
    test('gives a claimed passage to no one else for two minutes or until it is released, per model', async (world) => {
      await indexAll(world.transact, pages)
      const { searchIndex, age } = world
      const claim = () => searchIndex.claimUnembedded('model', 10, null)
      const claimed = await claim()
      expect(claimed).toHaveLength(3)
      expect(await claim()).toEqual([])
      expect(await searchIndex.claimUnembedded('other model', 10, null)).toEqual(claimed)
      await searchIndex.releaseClaims('model', claimed.slice(1, 2))
      expect(await claim()).toEqual(claimed.slice(1, 2))
      await age(2 * minutes - 5_000)
      expect(await claim()).toEqual([])
      await age(10_000)
      expect(await claim()).toEqual(claimed)
    })

    test('continues after a passage, in one order for all claims', async (world) => {
      await indexAll(world.transact, pages)
      const { searchIndex } = world
      const [first, second, third] = await searchIndex.claimUnembedded('model', 10, null)
      const claimed = [first!, second!, third!]
      const behind = async (place: UnembeddedChunk | null) => {
        await searchIndex.releaseClaims('model', claimed)
        return searchIndex.claimUnembedded('model', 1, place)
      }
      expect([await behind(null), await behind(first!)]).toEqual([[first], [second]])
      expect([await behind(second!), await behind(third!)]).toEqual([[third], []])
    })

    test('returns a passage at once that replaced a claimed or refused one', async (world) => {
      await indexAll(world.transact, pages)
      const { searchIndex } = world
      const claimed = await searchIndex.claimUnembedded('model', 10, null)
      await searchIndex.postponeRefused('model', claimed.slice(0, 1))
      await indexAll(world.transact, [{ ...pages[0], body: 'New.' }])
      // The text of the replaced passage.
      await searchIndex.postponeRefused('model', claimed)
      expect(texts(await searchIndex.claimUnembedded('model', 10, null))).toEqual([
        expect.stringContaining('New.'),
      ])
    })
  })
  describe('refusals', () => {
    test('returns a refused passage again after an hour, then two, then four, and at most a week', async (world) => {
      await indexAll(world.transact, [{ title: 'Page', body: 'Text.' }])
      const { searchIndex, age } = world
      const claim = () => searchIndex.claimUnembedded('model', 10, null)
      for (const pause of [1, 2, 4, 8, 16, 32, 64, 128, 168, 168].map((count) => count * hours)) {
        const refused = await claim()
        expect(refused).toHaveLength(1)
        await searchIndex.postponeRefused('model', refused)
        await age(pause - minutes)
        expect(await claim()).toEqual([])
        await age(2 * minutes)
      }
      expect(await searchIndex.claimUnembedded('other model', 10, null)).toHaveLength(1)
    })

    test('deletes refusals of one model, so that their passages are returned at once, and no claims', async (world) => {
      await indexAll(world.transact, pages)
      const { searchIndex } = world
      const [first, second, third] = await searchIndex.claimUnembedded('model', 10, null)
      await searchIndex.claimUnembedded('other', 10, null)
      for (const model of ['model', 'other'])
        await searchIndex.postponeRefused(model, [first!, second!])
      expect(await searchIndex.deleteRefusals('model', 1)).toBe(1)
      expect(await searchIndex.deleteRefusals('model', 10)).toBe(1)
      expect(await searchIndex.deleteRefusals('model', 10)).toBe(0)
      expect(await searchIndex.claimUnembedded('model', 10, null)).toEqual([first, second])
      expect(await searchIndex.claimUnembedded('other', 10, null)).toEqual([])
      await searchIndex.releaseClaims('model', [third!])
    })

    test('continues after passages that the model refuses', async (world) => {
      await indexAll(world.transact, pages)
      const { searchIndex } = world
      const [first, ...others] = await searchIndex.claimUnembedded('model', 10, null)
      await searchIndex.postponeRefused('model', [first!])
      await searchIndex.releaseClaims('model', others)
      expect(await searchIndex.claimUnembedded('model', 1, null)).toEqual(others.slice(0, 1))
    })
  })
  describeRaces({ races }, () => {
    const many = Array.from({ length: 60 }, (_, position) => ({
      externalId: `${position}`,
      title: `Page ${position}`,
    }))

    test('gives each passage to one of twenty concurrent claims', async (world) => {
      await indexAll(world.transact, many)
      const claimed = await concurrently(20, () =>
        world.searchIndex.claimUnembedded('model', 5, null),
      )
      const left = await world.searchIndex.claimUnembedded('model', 100, null)
      expect([...claimed.flat(), ...left].map(({ documentId }) => documentId).toSorted()).toEqual(
        [...new Set([...claimed.flat(), ...left].map(({ documentId }) => documentId))].toSorted(),
      )
      expect([...claimed.flat(), ...left]).toHaveLength(60)
    })

    test('never deadlocks when embedding, refusing and releasing run while documents are replaced', async (world) => {
      const { searchIndex, transact, age } = world
      await indexAll(transact, many)
      const work = async (position: number) => {
        const chunks = await searchIndex.claimUnembedded('model', 20, null)
        const reversed = position % 2 === 0 ? chunks : chunks.toReversed()
        await searchIndex.postponeRefused('model', reversed.slice(0, 5))
        await searchIndex.storeEmbeddings(
          'model',
          reversed.slice(5).map((chunk) => ({ ...chunk, embedding: [1, 0] })),
        )
        await searchIndex.releaseClaims('model', reversed)
      }
      const replace = (position: number) =>
        indexAll(
          transact,
          (position % 2 === 0 ? many : many.toReversed()).map((page) => ({
            ...page,
            body: `Version ${position}.`,
          })),
        )
      const lapse = () => age(2 * minutes)
      await Promise.all([concurrently(16, work), concurrently(6, replace), lapse()])
      await age(2 * minutes)
      await embed(searchIndex, 'model', () => [1, 0])
      expect(await searchIndex.searchVector([1, 0], 'model', all, 100)).toHaveLength(60)
    })
  })
}

const pages = [
  {
    externalId: 'a',
    title: 'Printers',
    body: '# Paper\n\nIn the cellar.\n\n# Toner\n\nIn the attic.',
  },
  { externalId: 'b', title: 'Expense policy', body: '' },
]

const texts = (chunks: readonly UnembeddedChunk[]): readonly string[] =>
  chunks.map(({ text }) => text)
const minutes = 60_000
const hours = 60 * minutes
