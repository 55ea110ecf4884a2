import { expect } from 'vitest'
import { snippetLengthMax } from '../../../model/knowledge/search-result.ts'
import type { WorldTest } from '../contract-suite.ts'
import { all, embed, indexAll, type SearchWorld } from '../../builders/search-world.ts'

const filler = 'Many other matters are described here at some length. '

/** The snippets of results. */
export function snippets(test: WorldTest<SearchWorld>) {
  test('quotes the passage around the match, in any inflection, anywhere in the text', async (world) => {
    const bodies = [
      `Toner is in the cellar. ${filler.repeat(15)}`,
      `${filler.repeat(8)}Toners are in the cellar. ${filler.repeat(8)}`,
      `${filler.repeat(15)}In the cellar is TONER.`,
      `${filler.repeat(60)}\n\n${filler.repeat(7)}The tôner is in the cellar.`,
    ]
    await indexAll(
      world.transact,
      bodies.map((body, position) => ({ title: `Page ${position}`, body })),
    )
    const results = await world.searchIndex.searchText('toner', all, 10)
    expect(results).toHaveLength(bodies.length)
    for (const { snippet } of results) {
      expect(snippet).toMatch(/t[oô]ner/i)
      expect(snippet).toContain('cellar')
    }
  })

  test('marks the words of the query in the snippet, in any inflection, and nothing else', async (world) => {
    await indexAll(world.transact, [
      { title: 'Short', body: 'Toner for printers.' },
      { title: 'Long', body: `${filler.repeat(15)}The printer needs tôner. ${filler.repeat(15)}` },
      { title: 'Printer toner', body: 'Described elsewhere.' },
    ])
    const results = await world.searchIndex.searchText('printer toner', all, 10)
    const marked = new Map(
      results.map(({ title, snippet, marks }) => [
        title,
        marks.map(({ start, end }) => snippet.slice(start, end)),
      ]),
    )
    expect(marked.get('Short')).toEqual(['Toner', 'printers'])
    expect(marked.get('Long')).toEqual(['printer', 'tôner'])
    expect(marked.get('Printer toner')).toEqual([])
  })

  test('quotes from a passage with words of the query, if only some passages have them beside the title', async (world) => {
    await indexAll(world.transact, [
      {
        title: 'Toner',
        body: `# A\n\nShort.\n\n# B\n\n${filler.repeat(12)}Toner is in the cellar. ${filler}\n\n# C\n\nShort.`,
      },
    ])
    const [result] = await world.searchIndex.searchText('toner', all, 10)
    expect(result?.snippet).toContain('Toner is in the cellar.')
    expect(result?.passage).toBe(`B\n${filler.repeat(12)}Toner is in the cellar. ${filler}`.trim())
  })

  test('quotes the passage below a heading with words of the query, also if others have some of them', async (world) => {
    await indexAll(world.transact, [
      {
        title: 'Supplies',
        body: `# Price of toner\n\nForty for each.\n\n# Rest\n\nThe toner is in the cellar. ${filler}`,
      },
    ])
    const [result] = await world.searchIndex.searchText('price of toner', all, 10)
    expect(result).toMatchObject({ snippet: 'Price of toner › Forty for each.' })
  })

  test('quotes the start of the text below a heading that alone has words of the query', async (world) => {
    const begin = `Forty for each. ${filler.repeat(15)}`.trim()
    await indexAll(world.transact, [
      { title: 'Supplies', body: `# Toner\n\n${begin}\n\n${filler.repeat(22)}\n\nThe end of it.` },
    ])
    const [result] = await world.searchIndex.searchText('toner', all, 10)
    expect(result?.passage).toBe(`Toner\n${begin}`)
    expect(result?.snippet).toMatch(/^Toner › Forty for each\./)
    expect(result?.marks).toEqual([{ start: 0, end: 5 }])
  })

  test('quotes the start of a document that matches by its title alone', async (world) => {
    await indexAll(world.transact, [
      { title: 'Toner', body: `${filler.repeat(4)}\n\n# See also\n\nInk.` },
    ])
    const [result] = await world.searchIndex.searchText('toner', all, 10)
    expect(result?.passage).toBe(filler.repeat(4).trim())
  })

  test('does so beside a long document', async (world) => {
    const long = Array.from({ length: 600 }, () => ({ heading: '', text: filler }))
    const short = `${filler.repeat(4)}\n\n# See also\n\nInk.`
    await indexAll(world.transact, [
      { title: 'Toner', chunks: long },
      { title: 'Toner', body: short },
    ])
    const results = await world.searchIndex.searchText('toner', all, 10)
    expect(results.map(({ passage }) => passage)).toContain(filler.repeat(4).trim())
  })

  test('returns the heading of a passage with its text, for keywords and for vectors', async (world) => {
    await indexAll(world.transact, [
      { title: 'Travel', body: '# Hotels\n\n## Norway\n\nUp to 1,850 a night.' },
    ])
    const passage = 'Hotels › Norway\nUp to 1,850 a night.'
    const found = await world.searchIndex.searchText('hotels norway', all, 10)
    expect(found).toMatchObject([{ snippet: 'Hotels › Norway › Up to 1,850 a night.', passage }])
    if (!(await world.searchIndex.supportsVectors())) return
    await embed(world.searchIndex, 'a-model', () => [1, 0])
    const near = await world.searchIndex.searchVector([1, 0], 'a-model', all, 10)
    expect(near).toMatchObject([{ snippet: 'Up to 1,850 a night.', passage }])
  })

  test('does so in scripts without spaces, also for words of other width', async (world) => {
    const others = '各部署の担当者は毎週月曜日に報告書を提出する。'
    const passage = `${others.repeat(12)}ﾌﾟﾘﾝﾀｰは地下にある。${others}`
    await indexAll(world.transact, [
      { title: 'プリンター', body: `# A\n\n短い。\n\n# B\n\n${passage}\n\n# C\n\n短い。` },
    ])
    const [result] = await world.searchIndex.searchText('プリンター', all, 10)
    expect(result?.passage).toBe(`B\n${passage}`)
    expect(result?.marks).toHaveLength(1)
  })

  test('returns when the source last changed a document, or null', async (world) => {
    const updatedAt = new Date('2026-03-01T10:00:00.123Z')
    await indexAll(world.transact, [
      { title: 'Dated', body: 'Toner.', updatedAt },
      { title: 'Undated', body: 'Toner.', updatedAt: null },
    ])
    const results = await world.searchIndex.searchText('toner', all, 10)
    const dates = new Map(results.map((result) => [result.title, result.updatedAt]))
    expect(dates).toEqual(
      new Map([
        ['Dated', updatedAt],
        ['Undated', null],
      ]),
    )
  })

  test('quotes from the best passage', async (world) => {
    await indexAll(world.transact, [
      {
        title: 'Supplies',
        body: `# Paper\n\nThe toner comes later. ${filler}\n\n# Toner\n\nA toner cartridge costs 40. ${filler}\n\n# Rest\n\n${filler}`,
      },
    ])
    const [result] = await world.searchIndex.searchText('toner cartridge', all, 10)
    expect(result?.snippet).toContain('cartridge costs 40')
  })

  test('quotes at most snippetLengthMax characters and splits none', async (world) => {
    const bodies = [
      `toner ${'🙂'.repeat(3_000)}`,
      `${'🙂'.repeat(3_000)} toner`,
      `toner${'x'.repeat(3_000)} toner`,
    ]
    await indexAll(
      world.transact,
      [...bodies, `${filler.repeat(20)}toner ${filler.repeat(20)}`].map((body, position) => ({
        title: `Toner ${position}`,
        body,
      })),
    )
    const results = await world.searchIndex.searchText('toner', all, 10)
    expect(results).toHaveLength(4)
    for (const { snippet } of results) {
      expect(Array.from(snippet).length).toBeLessThanOrEqual(snippetLengthMax)
      expect(snippet.isWellFormed()).toBe(true)
    }
  })

  test('quotes plain text: markup is neither added, interpreted, nor removed', async (world) => {
    const marked =
      'Press <b>toner</b> & <script>alert(1)</script> "twice" &amp; *once* [link](http://example.com) \\n %s $1 {0}.'
    await indexAll(world.transact, [
      { title: 'Marked', body: marked },
      { title: 'Plain', body: `Toner here. ${filler.repeat(2)}` },
    ])
    const results = await world.searchIndex.searchText('toner', all, 10)
    const snippetOf = (title: string) => results.find((result) => result.title === title)?.snippet
    expect(snippetOf('Marked')).toBe(marked)
    expect(snippetOf('Plain')).toBe(`Toner here. ${filler.repeat(2)}`.trim())
  })

  test('quotes only words of the document, in their order', async (world) => {
    const body = Array.from({ length: 190 }, (_, position) =>
      position % 60 === 40 ? 'toner' : `w${position}`,
    ).join(' ')
    await indexAll(world.transact, [{ title: 'Page', body }])
    const [result] = await world.searchIndex.searchText('toner', all, 10)
    const quoted = result?.snippet.match(/\w+/g)?.join(' ')
    expect(quoted).toContain('toner')
    expect(body).toContain(quoted)
  })
}
