import { describe, expect } from 'vitest'
import type { AccountId } from '../../../../model/accounts/account.ts'
import {
  responseRetentionSeconds,
  progressSeconds,
  type IdempotentRequest,
} from '../../../../ports/stores/platform/idempotency-store.ts'
import type { Transact } from '../../../../ports/stores/transact.ts'
import { err } from '../../../../model/result.ts'
import { anAccount, newId } from '../../../builders/builders.ts'
import {
  concurrently,
  committed,
  racesNote,
  testIn,
  type Aging,
  type Closable,
  type SuiteOptions,
} from '../../contract-suite.ts'

type World = Closable & Aging & { readonly transact: Transact }

const kept = { fingerprint: 'a fingerprint', response: '{"id":"1"}' }
const other = { fingerprint: 'another', response: '{"id":"2"}' }
const keep = (transact: Transact, request: IdempotentRequest, what = kept) =>
  committed(transact, ({ idempotency }) => idempotency.storeResponse(request, what))
const find = (transact: Transact, request: IdempotentRequest) =>
  committed(transact, ({ idempotency }) => idempotency.find(request))

const { fingerprint } = kept
const recordProgress = (transact: Transact, request: IdempotentRequest, since: Date | null) =>
  committed(transact, ({ idempotency }) => idempotency.recordProgress(request, fingerprint, since))

/** Real time passes in a test, so the rest of a minute may be shorter. */
const isUpTo = (seconds: number) => (left: number) => left > seconds - 20 && left <= seconds

/** A request of an existing account. */
async function aRequest(transact: Transact, key = 'a-key'): Promise<IdempotentRequest> {
  const account = anAccount()
  await committed(transact, ({ accounts }) => accounts.insert(account))
  return { callerId: account.id, operation: 'createGroup', key }
}

/** What every `IdempotencyStore` must do. `open` returns a fresh, empty world for each test. */
export function idempotencyStoreContract(
  name: string,
  open: () => Promise<World>,
  options: SuiteOptions = {},
) {
  const test = testIn(open)
  describe(`IdempotencyStore contract: ${name}${racesNote(options)}`, () => {
    test('stores a response for its caller, operation and key only', async ({ transact }) => {
      const [request, { callerId }] = [await aRequest(transact), await aRequest(transact)]
      expect(await find(transact, request)).toBeNull()
      await keep(transact, request)
      expect(await find(transact, request)).toEqual(kept)
      for (const change of [{ callerId }, { operation: 'createKey' }, { key: 'A-key' }]) {
        expect(await find(transact, { ...request, ...change })).toBeNull()
        await keep(transact, { ...request, ...change }, other)
      }
      expect(await find(transact, request)).toEqual(kept)
    })

    test('accepts keys of 255 characters and every visible ASCII character', async ({
      transact,
    }) => {
      const visible = String.fromCodePoint(...Array.from({ length: 94 }, (_, place) => 33 + place))
      for (const key of ['!', 'k'.repeat(255), visible]) {
        const request = await aRequest(transact, key)
        await keep(transact, request)
        expect(await find(transact, request)).toEqual(kept)
      }
    })

    test('stores nothing after a rollback', async ({ transact }) => {
      const request = await aRequest(transact)
      await transact(async ({ idempotency }) => err(await idempotency.storeResponse(request, kept)))
      expect(await find(transact, request)).toBeNull()
    })

    test('never replaces a response that is still kept', async ({ transact }) => {
      const request = await aRequest(transact)
      await keep(transact, request)
      await expect(keep(transact, request, other)).rejects.toThrow('Another response is kept')
      expect(await find(transact, request)).toEqual(kept)
    })

    test('forgets a response after exactly 24 hours, and stores another in its place', async ({
      transact,
      age,
    }) => {
      const request = await aRequest(transact)
      await keep(transact, request)
      await age(responseRetentionSeconds * 1_000 - 60_000)
      expect(await find(transact, request)).toEqual(kept)
      await age(60_000)
      expect(await find(transact, request)).toBeNull()
      await keep(transact, request, other)
      expect(await find(transact, request)).toEqual(other)
    })

    test('records the parts of an unfinished request in order, until its response is stored', async ({
      transact,
    }) => {
      const request = await aRequest(transact)
      const first = await recordProgress(transact, request, null)
      expect(await find(transact, request)).toEqual({
        fingerprint,
        response: null,
        progressedAt: first,
        stallsInSeconds: expect.toSatisfy(isUpTo(progressSeconds)),
      })
      expect(await recordProgress(transact, request, null)).toBeNull()
      expect(await recordProgress(transact, request, new Date(first!.getTime() - 1))).toBeNull()
      const second = await recordProgress(transact, request, first)
      expect(await find(transact, request)).toEqual({
        fingerprint,
        response: null,
        progressedAt: second,
        stallsInSeconds: expect.toSatisfy(isUpTo(progressSeconds)),
      })
      await keep(transact, request)
      expect(await find(transact, request)).toEqual(kept)
      expect(await recordProgress(transact, request, second)).toBeNull()
      expect(await find(transact, request)).toEqual(kept)
    })

    test('calls an unfinished request stalled a minute after its latest part, and lets one caller continue it', async (world) => {
      const { transact, age } = world
      const request = await aRequest(transact)
      const begun = await recordProgress(transact, request, null)
      await age((progressSeconds - 30) * 1_000)
      expect(await find(transact, request)).toMatchObject({
        stallsInSeconds: expect.toSatisfy(isUpTo(30)),
      })
      await age(30_000)
      expect(await find(transact, request)).toMatchObject({ response: null, stallsInSeconds: 0 })
      const continued = await recordProgress(transact, request, null)
      expect(continued).toEqual(expect.any(Date))
      expect(await find(transact, request)).toMatchObject({
        progressedAt: continued,
        stallsInSeconds: expect.toSatisfy(isUpTo(progressSeconds)),
      })
      expect([
        await recordProgress(transact, request, null),
        await recordProgress(transact, request, begun),
      ]).toEqual([null, null])
    })

    test('forgets an unfinished request like a response', async ({ transact, age }) => {
      const request = await aRequest(transact)
      await recordProgress(transact, request, null)
      await age(responseRetentionSeconds * 1_000)
      expect(await find(transact, request)).toBeNull()
      expect(await committed(transact, ({ idempotency }) => idempotency.prune(2))).toBe(1)
      await recordProgress(transact, request, null)
      await transact(async ({ idempotency }) => err(await idempotency.storeResponse(request, kept)))
      expect(await find(transact, request)).toMatchObject({ response: null })
    })

    test('prunes at most `countMax` expired responses, and no others', async ({
      transact,
      age,
    }) => {
      const old = await aRequest(transact)
      for (const key of ['1', '2', '3']) await keep(transact, { ...old, key })
      await age(responseRetentionSeconds * 1_000)
      await keep(transact, old)
      const prune = () => committed(transact, ({ idempotency }) => idempotency.prune(2))
      expect([await prune(), await prune(), await prune()]).toEqual([2, 1, 0])
      expect(await find(transact, old)).toEqual(kept)
    })

    test('stores nothing for a missing or deleted account', async ({ transact }) => {
      const request = await aRequest(transact)
      await expect(keep(transact, { ...request, callerId: newId() as AccountId })).rejects.toThrow(
        /missing|foreign key/,
      )
      await keep(transact, request)
      await committed(transact, ({ accounts }) => accounts.remove(request.callerId))
      expect(await find(transact, request)).toBeNull()
    })

    test('releases a claim with its transaction, whether it commits or not', async ({
      transact,
    }) => {
      const request = await aRequest(transact)
      const claim = committed(transact, ({ idempotency }) => idempotency.claim(request))
      expect(await claim).toBe(true)
      await transact(async ({ idempotency }) => err(await idempotency.claim(request)))
      expect(await committed(transact, ({ idempotency }) => idempotency.claim(request))).toBe(true)
    })

    if (options.races ?? true) {
      test('gives a claim to one transaction at a time, refuses others at once, and shows the next the stored response', async ({
        transact,
      }) => {
        const request = await aRequest(transact)
        const acts = await concurrently(20, () =>
          committed(transact, async ({ idempotency }) => {
            if (!(await idempotency.claim(request))) return 'in progress'
            if ((await idempotency.find(request)) !== null) return 'kept'
            await idempotency.storeResponse(request, kept)
            return 'done'
          }),
        )
        expect(acts.filter((act) => act === 'done')).toHaveLength(1)
      })

      test('lets one of many continue a stalled request', async ({ transact, age }) => {
        const request = await aRequest(transact)
        await recordProgress(transact, request, null)
        await age(progressSeconds * 1_000)
        const continued = await concurrently(20, () => recordProgress(transact, request, null))
        expect(continued.filter((time) => time !== null)).toHaveLength(1)
      })

      test('refuses a claim that another transaction holds, and no claim to another request', async ({
        transact,
      }) => {
        const request = await aRequest(transact)
        const claim = (wanted: IdempotentRequest) =>
          committed(transact, ({ idempotency }) => idempotency.claim(wanted))
        await committed(transact, async ({ idempotency }) => {
          expect(await idempotency.claim(request)).toBe(true)
          expect([await claim(request), await claim({ ...request, key: 'another' })]).toEqual([
            false,
            true,
          ])
        })
      })
    }
  })
}
