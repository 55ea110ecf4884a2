import { describe, expect, it } from 'vitest'
import type { ModelSlotLimits } from '../../../model/answers/answer-limits.ts'
import type { AnswerLimiter, ModelUser } from '../../../ports/knowledge/answer-limiter.ts'

const unending = new AbortController().signal
const limits: ModelSlotLimits = { runningMax: 4, waitingMax: 6, waitMs: 60_000, perCallerMax: 2 }

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** What every `AnswerLimiter` must do. */
export function answerLimiterContract(
  name: string,
  open: (limits: ModelSlotLimits) => AnswerLimiter,
) {
  /** A limiter, and the slots that were granted so far, in order. */
  const world = (overrides: Partial<ModelSlotLimits> = {}) => {
    const limiter = open({ ...limits, ...overrides })
    const granted: string[] = []
    const queue = (user: ModelUser, label: string = user, signal = unending) => {
      const slot = limiter.queue(user)
      const turn = slot?.granted(signal).then(() => void granted.push(label))
      turn?.catch(() => {})
      return slot === null ? null : { ...slot, turn: turn! }
    }
    return { limiter, granted, queue }
  }
  describe(`AnswerLimiter contract: ${name}`, () => {
    it('R234 answers as many questions of a caller at a time as allowed, and others meanwhile', () => {
      for (const one of ['key', null]) {
        const { limiter } = world()
        const begin = () => limiter.begin('one', one)
        const [first, second] = [begin(), begin()]
        expect([begin(), limiter.begin('two', 'other') !== null]).toEqual([null, true])
        first?.()
        first?.()
        expect([begin() !== null, begin()]).toEqual([true, null])
        second?.()
        expect(begin()).not.toBeNull()
      }
    })

    it('R234 answers questions of a person over all their keys in half of the slots', () => {
      const { limiter } = world({ runningMax: 7 })
      const ends = ['a', 'b', null].map((key) => limiter.begin('one', key))
      expect(ends).not.toContain(null)
      expect([limiter.begin('one', 'c'), limiter.begin('one', null)]).toEqual([null, null])
      expect(limiter.begin('two', 'd')).not.toBeNull()
      ends[1]?.()
      expect(limiter.begin('one', 'c')).not.toBeNull()
      expect(limiter.begin('one', 'a')).toBeNull()
    })

    it('R234 counts a key over the people that it acts for', () => {
      const { limiter } = world()
      expect([limiter.begin('one', 'a'), limiter.begin('two', 'a')]).not.toContain(null)
      expect(limiter.begin('three', 'a')).toBeNull()
    })

    it('grants all slots at once, and the next in order as they are released', async () => {
      const { queue, granted } = world()
      const slots = Array.from({ length: 7 }, (_, place) => queue('ask', `${place}`)!)
      await settled()
      expect(granted).toEqual(['0', '1', '2', '3'])
      slots[2]!.release()
      slots[2]!.release()
      slots[0]!.release()
      await settled()
      expect(granted).toEqual(['0', '1', '2', '3', '4', '5'])
    })

    it('R235 refuses when the queue is full, but half of it is free for each kind of users', () => {
      const { queue } = world()
      expect(Array.from({ length: 12 }, () => queue('ask') !== null)).toEqual([
        ...Array.from({ length: 10 }, () => true),
        false,
        false,
      ])
      expect(Array.from({ length: 5 }, () => queue('chat') !== null)).toEqual([
        true,
        true,
        true,
        false,
        false,
      ])
    })

    it('R235 gives each kind of users half of the slots while both wait', async () => {
      for (const [early, late] of [
        ['ask', 'chat'],
        ['chat', 'ask'],
      ] as const) {
        const { queue, granted } = world()
        const running = Array.from({ length: 7 }, () => queue(early)!)
        const [, , third] = Array.from({ length: 3 }, () => queue(late)!)
        for (const { release } of running.slice(0, 2)) release()
        await settled()
        expect(granted.slice(4)).toEqual([late, late])
        running[2]!.release()
        await settled()
        expect(granted.slice(6)).toEqual([early])
        expect(third).toBeDefined()
      }
    })

    it('R234 frees the place of a request that ends while it waits', async () => {
      const { queue, granted } = world({ runningMax: 1 })
      const running = queue('ask', 'running')!
      const ending = new AbortController()
      const abandoned = queue('ask', 'abandoned', ending.signal)!
      queue('ask', 'next')
      ending.abort()
      await expect(abandoned.turn).rejects.toMatchObject({ dependency: 'request' })
      abandoned.release()
      running.release()
      await settled()
      expect(granted).toEqual(['running', 'next'])
    })

    it('R234 grants nothing to a request that has ended', async () => {
      const { queue } = world()
      await expect(queue('ask', 'late', AbortSignal.abort())!.turn).rejects.toMatchObject({
        dependency: 'request',
      })
    })

    it('R235 ends a wait that takes too long', async () => {
      const { queue } = world({ runningMax: 1, waitMs: 5 })
      queue('chat')
      await expect(queue('ask')!.turn).rejects.toMatchObject({ dependency: 'answer model' })
    })
  })
}
