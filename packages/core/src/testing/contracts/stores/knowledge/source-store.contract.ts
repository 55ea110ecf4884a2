import { describe, expect } from 'vitest'
import type { Source } from '../../../../model/knowledge/document.ts'
import { ok } from '../../../../model/result.ts'
import type { ImportedPart } from '../../../../ports/stores/knowledge/source-store.ts'
import type { Transact } from '../../../../ports/stores/transact.ts'
import { aDate, anAccount } from '../../../builders/builders.ts'
import {
  committed,
  concurrently,
  describeRaces,
  racesNote,
  testIn,
  type Closable,
  type SuiteOptions,
} from '../../contract-suite.ts'
import { sourceCounts } from './source-counts.contract.ts'

const [wiki, ticket] = ['wiki', 'ticket'] as [Source, Source]

/** What every `SourceStore` must do. `open` returns a fresh, empty world for each test. */
export function sourceStoreContract(
  name: string,
  open: () => Promise<Closable & { readonly transact: Transact }>,
  options: SuiteOptions = {},
) {
  const test = testIn(open)

  describe(`SourceStore contract: ${name}${racesNote(options)}`, () => {
    test('starts a removal once, and keeps its time, until it ends', async ({ transact }) => {
      const list = () => committed(transact, ({ sources }) => sources.listRemovals())
      const end = () => committed(transact, ({ sources }) => sources.endRemoval(wiki))
      expect(await start(transact, wiki)).toBe(true)
      expect(await start(transact, wiki, new Date(aDate.getTime() + 1))).toBe(false)
      await start(transact, ticket)
      expect(await list()).toEqual([
        { source: ticket, requestedAt: aDate },
        { source: wiki, requestedAt: aDate },
      ])
      await end()
      await end()
      expect(await list()).toEqual([{ source: ticket, requestedAt: aDate }])
      expect(await start(transact, wiki)).toBe(true)
    })

    test('returns which sources are being removed', async ({ transact }) => {
      expect(await hold(transact, wiki, ticket)).toEqual([])
      await start(transact, wiki)
      expect(await hold(transact, ticket, wiki)).toEqual([wiki])
      expect(await hold(transact)).toEqual([])
      expect([await isRemoved(transact, wiki), await isRemoved(transact, ticket)]).toEqual([
        true,
        false,
      ])
    })

    describe('numbers', () => {
      sourceCounts(test, options)
    })

    describe('imports', () => {
      test('has the last import of each source, and adds up the parts of one', async ({
        transact,
      }) => {
        const ada = anAccount({ email: 'ada@example.com' })
        await committed(transact, ({ accounts }) => accounts.insert(ada))
        const list = () => committed(transact, ({ sources }) => sources.listImports())
        expect(await list()).toEqual([])
        const later = new Date(aDate.getTime() + 1_000)
        const byAda = { by: ada.id, importId: null }
        await record(transact, [aPart(wiki, byAda), aPart(ticket, { importId: 'one' })])
        await record(transact, [])
        await record(transact, [aPart(wiki, byAda)])
        await record(transact, [aPart(ticket, { importId: 'one', at: later })])
        const counts = { at: aDate, upserted: 3, removed: 2 }
        const ofAda = { source: wiki, ...counts, isByOperator: false, byEmail: ada.email }
        const ofOperator = { source: ticket, isByOperator: true, byEmail: null }
        expect(await list()).toEqual([{ ...ofOperator, at: later, upserted: 6, removed: 4 }, ofAda])
        await record(transact, [aPart(ticket, { importId: 'two' })])
        expect(await list()).toEqual([{ ...ofOperator, ...counts }, ofAda])
        await committed(transact, ({ accounts }) => accounts.remove(ada.id))
        expect((await list())[1]).toEqual({ ...ofAda, byEmail: null })
        await committed(transact, ({ sources }) => sources.endRemoval(wiki))
        expect((await list()).map(({ source }) => source)).toEqual([ticket])
      })
    })

    describeRaces(options, () => {
      test('never deadlocks when imports record the same sources in any order', async ({
        transact,
      }) => {
        const parts = [wiki, ticket].map((source) => aPart(source, { importId: 'one' }))
        await concurrently(20, (number) =>
          record(transact, number % 2 === 0 ? parts : parts.toReversed()),
        )
        const listed = await committed(transact, ({ sources }) => sources.listImports())
        expect(listed.map(({ upserted }) => upserted)).toEqual([60, 60])
      })

      test('starts a removal after the transactions that hold the source', async ({ transact }) => {
        const order: string[] = []
        let started: Promise<unknown> = Promise.resolve()
        await transact(async ({ sources }) => {
          await sources.holdForImport([wiki])
          started = start(transact, wiki).then(() => order.push('removal'))
          // Others that hold a source do not wait for this one.
          await hold(transact, ticket)
          await start(transact, ticket)
          order.push('import')
          return ok(null)
        })
        await started
        expect(order).toEqual(['import', 'removal'])
      })

      test('locks a removal for one transaction at a time', async ({ transact }) => {
        await start(transact, wiki)
        let running = 0
        const most = await concurrently(10, () =>
          committed(transact, async ({ sources }) => {
            await sources.lockRemoval(wiki)
            running += 1
            await sources.listRemovals()
            const together = running
            running -= 1
            return together
          }),
        )
        expect(Math.max(...most)).toBe(1)
      })
    })
  })
}

const aPart = (source: Source, overrides: Partial<ImportedPart>): ImportedPart => ({
  source,
  importId: null,
  at: aDate,
  by: null,
  upserted: 3,
  removed: 2,
  ...overrides,
})
const record = (transact: Transact, parts: readonly ImportedPart[]) =>
  committed(transact, ({ sources }) => sources.recordImports(parts))
const start = (transact: Transact, source: Source, at = aDate) =>
  committed(transact, ({ sources }) => sources.startRemoval(source, at))
const hold = (transact: Transact, ...held: readonly Source[]) =>
  committed(transact, ({ sources }) => sources.holdForImport(held))
const isRemoved = (transact: Transact, source: Source) =>
  committed(transact, ({ sources }) => sources.lockRemoval(source))
