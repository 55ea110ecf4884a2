import { describe, expect, it } from 'vitest'
import { searchLimits, type SearchLimits } from '../../../model/knowledge/search-limits.ts'
import type { SearchLimiter } from '../../../ports/knowledge/search-limiter.ts'
import type { AccountId } from '../../../model/accounts/account.ts'
import { newId } from '../../builders/builders.ts'

/** Searches that run until they are ended. */
function searchesOn(limiter: SearchLimiter) {
  const running = new Map<string, () => void>()
  const begun: string[] = []
  return {
    begun,
    /** Starts a search with this name. */
    start: (userId: AccountId, name: string) =>
      limiter.run(userId, () => {
        const { promise, resolve } = Promise.withResolvers<void>()
        begun.push(name)
        running.set(name, resolve)
        return promise.then(() => name)
      }),
    end: (name: string) => running.get(name)!(),
  }
}

const aUserId = () => newId() as AccountId
const refused = {
  ok: false,
  error: { code: 'search.too_many', runningMax: 2, retryAfterSeconds: 1 },
}

/** What every `SearchLimiter` must do. `open` returns a fresh limiter for each test. */
export function searchLimiterContract(
  name: string,
  open: (limits: SearchLimits) => Promise<SearchLimiter>,
) {
  const world = async (limits: Partial<SearchLimits> = {}) =>
    searchesOn(await open({ ...searchLimits, ...limits }))

  describe(`SearchLimiter contract: ${name}`, () => {
    it('R170 runs two searches of a person at a time, and the others in the order of the calls', async () => {
      const { start, end, begun } = await world()
      const person = aUserId()
      const names = ['one', 'two', 'three', 'four', 'five']
      const all = names.map((search) => start(person, search))
      for (const [position, search] of names.entries()) {
        await expect.poll(() => begun).toEqual(names.slice(0, position + 2))
        end(search)
        expect(await all[position]).toEqual({ ok: true, value: search })
      }
    })

    it('R170 lets no person wait for another', async () => {
      const { start, begun } = await world()
      const greedy = aUserId()
      for (const search of ['one', 'two', 'three']) void start(greedy, search)
      void start(aUserId(), 'of another')
      await expect.poll(() => begun).toEqual(['one', 'two', 'of another'])
    })

    it('R170 refuses a search after too many others, and never runs it', async () => {
      const { start, end, begun } = await world({ waitingMax: 1 })
      const person = aUserId()
      const [one, , three] = ['one', 'two', 'three'].map((search) => start(person, search))
      expect(await start(person, 'four')).toEqual(refused)
      end('one')
      await one
      await expect.poll(() => begun).toEqual(['one', 'two', 'three'])
      end('three')
      expect(await three).toEqual({ ok: true, value: 'three' })
      expect(begun).toEqual(['one', 'two', 'three'])
    })

    it('R170 refuses a search that would wait too long, and never runs it', async () => {
      const { start, end, begun } = await world({ waitMs: 1 })
      const person = aUserId()
      const running = ['one', 'two'].map((search) => start(person, search))
      expect(await start(person, 'three')).toEqual(refused)
      end('one')
      end('two')
      await Promise.all(running)
      expect(begun).toEqual(['one', 'two'])
    })

    it('gives the place of a search that failed to the next, and passes the error on', async () => {
      const limiter = await open(searchLimits)
      const person = aUserId()
      for (let failures = 0; failures < 3; failures += 1)
        await expect(
          limiter.run(person, () => Promise.reject(new Error('broken'))),
        ).rejects.toThrow('broken')
      expect(await limiter.run(person, async () => 42)).toEqual({ ok: true, value: 42 })
    })
  })
}
