import { expect } from 'vitest'
import type { Document, Source } from '../../../../model/knowledge/document.ts'
import { ok } from '../../../../model/result.ts'
import type { SourceCounts } from '../../../../ports/stores/knowledge/source-store.ts'
import type { Transact } from '../../../../ports/stores/transact.ts'
import { aDocument, newId } from '../../../builders/builders.ts'
import {
  committed,
  concurrently,
  describeRaces,
  type Closable,
  type SuiteOptions,
  type WorldTest,
} from '../../contract-suite.ts'
import { removeAllBut } from './remove-all-but.ts'

type World = Closable & { readonly transact: Transact }

const wiki = 'wiki' as Source

/** How a `SourceStore` keeps the numbers of sources. */
export function sourceCounts(test: WorldTest<World>, options: SuiteOptions): void {
  test('has the numbers of every source with documents, by name in code-point order', async ({
    transact,
  }) => {
    const list = async () =>
      (await listCounts(transact)).map(({ source, documents }) => [source, documents])
    expect(await list()).toEqual([])
    await store(transact, [
      aDocument({ source: 'ab' }),
      aDocument({ source: 'a_b' }),
      aDocument({ source: 'a-b' }),
      aDocument({ source: 'a_b' }),
      aDocument({ source: 'a0' }),
    ])
    expect(await list()).toEqual([
      ['a-b', 1],
      ['a0', 1],
      ['a_b', 2],
      ['ab', 1],
    ])
    await committed(transact, removeAllBut('ab' as Source, []))
    expect((await list()).map(([source]) => source)).toEqual(['a-b', 'a0', 'a_b'])
  })

  test('counts passages and whom documents name, as they are created, replaced and removed', async ({
    transact,
  }) => {
    const [a, b] = [
      aDocument({ externalId: 'a', allowed: ['everyone', 'group:it', 'group:hr'] }),
      aDocument({ externalId: 'b', allowed: ['role:Owner', `user:${newId()}`] }),
    ]
    const numbers = async () => {
      const [counts] = await listCounts(transact)
      const { documents, passages, allowed } = counts ?? none
      return [documents, passages, ...Object.values(allowed)]
    }
    await store(transact, [a, b], 3)
    expect(await numbers()).toEqual([2, 6, 1, 1, 1, 1])
    await store(transact, [a, b], 3)
    expect(await numbers()).toEqual([2, 6, 1, 1, 1, 1])
    await store(transact, [{ ...b, allowed: a.allowed, title: 'New' }], 5)
    expect(await numbers()).toEqual([2, 8, 2, 0, 2, 0])
    await transact(async (stores) => {
      await stores.documents.upsert([aDocument({ externalId: 'c' })], newId)
      await stores.documents.remove(wiki, ['a'])
      throw new Error('undone')
    }).catch(() => {})
    expect(await numbers()).toEqual([2, 8, 2, 0, 2, 0])
    expect(await committed(transact, ({ documents }) => documents.remove(wiki, ['a']))).toBe(1)
    expect(await numbers()).toEqual([1, 5, 1, 0, 1, 0])
    await committed(transact, ({ documents }) => documents.removeSome(wiki, 10))
    expect(await numbers()).toEqual([0, 0, 0, 0, 0, 0])
  })

  describeRaces(options, () => {
    test('counts what concurrent transactions change, and none waits for another', async ({
      transact,
    }) => {
      await transact(async (stores) => {
        await stores.documents.upsert([aDocument({ externalId: 'first' })], newId)
        // Another import of the source commits while this one is not finished.
        await store(transact, [aDocument({ externalId: 'second' })], 2)
        return ok(null)
      })
      await concurrently(20, (number) =>
        store(transact, [aDocument({ externalId: `page-${number}` })], 2),
      )
      await concurrently(10, (number) =>
        committed(transact, ({ documents }) => documents.remove(wiki, [`page-${number}`])),
      )
      expect(await listCounts(transact)).toMatchObject([{ documents: 12, passages: 22 }])
    })
  })
}

const none: Pick<SourceCounts, 'documents' | 'passages' | 'allowed'> = {
  documents: 0,
  passages: 0,
  allowed: { everyone: 0, roles: 0, groups: 0, persons: 0 },
}

const listCounts = (transact: Transact) =>
  committed(transact, ({ sources }) => sources.listCounts(null))

/** Stores documents with this number of passages each, as an import does. */
const store = (transact: Transact, pages: readonly Document[], passages = 1) =>
  committed(transact, async ({ documents, searchIndex }) => {
    const upserted = await documents.upsert(pages, newId)
    const chunks = Array.from({ length: passages }, (_, place) => ({
      heading: '',
      text: `Passage ${place}`,
    }))
    await searchIndex.replace(
      upserted.flatMap(({ id, hasNewText }, place) =>
        hasNewText ? [{ ...pages[place]!, id, chunks }] : [],
      ),
    )
  })
