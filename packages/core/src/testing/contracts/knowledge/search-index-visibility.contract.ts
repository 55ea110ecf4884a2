import * as fc from 'fast-check'
import { describe, expect } from 'vitest'
import { parseSource, type DocumentId, type Source } from '../../../model/knowledge/document.ts'
import type { SearchResult } from '../../../model/knowledge/search-result.ts'
import type { Principal } from '../../../model/knowledge/principal.ts'
import type { Visibility } from '../../../ports/knowledge/search-index.ts'
import { newId } from '../../builders/builders.ts'
import type { WorldTest } from '../contract-suite.ts'
import {
  all,
  embed,
  titlesFound,
  indexAll,
  visibleTo,
  type SearchWorld,
} from '../../builders/search-world.ts'

const personId = '0190a0a0-0000-7000-8000-000000000001'
const principals = [
  'everyone',
  'role:Owner',
  'role:Member',
  'group:it',
  'group:it-support',
  'group:hr',
  `user:${personId}`,
]
const sources = ['wiki', 'ticket', 'file']

/** What a query must not find, and what must not affect its results. */
export function visibility(
  test: WorldTest<SearchWorld>,
  { vectors }: { readonly vectors: boolean },
) {
  describe('access control', () => {
    test('R6 restricts a document of many passages to a hundred people at once', async (world) => {
      const people = Array.from({ length: 100 }, () => `user:${newId()}`)
      const page = {
        externalId: 'handbook',
        source: 'a-source-with-a-name-that-is-as-long-as-names-of-sources-may-be',
        title: 'Handbook',
        chunks: Array.from({ length: 60 }, (_, number) => ({
          heading: `Chapter ${number}`,
          text: 'How to order toner.',
        })),
      }
      await indexAll(world.transact, [{ ...page, body: 'First.' }])
      expect(await titlesFound(world, 'toner')).toEqual(['Handbook'])
      await indexAll(world.transact, [{ ...page, body: 'Second.', allowed: people }])
      expect(await titlesFound(world, 'toner')).toEqual([])
      for (const person of [people[0]!, people[99]!])
        expect(await titlesFound(world, 'toner', visibleTo(person))).toEqual(['Handbook'])
    })

    test('R7 returns a document only to people with one of its principals', async (world) => {
      await indexAll(
        world.transact,
        principals.map((principal) => ({
          title: principal,
          body: 'The handbook.',
          allowed: [principal],
        })),
      )
      for (const principal of principals)
        expect(await titlesFound(world, 'handbook', visibleTo(principal))).toEqual([principal])
      for (const stranger of [
        'role:Admin',
        'group:i',
        'group:it-',
        'group:sales',
        `user:${newId()}`,
        '',
        'it',
      ]) {
        expect(await titlesFound(world, 'handbook', visibleTo(stranger))).toEqual([])
      }
      expect(await titlesFound(world, 'handbook', visibleTo())).toEqual([])
      expect(await titlesFound(world, 'handbook', visibleTo(...principals))).toHaveLength(
        principals.length,
      )
    })

    test('R6 applies a changed access-control list to the next search', async (world) => {
      const page = { externalId: 'a', title: 'Salaries', body: 'Who earns what.' }
      await indexAll(world.transact, [{ ...page, allowed: ['everyone'] }])
      expect(await titlesFound(world, 'earns')).toEqual(['Salaries'])
      await indexAll(world.transact, [{ ...page, allowed: ['group:hr'] }])
      expect(await titlesFound(world, 'earns')).toEqual([])
      expect(await titlesFound(world, 'earns', visibleTo('group:hr'))).toEqual(['Salaries'])
      await indexAll(world.transact, [{ ...page, allowed: ['group:hr', 'role:Owner'] }])
      expect(await titlesFound(world, 'earns', visibleTo('role:Owner'))).toEqual(['Salaries'])
    })

    test('restricts results to the given sources', async (world) => {
      await indexAll(
        world.transact,
        ['wiki', 'ticket', 'wiki-2'].map((source) => ({
          title: source,
          body: 'The handbook.',
          source,
        })),
      )
      const within = (...names: readonly string[]) =>
        titlesFound(world, 'handbook', { ...all, sources: names.map((name) => parseSource(name)!) })
      expect(await within('wiki')).toEqual(['wiki'])
      expect((await within('ticket', 'wiki-2')).toSorted()).toEqual(['ticket', 'wiki-2'])
      expect(await within('nowhere')).toEqual([])
      expect(await within()).toEqual([])
    })
  })
  describe('side channels', () => {
    test('R7 changes no byte of the results when invisible documents with the same words are added', async (world) => {
      await indexAll(world.transact, visiblePages)
      const before = await answersOf(world, visibleTo('everyone', 'group:it'))
      await indexAll(world.transact, invisible('Alpha', { allowed: ['group:hr', 'role:Owner'] }))
      expect(await answersOf(world, visibleTo('everyone', 'group:it'))).toEqual(before)
    })

    test('R7 changes no byte of restricted results when documents of other sources are added', async (world) => {
      const view = { ...all, sources: [parseSource('wiki')!] }
      await indexAll(world.transact, visiblePages)
      const before = await answersOf(world, view)
      await indexAll(world.transact, invisible('Alpha', { source: 'ticket' }))
      expect(await answersOf(world, view)).toEqual(before)
    })
  })
  test('R7 finds exactly the documents that name a principal and come from a source of the person', async (world) => {
    const [corpus] = fc.sample(fc.array(anAccessRule, { minLength: 80, maxLength: 80 }), {
      numRuns: 1,
      seed: 7,
    })
    const ids = await indexAll(
      world.transact,
      corpus!.map(({ allowed, source }, position) => ({
        title: `Page ${position}`,
        body: 'The handbook.',
        allowed,
        source,
      })),
    )
    if (vectors) await embed(world.searchIndex, 'model', (_, position) => [1, position])
    const visibleIds = (view: Visibility) =>
      ids.filter((_, position) => {
        const { allowed, source } = corpus![position]!
        const isNamed = allowed.some((name) =>
          view.principals.some((principal) => principal === name),
        )
        return isNamed && (view.sources === null || view.sources.some((name) => name === source))
      })

    await fc.assert(
      fc.asyncProperty(aView, async (view) => {
        const keywordResults = await world.searchIndex.searchText('handbook', view, 100)
        expect(idsOf(keywordResults)).toEqual(visibleIds(view).toSorted())
        if (!vectors) return
        const semanticResults = await world.searchIndex.searchVector([1, 1], 'model', view, 100)
        expect(idsOf(semanticResults)).toEqual(visibleIds(view).toSorted())
      }),
      { numRuns: 60, seed: 7 },
    )
  })
}

const anAccessRule = fc.record({
  allowed: fc.subarray(principals, { minLength: 1, maxLength: 3 }),
  source: fc.constantFrom(...sources),
})

const aView: fc.Arbitrary<Visibility> = fc.record({
  principals: fc.subarray(principals).map((names) => names as Principal[]),
  sources: fc.option(fc.subarray(sources).map((names) => names as Source[])),
})

const idsOf = (results: readonly SearchResult[]): readonly DocumentId[] =>
  results.map(({ documentId }) => documentId).toSorted()

/** Pages whose order depends on common words, if other documents are counted. */
const visiblePages = [
  { title: 'One', body: 'Alpha stands here with some other words.' },
  { title: 'Two', body: 'Beta stands here with some other words.' },
  { title: 'Three', body: 'Beta stands here with quite other words.' },
  { title: 'Four', body: `Alpha. Beta. ${'Gamma comes along. '.repeat(40)}` },
]
const queries = ['alpha', 'alpha beta', 'beta gamma', 'what comes with other words', 'one', 'delta']

const invisible = (
  title: string,
  rights: { readonly allowed?: string[]; readonly source?: string },
) =>
  Array.from({ length: 50 }, (_, position) => ({
    ...rights,
    title,
    body:
      position % 2 === 0
        ? 'Alpha one delta. '.repeat(1 + (position % 7))
        : `Gamma ${'other words '.repeat(position)}`,
  }))

const answersOf = ({ searchIndex }: SearchWorld, view: Visibility) =>
  Promise.all(queries.map((query) => searchIndex.searchText(query, view, 3)))
