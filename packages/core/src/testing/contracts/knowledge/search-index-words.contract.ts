import { describe, expect } from 'vitest'
import { titleLengthMax } from '../../../model/knowledge/document.ts'
import { err } from '../../../model/result.ts'
import { aDocument, newId } from '../../builders/builders.ts'
import type { WorldTest } from '../contract-suite.ts'
import { all, titlesFound, indexAll, type SearchWorld } from '../../builders/search-world.ts'

/** Which documents a query finds. */
export function words(test: WorldTest<SearchWorld>) {
  test('finds the documents that contain any word of the query, and no others', async (world) => {
    await indexAll(world.transact, [
      { title: 'Printers', body: 'Where the toner is kept.' },
      { title: 'Network', body: 'Which cable goes where.' },
      { title: 'Parking', body: 'Who may park in the yard.' },
    ])
    expect((await titlesFound(world, 'toner cable')).toSorted()).toEqual(['Network', 'Printers'])
    expect(await titlesFound(world, 'unicorn')).toEqual([])
  })

  test('finds words in any inflection, in the text or in the query', async (world) => {
    await indexAll(world.transact, [
      { title: 'One', body: 'The printers were approved and the policies reset.' },
      { title: 'Two', body: 'Approve the printer and the policy by resetting it.' },
    ])
    for (const query of [
      'printer',
      'printers',
      'approve',
      'approved',
      'approving',
      'policy',
      'policies',
      'reset',
      'resetting',
    ]) {
      expect((await titlesFound(world, query)).toSorted()).toEqual(['One', 'Two'])
    }
  })

  test('folds case in the query and in the text', async (world) => {
    await indexAll(world.transact, [
      { title: 'One', body: 'Set up the VPN in Straße 7.' },
      { title: 'Two', body: 'Set up the vpn in Москва.' },
    ])
    const answers = await Promise.all(
      ['vpn', 'VPN', 'Vpn'].map((query) => world.searchIndex.searchText(query, all, 10)),
    )
    expect(answers[0]).toHaveLength(2)
    expect(answers).toEqual([answers[0], answers[0], answers[0]])
    expect(await titlesFound(world, 'МОСКВА')).toEqual(['Two'])
  })

  test('folds accents in the query and in the text, composed or decomposed', async (world) => {
    await indexAll(world.transact, [
      { title: 'One', body: 'The office in Malmö.' },
      { title: 'Two', body: 'The office in Malmo.' },
      { title: 'Three', body: 'The office in Malmo\u0308.' },
    ])
    for (const query of ['Malmö', 'malmo', 'MALMO\u0308']) {
      expect((await titlesFound(world, query)).toSorted()).toEqual(['One', 'Three', 'Two'])
    }
  })

  test('finds words of other scripts, numbers and codes', async (world) => {
    await indexAll(world.transact, [
      { title: 'One', body: 'Заявка на отпуск' },
      { title: 'Two', body: 'בקשה לחופשה' },
      { title: 'Three', body: 'Άδεια διακοπών' },
      { title: 'Four', body: 'See ticket T-1042 about KEN_PORT in node.js.' },
      { title: 'Five', body: '会議室の予約' },
    ])
    const queries = [
      'отпуск',
      'לחופשה',
      'διακοπών',
      'T-1042',
      'KEN_PORT',
      'node.js',
      '1042',
      '会議室',
    ]
    const answers = await Promise.all(queries.map((query) => titlesFound(world, query)))
    expect(answers).toEqual(
      ['One', 'Two', 'Three', 'Four', 'Four', 'Four', 'Four', 'Five'].map((title) => [title]),
    )
  })

  test('uses the first 32 different words of the query, in any alphabetical order', async (world) => {
    await indexAll(world.transact, [{ title: 'Zebra', body: 'A zebra on a yacht.' }])
    const padding = Array.from({ length: 60 }, (_, position) => `a${position}b`).join(' ')
    expect(await titlesFound(world, `zebra ${padding}`)).toEqual(['Zebra'])
  })

  test('returns the same results the twentieth time, with any cached plan of the database', async (world) => {
    await indexAll(
      world.transact,
      Array.from({ length: 300 }, (_, position) => ({
        externalId: `p-${position}`,
        title: `Page ${position}`,
        body: 'Common words and more of them.',
      })),
    )
    const first = await titlesFound(world, 'common words page')
    for (let time = 0; time < 20; time += 1)
      expect(await titlesFound(world, 'common words page')).toEqual(first)
  })

  test('finds a document by its external id, before those that only mention it', async (world) => {
    await indexAll(world.transact, [
      {
        externalId: 'a-1',
        title: 'Failover',
        body: 'When one person cannot connect, see ticket T-1042.',
      },
      { externalId: 'T-1042', title: 'No one can connect', body: 'The clock was wrong.' },
    ])
    expect(await titlesFound(world, 'T-1042')).toEqual(['No one can connect', 'Failover'])
  })

  test('finds a document by its title and its headings, even without text', async (world) => {
    await indexAll(world.transact, [
      { title: 'Expense policy', body: '' },
      { title: 'Travel', body: '# Mileage\n\n## Hotels\n\nUp to four stars.' },
    ])
    expect(await titlesFound(world, 'expenses')).toEqual(['Expense policy'])
    expect(await titlesFound(world, 'mileage')).toEqual(['Travel'])
    expect(await titlesFound(world, 'hotel')).toEqual(['Travel'])
  })

  test('finds a replaced document by its new words and never by its old ones', async (world) => {
    const old = {
      externalId: 'a',
      title: 'Parking',
      body: '# Yard\n\nAsk Bob.\n\n# Street\n\nAsk Eve.',
    }
    await indexAll(world.transact, [old, { title: 'Other', body: 'Elsewhere.' }])
    await indexAll(world.transact, [{ ...old, title: 'Bicycles', body: 'Ask Ada.' }])
    expect(await titlesFound(world, 'ada')).toEqual(['Bicycles'])
    expect(await titlesFound(world, 'parking yard bob street eve')).toEqual([])
    expect(await titlesFound(world, 'elsewhere')).toEqual(['Other'])
  })

  test('finds a document after the commit, and never after a rollback', async (world) => {
    const page = { externalId: 'a', title: 'Parking', body: 'Ask Bob.' }
    await indexAll(world.transact, [page])
    await world.transact(async ({ documents, searchIndex }) => {
      const [replaced] = await documents.upsert([aDocument({ ...page, body: 'Ask Eve.' })], newId)
      await searchIndex.replace([
        {
          id: replaced!.id,
          title: 'Parking',
          externalId: 'page',
          chunks: [{ heading: '', text: 'Ask Eve.' }],
        },
      ])
      return err(null)
    })
    expect([await titlesFound(world, 'bob'), await titlesFound(world, 'eve')]).toEqual([
      ['Parking'],
      [],
    ])
  })

  describe('hostile texts', () => {
    test('returns nothing for a query without words', async (world) => {
      await indexAll(world.transact, [
        {
          title: 'Handbook',
          body: 'Anything & everything: 100 % sure? ... _ "quoted" (see below)!',
        },
      ])
      for (const query of ['', ' \t\n', '???', '& | ! ( ) :* <->', '"', "'", '\\', '%_', '...']) {
        expect(await world.searchIndex.searchText(query, all, 10)).toEqual([])
      }
    })

    test('R80 answers every query, and uses only its letters and digits as words', async (world) => {
      await indexAll(world.transact, [{ title: 'Handbook', body: 'Anything.' }])
      for (const query of hostileQueries) {
        const titles = await titlesFound(world, query)
        expect({ query, titles }).toEqual({
          query,
          titles: query.includes('handbook') ? ['Handbook'] : [],
        })
      }
    })

    test('indexes every valid document', async (world) => {
      for (const body of hostileBodies)
        await indexAll(world.transact, [{ title: hostileTitle, body }])
      expect(await world.searchIndex.searchText('landmark', all, 50)).toHaveLength(
        Math.min(50, hostileBodies.length),
      )
    })
  })
}

const hostileQueries = [
  '',
  ' \t\n',
  '???',
  '& | ! ( ) :* <-> <2>',
  '"',
  "'",
  '\\',
  "\\' \\\\ \\0",
  '%_ % _',
  "'; drop table documents; --",
  'handbook:*',
  '!handbook',
  '"handbook',
  '(handbook',
  'handbook & | ',
  '{}[]$1 $$ :name ?',
  'the',
  'the of and to',
  'x'.repeat(2_000),
  `${'x'.repeat(300)} ${'y'.repeat(300)}`,
  'printer '.repeat(250),
  Array.from({ length: 400 }, (_, position) => `w${position}`).join(' '),
  '🙂',
  '👩‍👩‍👧‍👦 🏳️‍🌈',
  '\u202eאבג\u202c',
  '\u0001\u0008\u001b\u007f\ufeff\u200b\ufffd\uffff',
  'e\u0301\u0301\u0301\u0301',
  '\u0301',
  '__proto__ constructor toString',
  'null undefined NaN 1e999 -0',
]

const hostileTitle = 'landmark '.repeat(60).slice(0, titleLengthMax)
const manyWords = Array.from({ length: 30_000 }, (_, position) => `w${position}`).join(' ')
const hostileBodies = [
  ...hostileQueries,
  'x'.repeat(100_000),
  manyWords,
  `# ${manyWords}`,
  `# ${'x'.repeat(100_000)}\n\nText.`,
  '# \n'.repeat(5_000),
  '#\n'.repeat(5_000),
  '# a\n'.repeat(300),
  '🙂'.repeat(20_000),
  '会'.repeat(20_000),
  '\u0301'.repeat(20_000),
  ' '.repeat(20_000),
  '\n'.repeat(20_000),
]
