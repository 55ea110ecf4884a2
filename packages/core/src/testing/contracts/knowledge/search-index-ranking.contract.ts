import { describe, expect } from 'vitest'
import { roundedScore } from '../../../model/knowledge/search-result.ts'
import { aDocument, newId } from '../../builders/builders.ts'
import { committed, type WorldTest } from '../contract-suite.ts'
import {
  all,
  titlesFound,
  indexAll,
  titlesOf,
  type SearchWorld,
} from '../../builders/search-world.ts'

/** The order and number of results. */
export function ranking(test: WorldTest<SearchWorld>) {
  describe('weights', () => {
    test('ranks more words of the query before fewer', async (world) => {
      await indexAll(world.transact, [
        { title: 'One', body: 'The printer on the second floor needs paper today.' },
        { title: 'Two', body: 'The printer on the second floor needs toner today.' },
        { title: 'Three', body: 'The kitchen on the second floor needs toner today.' },
        { title: 'Four', body: 'The kitchen on the second floor needs coffee today.' },
      ])
      const titles = await titlesFound(world, 'printer toner')
      expect(titles[0]).toBe('Two')
      expect(titles.slice(1).toSorted()).toEqual(['One', 'Three'])
    })

    test('ranks rarer words before more common ones', async (world) => {
      const common = Array.from({ length: 8 }, (_, position) => ({
        title: `Common ${position}`,
        body: 'This guide explains the network that people use.',
      }))
      await indexAll(world.transact, [
        ...common.slice(0, 4),
        { title: 'Rare', body: 'This guide explains the kerberos that people use.' },
        ...common.slice(4),
      ])
      const titles = await titlesFound(world, 'network kerberos')
      expect(titles[0]).toBe('Rare')
      expect(titles).toHaveLength(9)
    })

    test('ranks a word in the title before the same word in the text', async (world) => {
      await indexAll(world.transact, [
        {
          title: 'Working hours',
          body: 'How many days of vacation people get each year, and who approves them.',
        },
        {
          title: 'Vacation rules',
          body: 'How many days of leave people get each year, and who approves them.',
        },
        {
          title: 'Office hours',
          body: 'How many days of vacation people get each year, and who approves them.',
        },
      ])
      expect((await titlesFound(world, 'vacation'))[0]).toBe('Vacation rules')
    })

    test('counts a word once, even if a passage has several of its forms', async (world) => {
      await indexAll(world.transact, [
        { title: 'One', body: 'Start the installer from a USB stick, not from a disc.' },
        { title: 'Two', body: 'Start the installer from a USB-stick, not from a disc.' },
        { title: 'Three', body: 'The printer on the second floor needs toner today.' },
      ])
      const found = await world.searchIndex.searchText('usb stick', all, 10)
      expect(titlesOf(found).toSorted()).toEqual(['One', 'Two'])
      expect(found[1]?.score).toBe(found[0]?.score)
    })

    test('returns a document once, with its best passage, though several passages match', async (world) => {
      const body = Array.from(
        { length: 12 },
        (_, position) => `# Part ${position}\n\nThe printer stands here.`,
      ).join('\n\n')
      await indexAll(world.transact, [
        { title: 'Long', body: `${body}\n\n# Last\n\nThe printer wants toner.` },
        { title: 'Short', body: 'The printer wants paper.' },
      ])
      expect(await titlesFound(world, 'printer toner')).toEqual(['Long', 'Short'])
      expect(await titlesFound(world, 'printer')).toHaveLength(2)
    })
  })
  describe('questions', () => {
    test('finds the page that answers a question in plain words', async (world) => {
      await indexAll(world.transact, [
        {
          title: 'How do I book my vacation?',
          body: 'You do it in the calendar. I do it there, too, with my own account.',
        },
        {
          title: 'Forgotten passwords',
          body: 'Open the sign-in page and choose “Reset password”. A link arrives by mail.',
        },
        { title: 'Resetting the coffee machine', body: 'Hold the button down for ten seconds.' },
        {
          title: 'Who do I ask for a key to my office?',
          body: 'The porter. My advice: do it early.',
        },
        { title: 'How to invite my guests', body: 'How you do it is up to you.' },
      ])
      expect((await titlesFound(world, 'how do I reset my password?'))[0]).toBe(
        'Forgotten passwords',
      )
      expect((await titlesFound(world, 'Where can I get a key for the office'))[0]).toBe(
        'Who do I ask for a key to my office?',
      )
    })

    test('scores from 0 to 1 with four decimals, best first', async (world) => {
      await indexAll(world.transact, manyPages(30))
      for (const query of ['handbook', 'handbook page 7', 'handbook 1 2 3 4 5 6 7 8 9']) {
        const scores = (await world.searchIndex.searchText(query, all, 50)).map(
          ({ score }) => score,
        )
        expect(scores).toHaveLength(30)
        expect(scores).toEqual(scores.toSorted((left, right) => right - left))
        expect(scores).toEqual(scores.map(roundedScore))
      }
    })

    test('returns the same results for the same query every time, equal ones in a fixed order', async (world) => {
      await indexAll(world.transact, [
        ...Array.from({ length: 12 }, () => ({ title: 'Twin', body: 'The very same words.' })),
        ...manyPages(8),
      ])
      for (const query of ['same words', 'twin handbook', 'page 3']) {
        const first = await world.searchIndex.searchText(query, all, 50)
        for (let again = 0; again < 3; again += 1)
          expect(await world.searchIndex.searchText(query, all, 50)).toEqual(first)
      }
    })
  })
  describe('limits', () => {
    test('returns at most `limit` results, the best ones, and all if there are fewer', async (world) => {
      await indexAll(world.transact, manyPages(60))
      const fifty = await world.searchIndex.searchText('handbook page', all, 50)
      expect(new Set(titlesOf(fifty)).size).toBe(50)
      for (const limit of [1, 2, 10, 49]) {
        expect(await world.searchIndex.searchText('handbook page', all, limit)).toEqual(
          fifty.slice(0, limit),
        )
      }
      expect(await world.searchIndex.searchText('59', all, 50)).toHaveLength(1)
    })

    test('returns id, title, source, URL and date of a document', async (world) => {
      const [id] = await indexAll(world.transact, [
        {
          title: 'Ωmega "quotes" & <b>',
          source: 'ticket',
          url: 'https://example.com/t?a=1&b=%20#c',
          body: 'Toner.',
        },
      ])
      expect(await world.searchIndex.searchText('toner', all, 10)).toEqual([
        {
          documentId: id,
          title: 'Ωmega "quotes" & <b>',
          source: 'ticket',
          url: 'https://example.com/t?a=1&b=%20#c',
          snippet: 'Toner.',
          passage: 'Toner.',
          marks: [{ start: 0, end: 5 }],
          updatedAt: null,
          score: expect.any(Number) as number,
        },
      ])
    })

    test('R155 gives documents without a web address a permanent URN, and never a path on the server', async (world) => {
      const unlinked = { externalId: 'a', title: 'Toner', url: null }
      const [id] = await indexAll(world.transact, [unlinked])
      const addresses = async () =>
        (await world.searchIndex.searchText('toner', all, 10)).map(({ url }) => url)
      expect(await addresses()).toEqual([`urn:uuid:${id}`])
      await indexAll(world.transact, [{ ...unlinked, title: 'Toners' }])
      expect(await addresses()).toEqual([`urn:uuid:${id}`])
      // A document stored by a version that accepted such addresses.
      const earlier = {
        ...aDocument({ ...unlinked, title: 'Toners' }),
        url: 'file:///srv/canary-6e1f/a.md',
      }
      await committed(world.transact, ({ documents }) => documents.upsert([earlier], newId))
      expect(await addresses()).toEqual([`urn:uuid:${id}`])
      expect(JSON.stringify(await world.searchIndex.searchText('toner', all, 10))).not.toContain(
        'canary-6e1f',
      )
    })
  })
}

const manyPages = (count: number) =>
  Array.from({ length: count }, (_, position) => ({
    title: `Page ${position}`,
    body: `The handbook, page ${position}. ${'More of the handbook. '.repeat(position % 4)}`,
  }))
