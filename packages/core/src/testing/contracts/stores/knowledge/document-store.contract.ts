import { describe, expect } from 'vitest'
import type {
  Document,
  DocumentId,
  DocumentInput,
  Source,
} from '../../../../model/knowledge/document.ts'
import type { Principal } from '../../../../model/knowledge/principal.ts'
import type { UpsertResult } from '../../../../ports/stores/knowledge/document-store.ts'
import type { Transact } from '../../../../ports/stores/transact.ts'
import { aDate, aDocument, newId } from '../../../builders/builders.ts'
import {
  concurrently,
  committed,
  racesNote,
  testIn,
  type Closable,
  type SuiteOptions,
} from '../../contract-suite.ts'
import { removeAllBut } from './remove-all-but.ts'

type World = Closable & { readonly transact: Transact }

const everyone = (sources: readonly Source[] | null) => ({
  principals: ['everyone' as Principal],
  sources,
})

/** What every `DocumentStore` must do. `open` returns a fresh, empty world for each test. */
export function documentStoreContract(
  name: string,
  open: () => Promise<World>,
  options: SuiteOptions = {},
) {
  const test = testIn(open)
  describe(`DocumentStore contract: ${name}${racesNote(options)}`, () => {
    describe('outcomes', () => {
      test('returns one result per document, in order, and none for none', async ({ transact }) => {
        const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((externalId) => aDocument({ externalId }))
        expect(changesOf(await upsert(transact, [c!, a!]))).toEqual(['created', 'created'])
        const upserted = await upsert(transact, [d!, { ...c!, title: 'New' }, b!, a!])
        expect(changesOf(upserted)).toEqual(['created', 'updated', 'created', 'unchanged'])
        expect(await upsert(transact, [])).toEqual([])
      })

      test("uses the caller's ids for new documents, and keeps the id while source and external id stay", async ({
        transact,
      }) => {
        const made: string[] = []
        const first = await committed(transact, ({ documents }) =>
          documents.upsert(
            [aDocument({ externalId: 'a' }), aDocument({ externalId: 'b' })],
            () => made[made.push(newId()) - 1]!,
          ),
        )
        const updated = await upsert(transact, [
          aDocument({ externalId: 'b', title: 'New' }),
          aDocument({ externalId: 'a' }),
        ])
        expect(new Set(made)).toEqual(new Set(first.map(({ id }) => id)))
        expect(updated.map(({ id }) => id)).toEqual([first[1]!.id, first[0]!.id])
      })

      test('distinguishes documents by source and by the exact external id', async ({
        transact,
      }) => {
        const identities = [
          { source: 'wiki', externalId: 'a' },
          { source: 'ticket', externalId: 'a' },
          { source: 'wiki', externalId: 'A' },
          { source: 'wiki', externalId: 'a ' },
          { source: 'wiki', externalId: '["wiki","a"]' },
          { source: 'wiki', externalId: 'Malmö' },
          { source: 'wiki', externalId: 'Malmo\u0308' },
        ]
        const upserted = await upsert(transact, identities.map(aDocument))
        expect(changesOf(upserted)).toEqual(identities.map(() => 'created'))
        expect(new Set(upserted.map(({ id }) => id)).size).toBe(identities.length)
      })

      const before = {
        externalId: 'a',
        title: 'VPN',
        body: 'Text.',
        allowed: ['everyone', 'role:Admin'],
        updatedAt: aDate,
      }
      const newTexts: readonly Partial<DocumentInput>[] = [
        { title: 'vpn' },
        { body: 'Text. ' },
        { title: 'VPN T', body: 'ext.' },
      ]
      const sameTexts: readonly Partial<DocumentInput>[] = [
        { url: 'https://wiki.example.com/b' },
        { url: null },
        { allowed: ['everyone'] },
        { allowed: ['everyone', 'role:Owner'] },
        { updatedAt: new Date(aDate.getTime() + 1) },
        { updatedAt: null },
      ]
      test('returns `updated` if any field differs, and `unchanged` if none does', async ({
        transact,
      }) => {
        for (const difference of [...newTexts, ...sameTexts]) {
          await upsert(transact, [aDocument(before)])
          expect(changesOf(await upsert(transact, [aDocument(before)]))).toEqual(['unchanged'])
          const [changed] = await upsert(transact, [aDocument({ ...before, ...difference })])
          expect({ ...difference, change: changed?.change }).toEqual({
            ...difference,
            change: 'updated',
          })
        }
        const undated = aDocument({ ...before, updatedAt: null })
        expect(changesOf(await upsert(transact, [undated]))).toEqual(['unchanged'])
        const unlinked = aDocument({ ...before, url: null })
        await upsert(transact, [unlinked])
        expect(changesOf(await upsert(transact, [unlinked]))).toEqual(['unchanged'])
      })

      test('reports new text for a new document, title or body, and for no other change', async ({
        transact,
      }) => {
        expect(hasNewText(await upsert(transact, [aDocument(before)]))).toEqual([true])
        expect(hasNewText(await upsert(transact, [aDocument(before)]))).toEqual([false])
        for (const difference of newTexts) {
          const changed = aDocument({ ...before, ...difference })
          expect(hasNewText(await upsert(transact, [changed]))).toEqual([true])
          expect(hasNewText(await upsert(transact, [changed]))).toEqual([false])
          await upsert(transact, [aDocument(before)])
        }
        for (const difference of sameTexts) {
          expect(
            hasNewText(await upsert(transact, [aDocument({ ...before, ...difference })])),
          ).toEqual([false])
        }
        const mixed = [
          aDocument({ ...before, allowed: ['role:Owner'] }),
          aDocument({ externalId: 'b' }),
        ]
        expect(hasNewText(await upsert(transact, mixed))).toEqual([false, true])
      })
    })
    describe('removals', () => {
      test('removes the listed documents of a source, and returns the number of those that existed', async ({
        transact,
      }) => {
        const remove = (source: string, ...externalIds: readonly string[]) =>
          committed(transact, ({ documents }) => documents.remove(source as Source, externalIds))
        const pages = ['a', 'A', 'a ', 'b'].map((externalId) => aDocument({ externalId }))
        await upsert(transact, [...pages, aDocument({ source: 'ticket', externalId: 'a' })])
        expect(await remove('wiki', 'a', 'b', 'a', 'never there')).toBe(2)
        expect(await remove('wiki', 'a', 'b')).toBe(0)
        expect(await remove('wiki')).toBe(0)
        expect(changesOf(await upsert(transact, pages))).toEqual([
          'created',
          'unchanged',
          'unchanged',
          'created',
        ])
      })

      test('lists the documents of a source that are not named, which can then be removed', async ({
        transact,
      }) => {
        const remove = (source: string, ...externalIds: readonly string[]) =>
          committed(transact, removeAllBut(source as Source, externalIds))
        const pages = ['a', 'A', 'a ', 'b'].map((externalId) => aDocument({ externalId }))
        await upsert(transact, [...pages, aDocument({ source: 'ticket', externalId: 'a' })])
        expect(await remove('wiki', 'a', 'a ', 'b', 'never there')).toBe(1)
        expect(await remove('wiki', 'a', 'a ', 'b')).toBe(0)
        expect(await remove('elsewhere')).toBe(0)
        expect(changesOf(await upsert(transact, pages))).toEqual([
          'unchanged',
          'created',
          'unchanged',
          'unchanged',
        ])
        expect(await remove('wiki')).toBe(4)
        expect(await countBySource(transact)).toEqual([{ source: 'ticket', documents: 1 }])
      })
    })
    describe('parts of a source', () => {
      test('removes at most as many documents of a source as asked, until none is left', async ({
        transact,
      }) => {
        const removeSome = (countMax: number) =>
          committed(transact, ({ documents }) => documents.removeSome('wiki' as Source, countMax))
        const countIn = (source: string) =>
          committed(transact, ({ documents }) => documents.countIn(source as Source))
        const pages = ['a', 'b', 'c', 'd', 'e'].map((externalId) => aDocument({ externalId }))
        await upsert(transact, [...pages, aDocument({ source: 'ticket' })])
        expect([await countIn('wiki'), await countIn('ticket'), await countIn('wik')]).toEqual([
          5, 1, 0,
        ])
        expect([await removeSome(2), await countIn('wiki')]).toEqual([true, 3])
        expect([await removeSome(3), await countIn('wiki')]).toEqual([false, 0])
        expect([await removeSome(3), await countIn('ticket')]).toEqual([false, 1])
      })
    })
    describe('counts', () => {
      test('R7 lists the sources with documents visible to the principals, each once, by name in code-point order', async ({
        transact,
      }) => {
        await fill(transact)
        const listed = (...principals: readonly string[]) =>
          committed(transact, ({ documents }) => documents.listSources(principals as Principal[]))
        expect(await listed('group:support')).toEqual(['a_b', 'ab'])
        expect(await listed('group:support', 'group:sales', 'role:Owner', 'everyone')).toEqual([
          'a-b',
          'a0',
          'a_b',
          'ab',
        ])
        expect(await listed('role:Owner')).toEqual(['a_b'])
        expect(await listed('role:Member')).toEqual([])
        expect(await listed()).toEqual([])
      })

      test('R7 lists no source whose documents are removed or no longer visible', async ({
        transact,
      }) => {
        const allowed = ['group:support']
        await upsert(transact, [
          aDocument({ source: 'closed', externalId: 'a', allowed }),
          aDocument({ source: 'open', externalId: 'a', allowed }),
          aDocument({ source: 'open', externalId: 'b' }),
          aDocument({ source: 'removed', externalId: 'a', allowed }),
        ])
        const listed = () =>
          committed(transact, ({ documents }) =>
            documents.listSources(['group:support'] as Principal[]),
          )
        expect(await listed()).toEqual(['closed', 'open', 'removed'])
        await upsert(transact, [
          aDocument({ source: 'closed', externalId: 'a', allowed: ['group:sales'] }),
        ])
        await committed(transact, ({ documents }) => documents.removeSome('removed' as Source, 9))
        expect(await listed()).toEqual(['open'])
      })

      test('R7 returns which documents the principals may see by the current access-control lists, and no deleted one', async ({
        transact,
      }) => {
        const inputs = [
          aDocument({ allowed: ['group:support', 'role:Owner'] }),
          aDocument(),
          aDocument({ source: 'gone' }),
        ]
        const [support, shared, gone] = (await upsert(transact, inputs)).map(({ id }) => id)
        const visible = async (...principals: readonly string[]) => [
          ...(await committed(transact, ({ documents }) =>
            documents.findVisible([support!, shared!, gone!, newId() as DocumentId], {
              principals: principals as Principal[],
              sources: null,
            }),
          )),
        ]
        await committed(transact, removeAllBut('gone' as Source, []))
        expect(new Set(await visible('everyone', 'group:support'))).toEqual(
          new Set([support, shared]),
        )
        expect(await visible('everyone')).toEqual([shared])
        expect(await visible()).toEqual([])
        await upsert(transact, [{ ...inputs[0]!, allowed: ['role:Owner'] as Principal[] }])
        expect(await visible('group:support')).toEqual([])
        expect(
          await committed(transact, ({ documents }) => documents.findVisible([], everyone(null))),
        ).toEqual(new Set())
        const narrowed = (...sources: readonly string[]) =>
          committed(transact, ({ documents }) =>
            documents.findVisible([shared!], everyone(sources as Source[])),
          )
        expect(await narrowed(inputs[1]!.source, 'ticket')).toEqual(new Set([shared]))
        expect(await narrowed('ticket')).toEqual(new Set())
        expect(await narrowed()).toEqual(new Set())
      })

      test('counts the documents whose access-control list names a principal', async ({
        transact,
      }) => {
        await fill(transact)
        const count = (principal: string) =>
          committed(transact, ({ documents }) => documents.countAllowing(principal as Principal))
        expect([
          await count('group:sales'),
          await count('everyone'),
          await count('group:sale'),
        ]).toEqual([2, 1, 0])
      })
    })
    if (options.races ?? true) {
      test('never deadlocks when documents are removed while batches with the same documents are stored', async ({
        transact,
      }) => {
        const names = Array.from({ length: 30 }, (_, position) => `page-${position}`)
        const wiki = 'wiki' as Source
        await concurrently(20, async (position) => {
          const rotated = [...names.slice(position), ...names.slice(0, position)]
          if (position % 3 === 0)
            return committed(transact, removeAllBut(wiki, rotated.slice(0, 10)))
          return (
            await upsert(
              transact,
              rotated.map((externalId) => aDocument({ externalId, body: `${position}` })),
            )
          ).length
        })
        await upsert(
          transact,
          names.map((externalId) => aDocument({ externalId })),
        )
        expect(await committed(transact, removeAllBut(wiki, []))).toBe(30)
      })

      test('never deadlocks on concurrent batches with common documents, and stores every document once', async ({
        transact,
      }) => {
        const titles = Array.from({ length: 30 }, (_, position) => `page-${position}`)
        const batches = await concurrently(20, async (position) => {
          // Each batch has two thirds of the documents and another start; half of them are
          // reversed.
          const rotated = [...titles.slice(position), ...titles.slice(0, position)].slice(0, 20)
          const externalIds = position % 2 === 0 ? rotated : rotated.toReversed()
          const batch = externalIds.map((externalId) =>
            aDocument({ externalId, body: `Version ${position}.` }),
          )
          return { externalIds, verdicts: await upsert(transact, batch) }
        })
        const all = batches.flatMap(({ externalIds, verdicts: changed }) =>
          externalIds.map((externalId, position) => ({ externalId, ...changed[position]! })),
        )
        expect(await countBySource(transact)).toEqual([{ source: 'wiki', documents: 30 }])
        expect(all.filter(({ change }) => change === 'created')).toHaveLength(30)
        expect(new Set(all.map(({ externalId, id }) => `${externalId} ${id}`)).size).toBe(30)
      })
    }
  })
}

const upsert = (transact: Transact, batch: readonly Document[]): Promise<readonly UpsertResult[]> =>
  committed(transact, ({ documents }) => documents.upsert(batch, newId))

const hasNewText = (upserted: readonly UpsertResult[]) =>
  upserted.map(({ hasNewText: isNew }) => isNew)
const changesOf = (upserted: readonly UpsertResult[]) => upserted.map(({ change }) => change)

const fill = (transact: Transact) =>
  upsert(transact, [
    aDocument({ source: 'ab', allowed: ['group:support'] }),
    aDocument({ source: 'a_b', allowed: ['group:support', 'group:sales'] }),
    aDocument({ source: 'a_b', allowed: ['role:Owner'] }),
    aDocument({ source: 'a-b', allowed: ['everyone'] }),
    aDocument({ source: 'a0', allowed: ['group:sales'] }),
  ])

const countBySource = async (transact: Transact) => {
  const counts = await committed(transact, ({ sources }) => sources.listCounts(null))
  return counts.map(({ source, documents }) => ({ source, documents }))
}
