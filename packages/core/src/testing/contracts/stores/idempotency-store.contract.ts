import { describe, expect } from 'vitest'
import type { AccountId } from '../../../model/accounts/account.ts'
import { answerKeptSeconds, progressSeconds, type RepeatableRequest } from '../../../ports/stores/idempotency-store.ts'
import type { Transact } from '../../../ports/stores/transact.ts'
import { err } from '../../../model/result.ts'
import { anAccount, newId } from '../../builders/builders.ts'
import { atOnce, committed, racesNote, testIn, type Aging, type Closable, type SuiteOptions } from '../contract-suite.ts'

type World = Closable & Aging & { readonly transact: Transact }

const kept = { fingerprint: 'a fingerprint', answer: '{"id":"1"}' }
const other = { fingerprint: 'another', answer: '{"id":"2"}' }
const keep = (transact: Transact, request: RepeatableRequest, what = kept) =>
  committed(transact, ({ idempotency }) => idempotency.keep(request, what))
const find = (transact: Transact, request: RepeatableRequest) =>
  committed(transact, ({ idempotency }) => idempotency.find(request))

const { fingerprint } = kept
const noteProgress = (transact: Transact, request: RepeatableRequest, since: Date | null) =>
  committed(transact, ({ idempotency }) => idempotency.noteProgress(request, fingerprint, since))

/** A request of somebody who has an account. */
async function aRequest(transact: Transact, key = 'a-key'): Promise<RepeatableRequest> {
  const account = anAccount()
  await committed(transact, ({ accounts }) => accounts.insert(account))
  return { callerId: account.id, operation: 'createGroup', key }
}

/** What every `IdempotencyStore` must do. `open` gives a fresh, empty world for each test. */
export function idempotencyStoreContract(name: string, open: () => Promise<World>, options: SuiteOptions = {}) {
  const test = testIn(open)
  describe(`IdempotencyStore contract: ${name}${racesNote(options)}`, () => {
    test('keeps an answer for its caller, operation and key, and for no other', async ({ transact }) => {
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

    test('takes keys of 255 characters and every visible one of ASCII', async ({ transact }) => {
      const visible = String.fromCodePoint(...Array.from({ length: 94 }, (_, place) => 33 + place))
      for (const key of ['!', 'k'.repeat(255), visible]) {
        const request = await aRequest(transact, key)
        await keep(transact, request)
        expect(await find(transact, request)).toEqual(kept)
      }
    })

    test('keeps nothing of a transaction that rolled back', async ({ transact }) => {
      const request = await aRequest(transact)
      await transact(async ({ idempotency }) => err(await idempotency.keep(request, kept)))
      expect(await find(transact, request)).toBeNull()
    })

    test('replaces no answer that is kept', async ({ transact }) => {
      const request = await aRequest(transact)
      await keep(transact, request)
      await expect(keep(transact, request, other)).rejects.toThrow('Another answer is kept')
      expect(await find(transact, request)).toEqual(kept)
    })

    test('forgets an answer after 24 hours to the millisecond, and keeps another in its place', async ({ transact, age }) => {
      const request = await aRequest(transact)
      await keep(transact, request)
      await age(answerKeptSeconds * 1_000 - 60_000)
      expect(await find(transact, request)).toEqual(kept)
      await age(60_000)
      expect(await find(transact, request)).toBeNull()
      await keep(transact, request, other)
      expect(await find(transact, request)).toEqual(other)
    })

    test('notes the parts of an unfinished request one after the other, until its answer is kept', async ({ transact }) => {
      const request = await aRequest(transact)
      const first = await noteProgress(transact, request, null)
      expect(await find(transact, request)).toEqual({ fingerprint, answer: null, progressedAt: first, isStalled: false })
      expect(await noteProgress(transact, request, null)).toBeNull()
      expect(await noteProgress(transact, request, new Date(first!.getTime() - 1))).toBeNull()
      const second = await noteProgress(transact, request, first)
      expect(await find(transact, request)).toEqual({ fingerprint, answer: null, progressedAt: second, isStalled: false })
      await keep(transact, request)
      expect(await find(transact, request)).toEqual(kept)
      expect(await noteProgress(transact, request, second)).toBeNull()
      expect(await find(transact, request)).toEqual(kept)
    })

    test('calls an unfinished request stalled a minute after its latest part, and lets one continue it', async (world) => {
      const { transact, age } = world
      const request = await aRequest(transact)
      const begun = await noteProgress(transact, request, null)
      await age((progressSeconds - 30) * 1_000)
      expect(await find(transact, request)).toMatchObject({ isStalled: false })
      await age(30_000)
      expect(await find(transact, request)).toMatchObject({ answer: null, isStalled: true })
      const continued = await noteProgress(transact, request, null)
      expect(continued).toEqual(expect.any(Date))
      expect(await find(transact, request)).toMatchObject({ progressedAt: continued, isStalled: false })
      expect([await noteProgress(transact, request, null), await noteProgress(transact, request, begun)]).toEqual([null, null])
    })

    test('forgets an unfinished request like an answer', async ({ transact, age }) => {
      const request = await aRequest(transact)
      await noteProgress(transact, request, null)
      await age(answerKeptSeconds * 1_000)
      expect(await find(transact, request)).toBeNull()
      expect(await committed(transact, ({ idempotency }) => idempotency.prune(2))).toBe(1)
      await noteProgress(transact, request, null)
      await transact(async ({ idempotency }) => err(await idempotency.keep(request, kept)))
      expect(await find(transact, request)).toMatchObject({ answer: null })
    })

    test('prunes answers that are too old, as many as asked for, and no others', async ({ transact, age }) => {
      const old = await aRequest(transact)
      for (const key of ['1', '2', '3']) await keep(transact, { ...old, key })
      await age(answerKeptSeconds * 1_000)
      await keep(transact, old)
      const prune = () => committed(transact, ({ idempotency }) => idempotency.prune(2))
      expect([await prune(), await prune(), await prune()]).toEqual([2, 1, 0])
      expect(await find(transact, old)).toEqual(kept)
    })

    test('keeps nothing for an account that is missing or was deleted', async ({ transact }) => {
      const request = await aRequest(transact)
      await expect(keep(transact, { ...request, callerId: newId() as AccountId })).rejects.toThrow(/missing|foreign key/)
      await keep(transact, request)
      await committed(transact, ({ accounts }) => accounts.remove(request.callerId))
      expect(await find(transact, request)).toBeNull()
    })

    test('gives a claim again once its transaction has ended, however it ended', async ({ transact }) => {
      const request = await aRequest(transact)
      const claim = committed(transact, ({ idempotency }) => idempotency.claim(request))
      expect(await claim).toBe(true)
      await transact(async ({ idempotency }) => err(await idempotency.claim(request)))
      expect(await committed(transact, ({ idempotency }) => idempotency.claim(request))).toBe(true)
    })

    if (options.races ?? true) {
      test('gives a claim to one transaction at a time, refuses the others at once, and shows the next what was kept', async ({
        transact,
      }) => {
        const request = await aRequest(transact)
        const acts = await atOnce(20, () =>
          committed(transact, async ({ idempotency }) => {
            if (!(await idempotency.claim(request))) return 'in progress'
            if ((await idempotency.find(request)) !== null) return 'kept'
            await idempotency.keep(request, kept)
            return 'done'
          }),
        )
        expect(acts.filter((act) => act === 'done')).toHaveLength(1)
      })

      test('lets one of many continue a stalled request', async ({ transact, age }) => {
        const request = await aRequest(transact)
        await noteProgress(transact, request, null)
        await age(progressSeconds * 1_000)
        const continued = await atOnce(20, () => noteProgress(transact, request, null))
        expect(continued.filter((time) => time !== null)).toHaveLength(1)
      })

      test('refuses a claim that another transaction holds, and none of another request', async ({ transact }) => {
        const request = await aRequest(transact)
        const claim = (wanted: RepeatableRequest) => committed(transact, ({ idempotency }) => idempotency.claim(wanted))
        await committed(transact, async ({ idempotency }) => {
          expect(await idempotency.claim(request)).toBe(true)
          expect([await claim(request), await claim({ ...request, key: 'another' })]).toEqual([false, true])
        })
      })
    }
  })
}
