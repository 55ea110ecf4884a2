import { describe, expect, it, onTestFinished } from 'vitest'
import { callWindows } from '../../../model/keys/key.ts'
import type { CountedCall, KeyLimiter } from '../../../ports/credentials/key-limiter.ts'
import type { Allowance, CallWindows, KeyWindow } from '../../../model/keys/call-limits.ts'

/** A fresh limiter, and a way to move its time forward. */
export type KeyLimiterWorld = {
  readonly limiter: KeyLimiter
  readonly elapse: (milliseconds: number) => Promise<void>
  readonly close: () => Promise<void>
}

type OpenWorld = (key?: Partial<KeyWindow>, person?: Partial<KeyWindow>) => Promise<KeyLimiterWorld>

/** What every `KeyLimiter` must do. `open` returns a fresh world for each test. */
export function keyLimiterContract(
  name: string,
  open: (windows: CallWindows) => Promise<KeyLimiterWorld>,
) {
  const openWorld: OpenWorld = async (key = {}, person = {}) => {
    const world = await open({
      key: { ...callWindows.key, ...key },
      person: { ...callWindows.person, ...person },
    })
    onTestFinished(world.close)
    return world
  }
  describe(`KeyLimiter contract: ${name}`, () => {
    describe('keys', () => {
      it('R9 allows exactly 60 of 200 concurrent calls', async () => {
        const take = taker((await openWorld()).limiter)
        const taken = await Promise.all(Array.from({ length: 200 }, () => take('key_1')))
        const allowed = taken.filter((allowance) => allowance?.allowed === true)
        const remaining = allowed
          .map((allowance) => allowance!.remaining)
          .toSorted((one, other) => one - other)
        expect(remaining).toEqual(Array.from({ length: 60 }, (_, left) => left))
      })

      it('returns the limit, what is left of it, and the seconds until the next window', async () => {
        const take = taker((await openWorld()).limiter)
        expect(await take('key_1')).toEqual({
          allowed: true,
          limit: 60,
          remaining: 59,
          resetSeconds: 60,
        })
        expect(await take('key_1')).toMatchObject({ allowed: true, limit: 60, remaining: 58 })
      })

      it('allows the last call with nothing left, and refuses the next', async () => {
        const take = taker((await openWorld({ limit: 2 })).limiter)
        await take('key_1')
        expect(await take('key_1')).toMatchObject({ allowed: true, limit: 2, remaining: 0 })
        expect(await take('key_1')).toMatchObject({ allowed: false, limit: 2, remaining: 0 })
      })

      it('counts each key separately', async () => {
        const take = taker((await openWorld({ limit: 1 })).limiter)
        await take('key_1')
        expect(await take('key_1')).toMatchObject({ allowed: false })
        expect(await take('key_2')).toMatchObject({ allowed: true, remaining: 0 })
        expect(await take('')).toMatchObject({ allowed: true, remaining: 0 })
      })

      it('starts a new window on time despite refused calls, and reports at least 1 second until then', async () => {
        const { limiter, elapse } = await openWorld({ limit: 1, windowSeconds: 1 })
        const take = taker(limiter)
        expect(await take('key_1')).toEqual({
          allowed: true,
          limit: 1,
          remaining: 0,
          resetSeconds: 1,
        })
        let passedMilliseconds = 0
        let last = await take('key_1')
        for (; last?.allowed === false && passedMilliseconds < 3_000; passedMilliseconds += 100) {
          expect(last).toEqual({ allowed: false, limit: 1, remaining: 0, resetSeconds: 1 })
          await elapse(100)
          last = await take('key_1')
        }
        expect(last).toEqual({ allowed: true, limit: 1, remaining: 0, resetSeconds: 1 })
        expect(passedMilliseconds).toBeGreaterThan(0)
      })
    })
    describe('people', () => {
      it('R152 counts a call on its key and its person only', async () => {
        const { limiter } = await openWorld()
        const [key, person] = [
          expect.objectContaining({ remaining: 59 }),
          expect.objectContaining({ limit: 600, remaining: 599 }),
        ]
        expect(await limiter.take({ keyId: 'one', userId: 'ada' })).toEqual({ key, person })
        expect(await limiter.take(ofKey('two'))).toEqual({ key, person: null })
        expect(await limiter.take(ofPerson('bob'))).toEqual({ key: null, person })
        // The same id counts separately as a key and as a person.
        expect(await limiter.take({ keyId: 'ada', userId: 'one' })).toEqual({ key, person })
      })

      it('R152 allows a person exactly their calls over all keys and concurrent sessions', async () => {
        const { limiter } = await openWorld({ limit: 3 }, { limit: 20 })
        const calls = Array.from({ length: 60 }, (_, position) =>
          position < 30 ? `key_${position % 10}` : null,
        )
        const taken = await Promise.all(
          calls.map((keyId) => limiter.take({ keyId, userId: 'ada' })),
        )
        expect(
          taken.filter(({ key, person }) => !isRefused(key) && person?.allowed === true),
        ).toHaveLength(20)
        expect(await limiter.take(ofPerson('ada'))).toMatchObject({
          person: { allowed: false, remaining: 0 },
        })
        expect(await limiter.take(ofPerson('bob'))).toMatchObject({
          person: { allowed: true, remaining: 19 },
        })
      })

      it('R152 counts nothing on the person for a call that the key refuses', async () => {
        const { limiter } = await openWorld({ limit: 2 }, { limit: 10 })
        const call = { keyId: 'one', userId: 'ada' }
        await Promise.all(Array.from({ length: 20 }, () => limiter.take(call)))
        expect(await limiter.take(call)).toEqual({
          key: expect.objectContaining({ allowed: false }),
          person: null,
        })
        expect(await limiter.take(ofPerson('ada'))).toMatchObject({
          person: { allowed: true, remaining: 7 },
        })
      })
    })
  })
}

const ofKey = (keyId: string): CountedCall => ({ keyId, userId: null })
const ofPerson = (userId: string): CountedCall => ({ keyId: null, userId })

const taker = (limiter: KeyLimiter) => async (keyId: string) =>
  (await limiter.take(ofKey(keyId))).key
const isRefused = (allowance: Allowance | null) => allowance?.allowed === false
