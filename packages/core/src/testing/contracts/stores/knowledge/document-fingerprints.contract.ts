import { describe, expect } from 'vitest'
import type { Document, DocumentInput, Source } from '../../../../model/knowledge/document.ts'
import type { Transact } from '../../../../ports/stores/transact.ts'
import { aDate, aDocument, newId } from '../../../builders/builders.ts'
import {
  committed,
  concurrently,
  racesNote,
  testIn,
  type Closable,
  type SuiteOptions,
} from '../../contract-suite.ts'
import { removeAllBut } from './remove-all-but.ts'

type World = Closable & { readonly transact: Transact }

/** What every `DocumentStore` must do about fingerprints. `open` returns a fresh, empty world for each test. */
export function documentFingerprintsContract(
  name: string,
  open: () => Promise<World>,
  options: SuiteOptions = {},
) {
  const test = testIn(open)
  describe(`DocumentStore contract, fingerprints: ${name}${racesNote(options)}`, () => {
    test('returns whether each document is stored with exactly this fingerprint, in order', async ({
      transact,
    }) => {
      const [a, b] = [version('a', 1), version('b', 2)]
      await change(transact, [a, b])
      const asked = [b, { ...a, source: 'ticket' as Source }, a, version('a', 2), version('c', 1)]
      expect(await areStored(transact, asked)).toEqual([true, false, true, false, false])
      expect(await areStored(transact, [])).toEqual([])
      expect(await areStored(transact, [a, a])).toEqual([true, true])
    })

    test('stores a new fingerprint of an equal document as no change, and keeps the old one instead of null', async ({
      transact,
    }) => {
      const [page, again] = [version('a', 1), version('a', 1, fingerprintOf(9))]
      await change(transact, [{ ...page, fingerprint: null }])
      expect(await areStored(transact, [page])).toEqual([false])
      for (const same of [page, again, page, { ...page, fingerprint: null }])
        expect(await change(transact, [same])).toEqual(['unchanged'])
      expect(await areStored(transact, [page, again])).toEqual([true, false])
    })

    test('forgets the fingerprint with any change of another field, also for null', async ({
      transact,
    }) => {
      const differences: readonly Partial<DocumentInput>[] = [
        { title: 'Other' },
        { body: 'Other.' },
        { url: null },
        { allowed: ['role:Owner'] },
        { updatedAt: aDate },
      ]
      for (const difference of differences) {
        const page = version('a', 1)
        await change(transact, [page])
        const changed = aDocument({ ...page, ...difference, fingerprint: null })
        expect(await change(transact, [changed])).toEqual(['updated'])
        expect(await areStored(transact, [page])).toEqual([false])
        expect(await change(transact, [page])).toEqual(['updated'])
        expect(await areStored(transact, [page])).toEqual([true])
      }
    })

    test('forgets the fingerprints of removed documents and of a transaction that rolls back', async ({
      transact,
    }) => {
      const [a, b] = [version('a', 1), version('b', 1)]
      await change(transact, [a])
      await expect(
        transact(async ({ documents }) => {
          await documents.upsert([version('a', 2), b], newId)
          throw new Error('killed')
        }),
      ).rejects.toThrow('killed')
      expect(await areStored(transact, [a, version('a', 2), b])).toEqual([true, false, false])
      await committed(transact, removeAllBut(a.source, []))
      expect(await areStored(transact, [a])).toEqual([false])
    })

    test('never has the fingerprint of another content, after any sequence of imports and removals', async ({
      transact,
    }) => {
      const random = randomNumbers()
      for (let step = 0; step < 25; step += 1) {
        const names = ['a', 'b', 'c'].filter(() => random(3) > 0)
        if (random(5) === 0) {
          await committed(transact, removeAllBut(wiki, names))
        } else {
          const batch = names.map((externalId) => version(externalId, random(3)))
          await change(
            transact,
            batch.map((page) => (random(4) === 0 ? { ...page, fingerprint: null } : page)),
          )
        }
        await expectTruth(transact, ['a', 'b', 'c'], 3)
      }
    })

    if (options.races ?? true) {
      test('never has the fingerprint of another content, after concurrent imports and removals', async ({
        transact,
      }) => {
        const names = Array.from({ length: 10 }, (_, position) => `page-${position}`)
        await concurrently(20, async (position) => {
          if (position % 5 === 0)
            return committed(transact, removeAllBut(wiki, names.slice(0, position / 2)))
          const batch = names.map((externalId) => version(externalId, position % 4))
          return (await change(transact, position % 2 === 0 ? batch : batch.toReversed())).length
        })
        await expectTruth(transact, names, 4)
      })
    }
  })
}

const wiki = 'wiki' as Source

const fingerprintOf = (number: number): string => `${number}`.padStart(43, '0')

/** A page whose content follows from the fingerprint. */
const version = (externalId: string, number: number, fingerprint = fingerprintOf(number)) =>
  aDocument({
    externalId,
    body: `Version ${number}.`,
    allowed: number % 2 === 0 ? ['everyone'] : ['group:it'],
    fingerprint,
  })

const areStored = (transact: Transact, pages: readonly Document[]) =>
  committed(transact, ({ documents }) =>
    documents.haveFingerprints(
      pages.map(({ source, externalId, fingerprint }) => ({
        source,
        externalId,
        fingerprint: fingerprint ?? '',
      })),
    ),
  )

const change = async (transact: Transact, batch: readonly Document[]) =>
  (await committed(transact, ({ documents }) => documents.upsert(batch, newId))).map(
    (upserted) => upserted.change,
  )

/** A page whose fingerprint is stored is equal to the stored document. */
async function expectTruth(transact: Transact, names: readonly string[], versions: number) {
  for (const name of names) {
    const pages = Array.from({ length: versions }, (_, number) => version(name, number))
    const stored = await areStored(transact, pages)
    for (const page of pages.filter((_, number) => stored[number]))
      expect(await change(transact, [page])).toEqual(['unchanged'])
    expect(stored.filter(Boolean).length).toBeLessThanOrEqual(1)
  }
}

/** Integers below a limit, the same in each run. */
function randomNumbers(): (limit: number) => number {
  let state = 7
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * limit)
  }
}
