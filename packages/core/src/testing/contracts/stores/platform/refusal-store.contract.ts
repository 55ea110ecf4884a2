import { describe, expect } from 'vitest'
import type { AuditRecord } from '../../../../model/audit-entry.ts'
import type { RefusalTarget } from '../../../../ports/stores/platform/refusal-store.ts'
import type { Transact } from '../../../../ports/stores/transact.ts'
import {
  concurrently,
  committed,
  racesNote,
  testIn,
  type Aging,
  type Closable,
  type SuiteOptions,
  describeRaces,
} from '../../contract-suite.ts'
import { anyEntry, newId } from '../../../builders/builders.ts'

type World = Closable & Aging & { readonly transact: Transact }

const quarterHourMs = 900_000
const client: RefusalTarget = 'address:192.0.2.7'
const account: RefusalTarget = 'user:019aa3b0-7c00-7000-9000-000000000001'

const count = ({ transact }: World, target: RefusalTarget, refusals = 1) =>
  committed(transact, (stores) => stores.refusals.count(target, refusals))
const record = ({ transact }: World, countMax = 100) =>
  committed(transact, ({ refusals }) => refusals.record(countMax))

/** The audit entries of refusals, oldest first. */
async function recorded({ transact }: World): Promise<readonly AuditRecord[]> {
  const entries = await committed(transact, ({ audit }) =>
    audit.list(anyEntry, { after: null, limit: 100 }),
  )
  return entries.toReversed()
}

/** What every `RefusalStore` must do. `open` returns a fresh, empty world for each test. */
export function refusalStoreContract(
  name: string,
  open: () => Promise<World>,
  options: SuiteOptions = {},
) {
  const test = testIn(open)
  describe(`RefusalStore contract: ${name}${racesNote(options)}`, () => {
    describe('recording', () => {
      test('R149 writes one entry with the count for each ended window, and none before', async (world) => {
        for (const { target, refusals } of [
          { target: client, refusals: 3_000 },
          { target: account, refusals: 1 },
          { target: client, refusals: 20 },
        ] as const)
          await count(world, target, refusals)
        expect([await record(world), await recorded(world)]).toEqual([0, []])
        await world.age(quarterHourMs)
        expect(await record(world)).toBe(2)
        const entries = await recorded(world)
        const refused = {
          actorId: null,
          via: 'web',
          action: 'sign_in.fail',
          outcome: 'failure',
          sessionId: null,
        }
        expect(entries).toMatchObject([
          { ...refused, target: client, address: '192.0.2.7', meta: metaOf(3_020) },
          { ...refused, target: account, address: null, meta: metaOf(1) },
        ])
        expect(await record(world)).toBe(0)
      })

      test('R149 counts a later window separately, and writes at most `countMax` entries', async (world) => {
        await count(world, client, 2)
        await world.age(quarterHourMs)
        await count(world, client, 5)
        await world.age(quarterHourMs)
        expect([await record(world, 1), await record(world, 1), await record(world, 1)]).toEqual([
          1, 1, 0,
        ])
        expect((await recorded(world)).map(({ meta }) => meta['refusals'])).toEqual([2, 5])
      })

      test('R88 R149 counts a batch once, however often it is sent, and adds it to earlier counts', async (world) => {
        const send = (id: string, counts: readonly (readonly [RefusalTarget, number])[]) =>
          committed(world.transact, ({ refusals }) =>
            refusals.countBatch({ id, counts: new Map(counts) }),
          )
        const [first, second] = [newId(), newId()]
        for (const id of [first, first, second, first])
          await send(id, [
            [client, 3],
            ['address:192.0.2.6', 4],
          ])
        await count(world, client)
        await send(newId(), [])
        await world.age(quarterHourMs)
        await record(world)
        const counts = new Map(
          (await recorded(world)).map(({ target, meta }) => [target, meta['refusals']] as const),
        )
        expect(counts).toEqual(
          new Map<string, unknown>([
            ['address:192.0.2.6', 8],
            [client, 7],
          ]),
        )
      })

      test('R149 writes one entry for a window of a target, however often it was counted', async (world) => {
        for (let refusal = 0; refusal < 40; refusal += 1) await count(world, 'user:unknown')
        await count(world, client)
        await world.age(quarterHourMs)
        expect([await record(world, 1), await record(world, 1), await record(world, 1)]).toEqual([
          1, 1, 0,
        ])
        const counts = new Map(
          (await recorded(world)).map(({ target, meta }) => [target, meta['refusals']] as const),
        )
        expect(counts).toEqual(
          new Map<string, unknown>([
            [client, 1],
            ['user:unknown', 40],
          ]),
        )
      })
    })
    describeRaces(options, () => {
      test('counts a batch once when it is sent concurrently, and never deadlocks with others', async (world) => {
        const targets = Array.from(
          { length: 50 },
          (_, host): RefusalTarget => `address:192.0.2.${host}`,
        )
        const id = newId()
        await concurrently(20, (position) => {
          const own = new Map(
            (position % 2 === 0 ? targets : targets.toReversed()).map(
              (target) => [target, 1] as const,
            ),
          )
          return committed(world.transact, ({ refusals }) =>
            refusals.countBatch({ id: position < 10 ? id : newId(), counts: own }),
          )
        })
        await world.age(quarterHourMs)
        expect(await record(world)).toBe(50)
        expect(new Set((await recorded(world)).map(({ meta }) => meta['refusals']))).toEqual(
          new Set([11]),
        )
      })

      test('counts all concurrent refusals, and records each window once', async (world) => {
        await concurrently(20, () => count(world, client, 5))
        await world.age(quarterHourMs)
        const counts = await concurrently(5, () => record(world))
        expect(counts.reduce((sum, one) => sum + one)).toBe(1)
        expect(await recorded(world)).toMatchObject([{ meta: { refusals: 100 } }])
      })
    })
  })
}

const metaOf = (refusals: number) => ({
  refusals,
  window_started_at: expect.stringMatching(/^\d{4}-.+T.+\.\d{3}Z$/) as string,
})
