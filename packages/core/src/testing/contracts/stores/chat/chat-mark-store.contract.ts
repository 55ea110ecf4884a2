import { describe, expect } from 'vitest'
import type { ChatMark, ChatRequests } from '../../../../ports/stores/chat/chat-mark-store.ts'
import type { Transact } from '../../../../ports/stores/transact.ts'
import { postRetentionSeconds } from '../../../../model/chat/chat-post.ts'
import { dropReasons, type DropCounts } from '../../../../model/chat/chat-message.ts'
import { newId } from '../../../builders/builders.ts'
import {
  concurrently,
  committed,
  racesNote,
  testIn,
  type Closable,
  type SuiteOptions,
} from '../../contract-suite.ts'

type World = Closable & { readonly transact: Transact }

const at = (second: number) => new Date(Date.UTC(2030, 0, 1, 0, 0, second, 7))
const markFrom = (second: number, stored = second): ChatMark => ({
  startedAt: at(second),
  storedUntil: at(stored),
})
const noRequests: ChatRequests = { lastAt: null, missedAt: null, limitedAt: null }
const mark = (transact: Transact, botId = 'ken') =>
  committed(transact, ({ chatMarks }) => chatMarks.find(botId))
/** Returns the mark afterwards. */
const begin = (transact: Transact, from: Date, botId = 'ken') =>
  committed(transact, async ({ chatMarks }) => {
    await chatMarks.begin(botId, from)
    return chatMarks.find(botId)
  })
const advance = (transact: Transact, until: Date, botId = 'ken') =>
  committed(transact, ({ chatMarks }) => chatMarks.advance(botId, until))
const drop = (transact: Transact, dropped: DropCounts, batchId = newId()) =>
  committed(transact, ({ chatMarks }) => chatMarks.addDropped('ken', batchId, dropped))
const found = (transact: Transact, botId = 'ken') =>
  committed(transact, ({ chatMarks }) => chatMarks.findDropped(botId))

/** What every `ChatMarkStore` must do. `open` returns a fresh, empty world for each test. */
export function chatMarkStoreContract(
  name: string,
  open: () => Promise<World>,
  options: SuiteOptions = {},
) {
  const test = testIn(open)
  describe(`ChatMarkStore contract: ${name}${racesNote(options)}`, () => {
    test('stores the start of a bot once, to the millisecond', async ({ transact }) => {
      expect(await mark(transact)).toBeNull()
      for (const from of [at(1), at(2)]) expect(await begin(transact, from)).toEqual(markFrom(1))
      expect(await mark(transact)).toEqual(markFrom(1))
      expect(await begin(transact, at(3), 'other')).toEqual(markFrom(3))
    })

    test('moves a mark forward, never back, and creates the first', async ({ transact }) => {
      await advance(transact, at(5))
      await advance(transact, at(4))
      expect(await mark(transact)).toEqual(markFrom(5))
      await advance(transact, at(6))
      expect(await begin(transact, at(1))).toEqual(markFrom(5, 6))
      expect(await mark(transact, 'other')).toBeNull()
    })

    test('deletes the mark of one bot, and keeps the dropped counts', async ({ transact }) => {
      await advance(transact, at(5))
      await advance(transact, at(5), 'other')
      await drop(transact, { own: 1 })
      for (const botId of ['ken', 'unknown'])
        await committed(transact, ({ chatMarks }) => chatMarks.remove(botId))
      expect([await mark(transact), await mark(transact, 'other')]).toEqual([null, markFrom(5)])
      expect(await begin(transact, at(1))).toEqual(markFrom(1))
      expect(await found(transact)).toEqual({ own: 1 })
    })

    test('notes the latest moments of requests until the mark is deleted', async ({ transact }) => {
      const note = (requests: Partial<ChatRequests>) =>
        committed(transact, ({ chatMarks }) =>
          chatMarks.noteRequests('ken', { ...noRequests, ...requests }),
        )
      const noted = (botId = 'ken') =>
        committed(transact, ({ chatMarks }) => chatMarks.findRequests(botId))
      expect(await noted()).toEqual(noRequests)
      await note({ lastAt: at(2) })
      await note({ lastAt: at(1), missedAt: at(1) })
      await note({ limitedAt: at(3) })
      await note({})
      expect(await noted()).toEqual({ lastAt: at(2), missedAt: at(1), limitedAt: at(3) })
      expect(await noted('other')).toEqual(noRequests)
      expect(await mark(transact)).toBeNull()
      await drop(transact, { own: 1 })
      await advance(transact, at(5))
      expect(await noted()).toMatchObject({ lastAt: at(2) })
      await committed(transact, ({ chatMarks }) => chatMarks.remove('ken'))
      expect(await noted()).toEqual(noRequests)
    })

    test('R67 adds up dropped events per reason without changing the mark', async ({
      transact,
    }) => {
      expect(await found(transact)).toEqual({})
      await drop(transact, { own: 2, webhook: 1 })
      await advance(transact, at(5))
      await drop(transact, {})
      await drop(transact, Object.fromEntries(dropReasons.map((reason) => [reason, 3])))
      const sums = {
        ...Object.fromEntries(dropReasons.map((reason) => [reason, 3])),
        own: 5,
        webhook: 4,
      }
      expect(await found(transact)).toEqual(sums)
      expect(await mark(transact)).toEqual(markFrom(5))
      expect(await found(transact, 'other')).toEqual({})
    })

    test('R67 counts a repeated batch once, and batches with other ids separately', async ({
      transact,
    }) => {
      for (const batchId of [newId(), newId()]) {
        for (const _ of [1, 2, 3]) await drop(transact, { own: 1 }, batchId)
      }
      expect(await found(transact)).toEqual({ own: 2 })
    })

    test('R67 remembers dropped posts until the mark is an hour past them', async ({
      transact,
    }) => {
      const remember = (ids: readonly string[], botId = 'ken', postedAt = at(0)) =>
        committed(transact, ({ chatMarks }) =>
          chatMarks.rememberDropped(
            botId,
            ids.map((postId) => ({ postId, postedAt })),
          ),
        )
      expect((await remember(['one', 'two'])).toSorted()).toEqual(['one', 'two'])
      expect(await remember(['two', 'three', 'one'])).toEqual(['three'])
      expect([await remember([]), await remember(['one'], 'other')]).toEqual([[], ['one']])
      await advance(transact, at(3_600))
      expect(await remember(['one', 'two', 'three'])).toEqual([])
      expect(await remember(['late'], 'ken', at(1))).toEqual(['late'])
      await advance(transact, at(3_601))
      expect((await remember(['one', 'two', 'late'])).toSorted()).toEqual(['one', 'two'])
      await transact(async ({ chatMarks }) => ({
        ok: false,
        error: await chatMarks.rememberDropped('ken', [{ postId: 'four', postedAt: at(0) }]),
      }))
      expect(await remember(['four'])).toEqual(['four'])
      // Another bot is at an earlier time of its own platform.
      expect(await remember(['one'], 'other')).toEqual([])
      await advance(transact, at(postRetentionSeconds + 1))
      expect(await remember(['one'], 'other')).toEqual(['one'])
    })

    if (options.races ?? true) {
      test('R67 gives a dropped post to one of twenty concurrent calls', async ({ transact }) => {
        const posts = ['one', 'two'].map((postId) => ({ postId, postedAt: at(0) }))
        const remembered = await concurrently(20, (call) =>
          committed(transact, ({ chatMarks }) =>
            chatMarks.rememberDropped('ken', call % 2 === 0 ? posts : posts.toReversed()),
          ),
        )
        expect(remembered.flat().toSorted()).toEqual(['one', 'two'])
      })

      test('loses no count of twenty concurrent calls', async ({ transact }) => {
        await concurrently(20, () => drop(transact, { own: 1, malformed: 2 }))
        expect(await found(transact)).toEqual({ own: 20, malformed: 40 })
      })
    }
  })
}
