import { describe, expect } from 'vitest'
import type { WorldTest } from '../contract-suite.ts'
import { all, titlesFound, indexAll, type SearchWorld } from '../../builders/search-world.ts'

const filler = 'Many other matters are described here at some length, too.'

/** How words are recognized, and what text adds to their score. */
export function languages(test: WorldTest<SearchWorld>) {
  describe('inflections', () => {
    test('finds words in any inflection of English, German, French and Spanish', async (world) => {
      await indexAll(world.transact, [
        { title: 'One', body: 'The policies were approved by the board of the company.' },
        { title: 'Zwei', body: 'Die Rechnungen wurden von der Buchhaltung geprüft und genehmigt.' },
        { title: 'Trois', body: 'Les demandes sont remboursées avec le salaire suivant.' },
        { title: 'Cuatro', body: 'Las solicitudes se aprueban en el plazo de tres días.' },
      ])
      for (const [query, title] of [
        ['approving a policy', 'One'],
        ['Rechnung', 'Zwei'],
        ['Genehmigung', 'Zwei'],
        ['remboursement', 'Trois'],
        ['demander', 'Trois'],
        ['solicitud', 'Cuatro'],
      ] as const)
        expect({ query, titles: await titlesFound(world, query) }).toEqual({
          query,
          titles: [title],
        })
    })

    test('finds no word by the stem that another word has in another language', async (world) => {
      await indexAll(world.transact, [
        { title: 'One', body: 'They sent us the keys of the office.' },
      ])
      expect(await titlesFound(world, 'user')).toEqual([])
    })

    test('finds no common word by a stem that another word has', async (world) => {
      await indexAll(world.transact, [
        { title: 'One', body: 'The doors are not open, and with such locks we must ask them.' },
        {
          title: 'Zwei',
          body: 'Er meldet sich seit gestern im Büro, und das ist nicht andere Arbeit.',
        },
        { title: 'Drei', body: 'Die Sicherheit der Seite ist wichtig: das Passwort ändern.' },
        {
          title: 'Vier',
          body: 'Er wählt im Menü „Search and Replace“, weil es auf der Maschine nicht einfacher ist.',
        },
      ])
      for (const query of ['note', 'area', 'theme', 'Muster'])
        expect({ query, titles: await titlesFound(world, query) }).toEqual({ query, titles: [] })
      for (const query of ['Sicherheit', 'Seiten', 'ändern'])
        expect({ query, titles: await titlesFound(world, query) }).toEqual({
          query,
          titles: ['Drei'],
        })
    })
  })

  describe('joined words', () => {
    test('ranks a joined name before its parts, however it is joined', async (world) => {
      await indexAll(world.transact, [
        {
          title: 'Parts',
          body: 'The rate is low. The limit is high. A rate has a limit. Rate, limit.',
        },
        { title: 'Whole', body: `Set RATE_LIMIT to ten. ${filler}` },
      ])
      for (const query of ['RATE_LIMIT', 'rateLimit', 'rate-limit', 'ratelimit'])
        expect((await titlesFound(world, query))[0]).toBe('Whole')
    })

    test('tells versions apart by their points', async (world) => {
      await indexAll(world.transact, [
        { title: 'Old', body: 'Version 12.3 of the program.' },
        { title: 'New', body: 'Version 1.2.3 of the program.' },
      ])
      expect((await titlesFound(world, 'v1.2.3'))[0]).toBe('New')
      expect((await titlesFound(world, '12.3'))[0]).toBe('Old')
    })

    test('finds a compound by its two words', async (world) => {
      await indexAll(world.transact, [{ title: 'Hours', body: 'Write them into the timesheet.' }])
      expect(await titlesFound(world, 'time sheet')).toEqual(['Hours'])
    })

    test('ignores invisible characters inside of words', async (world) => {
      await indexAll(world.transact, [
        { title: 'One', body: 'The pass\u00adword and the to\u200bner.' },
      ])
      expect(await titlesFound(world, 'password')).toEqual(['One'])
      expect(await titlesFound(world, 'to\u00adner')).toEqual(['One'])
    })
  })

  describe('scripts without spaces', () => {
    test('finds words by neighbouring characters, not by single ones', async (world) => {
      await indexAll(world.transact, [
        { title: 'Room', body: '会議室の予約' },
        { title: 'Society', body: '社会と議論と室内' },
      ])
      expect(await titlesFound(world, '会議室')).toEqual(['Room'])
      expect((await titlesFound(world, '会')).toSorted()).toEqual(['Room', 'Society'])
    })

    test('finds words in a page of thousands of different characters', async (world) => {
      const characters = Array.from({ length: 4_000 }, (_, number) =>
        String.fromCodePoint(0x4e00 + ((number * 7_919) % 20_000)),
      )
      await indexAll(world.transact, [{ title: 'Long', body: characters.join('') }])
      expect(await titlesFound(world, characters.slice(1_000, 1_003).join(''))).toEqual(['Long'])
    })
  })

  describe('text', () => {
    test('ranks passages with the quoted phrase first', async (world) => {
      await indexAll(world.transact, [
        {
          title: 'Split',
          body: 'The brain is split. A split, a brain. Split the brain, brain the split.',
        },
        { title: 'Failover', body: `Two primaries are called split brain. ${filler.repeat(5)}` },
      ])
      expect((await titlesFound(world, '"split brain"'))[0]).toBe('Failover')
    })

    test('ranks a document with the quoted phrase in any of its passages first, and quotes it', async (world) => {
      const [long, other] = [filler.repeat(30), filler.repeat(2)]
      await indexAll(world.transact, [
        { title: 'Leasing', body: `Leave the terms to finance. ${other}` },
        {
          title: 'Travel',
          body: `# Terms\n\nTerms, leave and terms again, leave.\n\n# Cars\n\n${long} The terms of leave apply. ${long}`,
        },
        { title: 'Terms', body: `Terms for leave, terms. ${other}` },
      ])
      const [first] = await world.searchIndex.searchText('"terms of leave"', all, 10)
      expect(first).toMatchObject({
        title: 'Travel',
        snippet: expect.stringContaining('terms of leave'),
      })
    })

    test('finds the quoted phrase beside documents that repeat its words in many passages', async (world) => {
      const repeating = Array.from(
        { length: 40 },
        (_, at) => `# ${at}\n\nTerms of it, leave, leave terms.`,
      )
      await indexAll(world.transact, [
        ...Array.from({ length: 8 }, (_, at) => ({
          title: `List ${at}`,
          body: repeating.join('\n\n'),
        })),
        {
          title: 'Travel',
          body: `${filler.repeat(2)} Terms, leave, terms.\n\n# Cars\n\n${filler.repeat(2)} The terms of leave apply.`,
        },
      ])
      const [first] = await world.searchIndex.searchText('"terms of leave"', all, 10)
      expect(first).toMatchObject({ title: 'Travel' })
    })

    test('ranks almost equal passages once, and their copies after all others', async (world) => {
      const body = `To get days off, ask for vacation in the calendar two weeks ahead. ${filler.repeat(2)}`
      await indexAll(world.transact, [
        { title: 'Vacation', body },
        { title: 'Vacation (old)', body: `${body} Old rule.` },
        {
          title: 'Canteen',
          body: `The canteen is closed during the vacation of the cook. ${filler.repeat(3)}`,
        },
      ])
      const titles = await titlesFound(world, 'vacation')
      expect(titles).toHaveLength(3)
      expect(titles[1]).toBe('Canteen')
    })

    test('ranks the newer of two equal documents first', async (world) => {
      const page = { title: 'Toner', body: 'In the cellar.' }
      await indexAll(world.transact, [
        {
          ...page,
          externalId: 'a',
          url: 'https://example.com/old',
          updatedAt: new Date('2025-01-01'),
        },
        {
          ...page,
          externalId: 'b',
          url: 'https://example.com/new',
          updatedAt: new Date('2026-01-01'),
        },
        {
          ...page,
          externalId: 'c',
          url: 'https://example.com/older',
          updatedAt: new Date('2024-01-01'),
        },
      ])
      const urls = (await world.searchIndex.searchText('toner', all, 10)).map(({ url }) => url)
      expect(urls).toEqual(['new', 'old', 'older'].map((name) => `https://example.com/${name}`))
    })
  })

  describe('misspelled words', () => {
    test('finds similar words if no visible document has the word', async (world) => {
      await indexAll(world.transact, [
        { title: 'Printers', body: 'Where the paper is kept.' },
        { title: 'Money', body: 'The reimbursement arrives later.' },
      ])
      expect(await titlesFound(world, 'pritner')).toEqual(['Printers'])
      expect(await titlesFound(world, 'reimbursment')).toEqual(['Money'])
      expect(await titlesFound(world, 'partners')).toEqual([])
    })

    test('finds no similar words if a visible document has the word', async (world) => {
      await indexAll(world.transact, [
        { title: 'Casual clothes', body: 'On Fridays.' },
        { title: 'Causal relations', body: 'In statistics.' },
      ])
      expect(await titlesFound(world, 'casual')).toEqual(['Casual clothes'])
    })

    test('is not changed by the words of invisible documents', async (world) => {
      await indexAll(world.transact, [
        { title: 'Printers', body: 'Where the paper is kept.' },
        { title: 'Pritner', body: 'A project name.', allowed: ['group:board'] },
      ])
      expect(await titlesFound(world, 'pritner')).toEqual(['Printers'])
    })
  })
}
