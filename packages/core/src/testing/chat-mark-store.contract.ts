import { describe, expect } from 'vitest'
import type { ChatMark } from '../ports/chat-mark-store.ts'
import type { Transact } from '../ports/transact.ts'
import { dropReasons, type DropCounts } from '../team-chat/direct-message.ts'
import { atOnce, committed, racesNote, testIn, type Closable, type SuiteOptions } from './contract-suite.ts'

type World = Closable & { readonly transact: Transact }

const at = (second: number) => new Date(Date.UTC(2030, 0, 1, 0, 0, second, 7))
const begunAt = (second: number, settled = second): ChatMark => ({ begunAt: at(second), settledAt: at(settled) })
const begin = (transact: Transact, from: Date | null, botId = 'ken') =>
  committed(transact, ({ chatMarks }) => chatMarks.begin(botId, from))
const settle = (transact: Transact, until: Date, botId = 'ken') =>
  committed(transact, ({ chatMarks }) => chatMarks.settle(botId, until))
const drop = (transact: Transact, dropped: DropCounts) =>
  committed(transact, ({ chatMarks }) => chatMarks.addDropped('ken', dropped))
const found = (transact: Transact, botId = 'ken') => committed(transact, ({ chatMarks }) => chatMarks.findDropped(botId))

/** What every `ChatMarkStore` must do. `open` gives a fresh, empty world for each test. */
export function chatMarkStoreContract(name: string, open: () => Promise<World>, options: SuiteOptions = {}) {
  const test = testIn(open)
  describe(`ChatMarkStore contract: ${name}${racesNote(options)}`, () => {
    test('keeps where a bot began, to the millisecond, and gives the mark of one that has one', async ({ transact }) => {
      expect(await begin(transact, null)).toBeNull()
      for (const from of [at(1), at(2), null]) expect(await begin(transact, from)).toEqual(begunAt(1))
      expect(await begin(transact, at(3), 'other')).toEqual(begunAt(3))
    })

    test('moves a mark on, never back, and sets the first', async ({ transact }) => {
      await settle(transact, at(5))
      await settle(transact, at(4))
      expect(await begin(transact, null)).toEqual(begunAt(5))
      await settle(transact, at(6))
      expect(await begin(transact, at(1))).toEqual(begunAt(5, 6))
      expect(await begin(transact, null, 'other')).toBeNull()
    })

    test('forgets the marks of all bots, and not what was dropped', async ({ transact }) => {
      await settle(transact, at(5))
      await settle(transact, at(5), 'other')
      await drop(transact, { own: 1 })
      await committed(transact, ({ chatMarks }) => chatMarks.forget())
      expect([await begin(transact, null), await begin(transact, at(1), 'other')]).toEqual([null, begunAt(1)])
      expect(await found(transact)).toEqual({ own: 1 })
    })

    test('R67 adds up what was dropped, for every reason, without touching the mark', async ({ transact }) => {
      expect(await found(transact)).toEqual({})
      await drop(transact, { own: 2, webhook: 1 })
      await settle(transact, at(5))
      await drop(transact, {})
      await drop(transact, Object.fromEntries(dropReasons.map((reason) => [reason, 3])))
      const sums = { ...Object.fromEntries(dropReasons.map((reason) => [reason, 3])), own: 5, webhook: 4 }
      expect(await found(transact)).toEqual(sums)
      expect(await begin(transact, null)).toEqual(begunAt(5))
      expect(await found(transact, 'other')).toEqual({})
    })

    if (options.races ?? true) {
      test('loses no count of twenty at once', async ({ transact }) => {
        await atOnce(20, () => drop(transact, { own: 1, malformed: 2 }))
        expect(await found(transact)).toEqual({ own: 20, malformed: 40 })
      })
    }
  })
}
