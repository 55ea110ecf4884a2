import { describe, expect, it, onTestFinished } from 'vitest'
import { keyWindow } from '../keys/key.ts'
import type { KeyLimiter, KeyWindow } from '../ports/key-limiter.ts'

/** A fresh limiter, and a way to let its time pass. */
export type KeyLimiterWorld = {
  readonly limiter: KeyLimiter
  readonly elapse: (milliseconds: number) => Promise<void>
  readonly close: () => Promise<void>
}

/** What every `KeyLimiter` must do. `open` gives a fresh world for each test. */
export function keyLimiterContract(name: string, open: (window: KeyWindow) => Promise<KeyLimiterWorld>) {
  async function openWorld(window: Partial<KeyWindow> = {}) {
    const world = await open({ ...keyWindow, ...window })
    onTestFinished(world.close)
    return world
  }

  describe(`KeyLimiter contract: ${name}`, () => {
    it('R9 allows exactly 60 of 200 calls at once', async () => {
      const { limiter } = await openWorld()
      const taken = await Promise.all(Array.from({ length: 200 }, () => limiter.take('key_1')))
      const allowed = taken.filter((allowance) => allowance.allowed)
      const remaining = allowed.map((allowance) => allowance.remaining).toSorted((one, other) => one - other)
      expect(remaining).toEqual(Array.from({ length: 60 }, (_, left) => left))
    })

    it('says the limit, what is left of it, and the seconds until the window starts anew', async () => {
      const { limiter } = await openWorld()
      expect(await limiter.take('key_1')).toEqual({ allowed: true, limit: 60, remaining: 59, resetSeconds: 60 })
      expect(await limiter.take('key_1')).toMatchObject({ allowed: true, limit: 60, remaining: 58 })
    })

    it('allows the last call with nothing left, and refuses the next', async () => {
      const { limiter } = await openWorld({ limit: 2 })
      await limiter.take('key_1')
      expect(await limiter.take('key_1')).toMatchObject({ allowed: true, limit: 2, remaining: 0 })
      expect(await limiter.take('key_1')).toMatchObject({ allowed: false, limit: 2, remaining: 0 })
    })

    it('takes nothing of one key for the calls of another', async () => {
      const { limiter } = await openWorld({ limit: 1 })
      await limiter.take('key_1')
      expect(await limiter.take('key_1')).toMatchObject({ allowed: false })
      expect(await limiter.take('key_2')).toMatchObject({ allowed: true, remaining: 0 })
      expect(await limiter.take('')).toMatchObject({ allowed: true, remaining: 0 })
    })

    it('starts the window anew after its seconds, whatever was refused meanwhile, and says at least 1 second until then', async () => {
      const { limiter, elapse } = await openWorld({ limit: 1, windowSeconds: 1 })
      expect(await limiter.take('key_1')).toEqual({ allowed: true, limit: 1, remaining: 0, resetSeconds: 1 })
      let passedMilliseconds = 0
      let last = await limiter.take('key_1')
      for (; !last.allowed && passedMilliseconds < 3_000; passedMilliseconds += 100) {
        expect(last).toEqual({ allowed: false, limit: 1, remaining: 0, resetSeconds: 1 })
        await elapse(100)
        last = await limiter.take('key_1')
      }
      expect(last).toEqual({ allowed: true, limit: 1, remaining: 0, resetSeconds: 1 })
      expect(passedMilliseconds).toBeGreaterThan(0)
    })
  })
}
