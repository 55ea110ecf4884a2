import { expect } from 'vitest'
import { parseSource } from '../knowledge/document.ts'
import { roundedScore } from '../knowledge/finding.ts'
import type { SearchIndex, UnembeddedChunk } from '../ports/search-index.ts'
import type { WorldTest } from './contract-suite.ts'
import { all, found, indexAll, seeing, titlesOf, type Indexable, type SearchWorld } from './search-world.ts'

/** What holds where vectors cannot be stored. */
export function withoutVectors(test: WorldTest<SearchWorld>) {
  test('says that it stores no vectors, lists nothing to embed, finds nothing by vector, and throws for none of it', async (world) => {
    const { searchIndex } = world
    const [documentId] = await indexAll(world.transact, [{ title: 'Page', body: 'Text.' }])
    expect(await searchIndex.supportsVectors()).toBe(false)
    expect(await searchIndex.listUnembedded('model', 10)).toEqual([])
    await searchIndex.storeEmbeddings('model', [{ documentId: documentId!, ordinal: 0, text: 'Text.', embedding: [1, 0] }])
    expect(await searchIndex.searchVector([1, 0], 'model', all, 10)).toEqual([])
    expect(await found(world, 'text')).toEqual(['Page'])
  })
}

/** The leg of the index that goes by meaning. */
export function vectors(test: WorldTest<SearchWorld>) {
  test('says that it stores vectors', async ({ searchIndex }) => {
    expect(await searchIndex.supportsVectors()).toBe(true)
    expect(await searchIndex.listUnembedded('model', 10)).toEqual([])
    expect(await searchIndex.searchVector([1, 0, 0], 'model', all, 10)).toEqual([])
    expect(await searchIndex.storeEmbeddings('model', [])).toBeUndefined()
  })
  nearness(test)
  rights(test)
  embedding(test)
}

type EmbeddedPage = { readonly page: Indexable & { readonly title: string }; readonly vector: readonly number[] }

/** Indexes pages and gives each its vector, found by the title that the text to embed contains. */
async function embedPages(world: SearchWorld, pages: readonly EmbeddedPage[]) {
  await indexAll(
    world.transact,
    pages.map(({ page }) => page),
  )
  await embed(world.searchIndex, 'model', ({ text }) => pages.find(({ page }) => text.includes(page.title))!.vector)
}

async function embed(index: SearchIndex, model: string, vectorOf: (chunk: UnembeddedChunk) => readonly number[]) {
  const chunks = await index.listUnembedded(model, 1_000)
  await index.storeEmbeddings(
    model,
    chunks.map((chunk) => ({ ...chunk, embedding: vectorOf(chunk) })),
  )
  return chunks
}

function nearness(test: WorldTest<SearchWorld>) {
  const north = { page: { title: 'North page' }, vector: [0, 1, 0] }
  const northEast = { page: { title: 'Northeast page' }, vector: [3, 3, 0] }
  const east = { page: { title: 'East page' }, vector: [0.2, 0, 0] }

  test('finds the nearest documents first, by direction and not by length', async (world) => {
    await embedPages(world, [northEast, north, east])
    const near = async (vector: readonly number[]) => titlesOf(await world.searchIndex.searchVector(vector, 'model', all, 10))
    expect(await near([0.9, 0.1, 0])).toEqual(['East page', 'Northeast page', 'North page'])
    expect(await near([100, 900, 0])).toEqual(['North page', 'Northeast page', 'East page'])
  })

  test('answers at most as many as wanted, scored from 0 to 1 with four decimals', async (world) => {
    await embedPages(world, [northEast, north, east])
    const findings = await world.searchIndex.searchVector([-1, 5, 0], 'model', all, 3)
    const scores = findings.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((left, right) => right - left))
    expect(scores).toEqual(scores.map(roundedScore))
    expect(await world.searchIndex.searchVector([-1, 5, 0], 'model', all, 2)).toEqual(findings.slice(0, 2))
    expect(await world.searchIndex.searchVector([-1, 5, 0], 'model', all, 50)).toEqual(findings)
  })

  test('names a document once and quotes its nearest passage', async (world) => {
    await indexAll(world.transact, [{ title: 'Page', body: '# First\n\nAlpha text.\n\n# Second\n\nBeta text.' }])
    await embed(world.searchIndex, 'model', ({ text }) => (text.includes('Alpha') ? [1, 0] : [0, 1]))
    const quoted = async (vector: readonly number[]) =>
      (await world.searchIndex.searchVector(vector, 'model', all, 10)).map(({ snippet }) => snippet)
    expect(await quoted([1, 0.1])).toEqual(['Alpha text.'])
    expect(await quoted([0.1, 1])).toEqual(['Beta text.'])
  })

  test('never compares vectors of different models or lengths', async (world) => {
    await embedPages(world, [north])
    expect(await world.searchIndex.searchVector([0, 1, 0], 'other model', all, 10)).toEqual([])
    expect(await world.searchIndex.searchVector([0, 1], 'model', all, 10)).toEqual([])
    expect(await world.searchIndex.searchVector([0, 1, 0, 0], 'model', all, 10)).toEqual([])
  })
}

function rights(test: WorldTest<SearchWorld>) {
  test('R7 finds by vector nothing invisible, and is moved by nothing invisible', async (world) => {
    const view = { ...seeing('everyone', 'group:it'), sources: [parseSource('wiki')!] }
    await embedPages(world, [
      { page: { title: 'First page' }, vector: [1, 0] },
      { page: { title: 'Second page', allowed: ['group:it'] }, vector: [1, 1] },
    ])
    const before = await world.searchIndex.searchVector([1, 0.2], 'model', view, 2)
    expect(titlesOf(before)).toEqual(['First page', 'Second page'])

    const hidden = Array.from({ length: 50 }, (_, position) => ({
      page: { title: `Hidden ${position}.`, ...(position % 2 === 0 ? { allowed: ['group:hr'] } : { source: 'ticket' }) },
      vector: [1, 0.2],
    }))
    await embedPages(world, hidden)
    expect(await world.searchIndex.searchVector([1, 0.2], 'model', view, 2)).toEqual(before)
    expect(titlesOf(await world.searchIndex.searchVector([1, 0.2], 'model', view, 50))).toEqual(['First page', 'Second page'])
  })

  test('R6 follows a changed access-control list on the next search by vector', async (world) => {
    const page = { externalId: 'a', title: 'Salaries', body: 'Who earns what.' }
    await embedPages(world, [{ page, vector: [1, 0] }])
    expect(await world.searchIndex.searchVector([1, 0], 'model', all, 10)).toHaveLength(1)
    await embedPages(world, [{ page: { ...page, allowed: ['group:hr'] }, vector: [1, 0] }])
    expect(await world.searchIndex.searchVector([1, 0], 'model', all, 10)).toEqual([])
    expect(await world.searchIndex.searchVector([1, 0], 'model', seeing('group:hr'), 10)).toHaveLength(1)
  })
}

function embedding(test: WorldTest<SearchWorld>) {
  const pages = [
    { externalId: 'a', title: 'Printers', body: '# Paper\n\nIn the cellar.\n\n# Toner\n\nIn the attic.' },
    { externalId: 'b', title: 'Expense policy', body: '' },
  ]

  test('lists every passage without a vector of the model, with its words and what they belong to', async (world) => {
    const [printers, policy] = await indexAll(world.transact, pages)
    const chunks = await world.searchIndex.listUnembedded('model', 10)
    const textOf = (documentId: typeof printers, ordinal: number) =>
      chunks.find((chunk) => chunk.documentId === documentId && chunk.ordinal === ordinal)?.text
    expect(chunks).toHaveLength(3)
    expect(textOf(printers, 0)).toMatch(/Printers[^]*Paper[^]*In the cellar\./)
    expect(textOf(printers, 1)).toMatch(/Printers[^]*Toner[^]*In the attic\./)
    expect(textOf(policy, 0)).toContain('Expense policy')
  })

  test('lists at most as many as wanted, and none twice once it has its vector', async (world) => {
    await indexAll(world.transact, pages)
    const { searchIndex } = world
    const seen: string[] = []
    for (;;) {
      const chunks = await searchIndex.listUnembedded('model', 2)
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
    expect(await searchIndex.listUnembedded('other model', 10)).toHaveLength(3)
  })

  test('drops vectors of passages that were replaced since they were listed, and lists the new ones', async (world) => {
    await indexAll(world.transact, pages)
    const { searchIndex } = world
    const stale = await searchIndex.listUnembedded('model', 10)
    await indexAll(world.transact, [{ ...pages[0], body: 'All gone.' }])
    await searchIndex.storeEmbeddings(
      'model',
      stale.map((chunk) => ({ ...chunk, embedding: [1, 0] })),
    )
    expect(titlesOf(await searchIndex.searchVector([1, 0], 'model', all, 10))).toEqual(['Expense policy'])
    const left = await searchIndex.listUnembedded('model', 10)
    expect(left.map(({ text }) => text.includes('All gone.'))).toEqual([true])
  })

  test('loses the vectors of a document that is replaced, and of no other', async (world) => {
    await indexAll(world.transact, pages)
    const { searchIndex } = world
    await embed(searchIndex, 'model', () => [1, 0])
    await indexAll(world.transact, [{ ...pages[0], body: 'All gone.' }])
    expect(titlesOf(await searchIndex.searchVector([1, 0], 'model', all, 10))).toEqual(['Expense policy'])
    expect(await searchIndex.listUnembedded('model', 10)).toHaveLength(1)
  })

  test('keeps the latest vector of a passage', async (world) => {
    await indexAll(world.transact, [{ title: 'Moved page' }, { title: 'Other page' }])
    const { searchIndex } = world
    const chunks = await embed(searchIndex, 'model', ({ text }) => (text.includes('Moved') ? [1, 0] : [1, 1]))
    const moved = chunks.filter(({ text }) => text.includes('Moved')).map((chunk) => ({ ...chunk, embedding: [0, 1] }))
    await searchIndex.storeEmbeddings('model', moved)
    expect(titlesOf(await searchIndex.searchVector([1, 0], 'model', all, 10))).toEqual(['Other page', 'Moved page'])
    expect(titlesOf(await searchIndex.searchVector([0, 1], 'model', all, 10))).toEqual(['Moved page', 'Other page'])
  })
}
