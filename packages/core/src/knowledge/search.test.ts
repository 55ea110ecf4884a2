import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import type { AccountId } from '../model/accounts/account.ts'
import type { Embedder } from '../ports/knowledge/embedder.ts'
import type { Visibility } from '../ports/knowledge/search-index.ts'
import { SearchTimeout } from '../ports/platform/unavailable.ts'
import { aDocument, memoryPorts, newId, type MemoryPorts } from '../testing/index.ts'
import { parseSource, type DocumentInput } from '../model/knowledge/document.ts'
import { embedPending } from './indexing/embed-pending.ts'
import { importDocuments } from './imports/import-documents.ts'
import { parsePrincipal } from '../model/knowledge/principal.ts'
import { search } from './search.ts'

const userId = newId() as AccountId
const visibility: Visibility = { principals: [parsePrincipal('everyone')!], sources: null }

/** Treats "car" and "automobile" as the same, and does not respond while `isUnavailable`. */
const carEmbedder = (isUnavailable = false): Embedder => ({
  model: 'cars',
  embedQuery: async (query) =>
    isUnavailable ? null : [/car|automobile/i.test(query) ? 1 : 0, 0.1],
  embedTexts: async (texts) => texts.map((text) => [/car|automobile/i.test(text) ? 1 : 0, 0.1]),
})

async function portsWith(
  documents: readonly Partial<DocumentInput>[],
  embedder: Embedder | null = null,
) {
  const ports = memoryPorts({ embedder })
  await importDocuments(ports, { actor: operator, documents: documents.map(aDocument) })
  await embedPending(ports)
  return ports
}

async function ask(
  ports: Pick<MemoryPorts, 'embedder' | 'searchIndex' | 'searchLimiter'>,
  query: string,
  limit?: number,
) {
  const answer = await search(ports, { userId, visibility, query, limit })
  if (!answer.ok) return answer.error
  return { titles: answer.value.results.map(({ title }) => title), degraded: answer.value.degraded }
}

const timedOut = () => Promise.reject(new SearchTimeout(2_000))

const fleet = [
  { title: 'Fleet', body: 'Every car is washed on Friday.' },
  { title: 'Kitchen', body: 'The automobile of the cook is in the yard.' },
  { title: 'Garden', body: 'Nothing but roses.' },
]

describe('search', () => {
  it('uses keyword search alone without an embedder, and is not degraded', async () => {
    expect(await ask(await portsWith(fleet), 'car')).toEqual({ titles: ['Fleet'], degraded: false })
  })

  it('merges keyword and semantic search with an embedder, and ranks results of both first', async () => {
    const answer = await ask(await portsWith(fleet, carEmbedder()), 'automobile')
    expect(answer).toEqual({ titles: ['Kitchen', 'Fleet', 'Garden'], degraded: false })
  })

  it('R87 uses keyword search alone and is degraded while the embedder does not respond', async () => {
    const ports = await portsWith(fleet, carEmbedder())
    expect(await ask({ ...ports, embedder: carEmbedder(true) }, 'car')).toEqual({
      titles: ['Fleet'],
      degraded: true,
    })
  })

  it('R7 returns the same results while the embedder is unavailable as without one', async () => {
    const ports = await portsWith(fleet, carEmbedder())
    const command = { userId, visibility, query: 'the car and the automobile', limit: 1 }
    const keywordOnly = await search({ ...ports, embedder: null }, command)
    const degraded = await search({ ...ports, embedder: carEmbedder(true) }, command)
    expect(degraded).toEqual({
      ok: true,
      value: { ...(keywordOnly.ok && keywordOnly.value), degraded: true },
    })
  })

  it('calls no embedder without support for vectors, and is not degraded', async () => {
    const ports = await portsWith(fleet)
    const embedder: Embedder = {
      ...carEmbedder(),
      embedQuery: () => Promise.reject(new Error('asked')),
    }
    const searchIndex = { ...ports.searchIndex, supportsVectors: async () => false }
    expect(await ask({ ...ports, embedder, searchIndex }, 'car')).toEqual({
      titles: ['Fleet'],
      degraded: false,
    })
  })

  it('says how long it may take when it is cancelled for its time', async () => {
    const ports = await portsWith(fleet)
    const searchIndex = { ...ports.searchIndex, searchText: timedOut }
    expect(await ask({ ...ports, searchIndex }, 'car')).toEqual({
      code: 'search.timed_out',
      budgetMs: 2_000,
      retryAfterSeconds: 2,
    })
  })

  it('is degraded when semantic search is cancelled for its time', async () => {
    const ports = await portsWith(fleet, carEmbedder())
    const searchIndex = { ...ports.searchIndex, searchVector: timedOut }
    expect(await ask({ ...ports, searchIndex }, 'car')).toEqual({
      titles: ['Fleet'],
      degraded: true,
    })
  })

  it('runs keyword search and semantic search at the same time', async () => {
    const ports = await portsWith(fleet, carEmbedder())
    const semantic = Promise.withResolvers<void>()
    const searchIndex: typeof ports.searchIndex = {
      ...ports.searchIndex,
      async searchText(...asked) {
        await semantic.promise
        return ports.searchIndex.searchText(...asked)
      },
      async searchVector(...asked) {
        semantic.resolve()
        return ports.searchIndex.searchVector(...asked)
      },
    }
    expect(await ask({ ...ports, searchIndex }, 'automobile')).toEqual({
      titles: ['Kitchen', 'Fleet', 'Garden'],
      degraded: false,
    })
  })

  it('fails only when its other search has ended, so that none runs without a slot', async () => {
    const ports = await portsWith(fleet, carEmbedder())
    let hasEnded = false
    const searchIndex: typeof ports.searchIndex = {
      ...ports.searchIndex,
      searchText: timedOut,
      async searchVector(...asked) {
        await nextTurn()
        hasEnded = true
        return ports.searchIndex.searchVector(...asked)
      },
    }
    expect(await ask({ ...ports, searchIndex }, 'car')).toMatchObject({ code: 'search.timed_out' })
    expect(hasEnded).toBe(true)
  })

  it('returns ten results by default, and one to fifty on request', async () => {
    const pages = Array.from({ length: 60 }, (_, position) => ({ title: `Car ${position}` }))
    for (const embedder of [null, carEmbedder(), carEmbedder(true)]) {
      const ports = await portsWith(pages, carEmbedder())
      const count = async (limit?: number) => {
        const answer = await ask({ ...ports, embedder }, 'car', limit)
        return 'titles' in answer ? new Set(answer.titles).size : answer.code
      }
      expect([await count(), await count(1), await count(50)]).toEqual([10, 1, 50])
    }
  })

  it('R75 refuses a query that is blank, too long or not text, and accepts every other', async () => {
    const ports = await portsWith(fleet)
    for (const query of ['', ' \n\t\u00a0', 'x'.repeat(2_001), 'a\u0000b', 'a\ud800', '\udc00b']) {
      expect(await ask(ports, query)).toMatchObject({ code: 'search.invalid', field: 'query' })
    }
    for (const query of ['x', 'x'.repeat(2_000), '🙂'.repeat(1_000), '&|!', "' or 1=1", '\u0001']) {
      expect(await ask(ports, query)).toEqual({ titles: [], degraded: false })
    }
  })

  it('restricts the results to the named sources, with and without an embedder', async () => {
    const pages = ['wiki', 'ticket', 'file'].map((source) => ({
      title: source,
      source,
      body: 'Car.',
    }))
    for (const embedder of [null, carEmbedder(), carEmbedder(true)]) {
      const ports = { ...(await portsWith(pages, carEmbedder())), embedder }
      const titles = async (...sources: readonly string[]) => {
        const answer = await search(ports, { userId, visibility, query: 'car', sources })
        return answer.ok && answer.value.results.map(({ title }) => title).toSorted()
      }
      expect(await titles('wiki')).toEqual(['wiki'])
      expect(await titles('wiki', 'ticket', 'wiki')).toEqual(['ticket', 'wiki'])
      expect(await titles('wiki', 'nowhere')).toEqual(['wiki'])
    }
  })

  it('R7 returns the same for a source outside the key as for one that does not exist', async () => {
    const pages = ['wiki', 'ticket'].map((source) => ({ title: source, source, body: 'Car.' }))
    for (const embedder of [null, carEmbedder(), carEmbedder(true)]) {
      const ports = { ...(await portsWith(pages, carEmbedder())), embedder }
      const narrowed = { ...visibility, sources: [parseSource('wiki')!] }
      const within = (...sources: readonly string[]) =>
        search(ports, { userId, visibility: narrowed, query: 'car', sources })
      expect(await within('ticket')).toEqual(await within('nowhere'))
      expect(await within('ticket')).toMatchObject({ ok: true, value: { results: [] } })
      expect(await within('ticket', 'wiki')).toEqual(await within('wiki'))
    }
  })

  it('R75 refuses no sources, too many, and names that no source can have', async () => {
    const ports = await portsWith(fleet)
    const many = Array.from({ length: 51 }, (_, position) => `source-${position}`)
    for (const sources of [
      [],
      many,
      [''],
      ['Wiki'],
      ['wiki', 'a b'],
      ['a'.repeat(64)],
      ['\u0000'],
    ]) {
      expect(await search(ports, { userId, visibility, query: 'car', sources })).toMatchObject({
        ok: false,
        error: { code: 'search.invalid', field: 'sources' },
      })
    }
    expect(
      await search(ports, { userId, visibility, query: 'car', sources: many.slice(1) }),
    ).toMatchObject({
      ok: true,
    })
  })

  it('R75 refuses a limit that is not a whole number from 1 to 50', async () => {
    const ports = await portsWith(fleet)
    for (const limit of [0, -1, 51, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(await ask(ports, 'car', limit)).toMatchObject({
        code: 'search.invalid',
        field: 'limit',
      })
    }
  })

  it('R10 repeats no part of the query in a refusal', async () => {
    expect(JSON.stringify(await ask(await portsWith([]), `canary\u0000`))).not.toContain('canary')
  })
})
