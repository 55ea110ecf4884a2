import { describe, expect } from 'vitest'
import {
  botMessengerChannelId,
  botMessengerPostId,
} from '../../../../model/bot-messenger/bot-messenger-ids.ts'
import {
  inWorkspace,
  workspaceChatPostId,
} from '../../../../model/workspace-chat/workspace-chat-ids.ts'
import type { AccountId } from '../../../../model/accounts/account.ts'
import type { Message } from '../../../../model/conversation.ts'
import type { IdentitySource } from '../../../../model/identities/identity.ts'
import type { DocumentId } from '../../../../model/knowledge/document.ts'
import type {
  ChatPostNotes,
  Exchange,
  NewAnswer,
  StoredAnswer,
} from '../../../../ports/stores/chat/chat-post-store.ts'
import type { Transact } from '../../../../ports/stores/transact.ts'
import { ok } from '../../../../model/result.ts'
import {
  chatPostOutcomes,
  postRetentionSeconds,
  type ChatPost,
  type ChatPostId,
  type ChatPostOutcome,
} from '../../../../model/chat/chat-post.ts'
import { anAccount, newId } from '../../../builders/builders.ts'
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
import { aChatPost, newChatPostId } from '../../../builders/chat-posts.ts'

type World = Closable &
  Aging & {
    readonly transact: Transact
    /** How far the replies are. */
    readonly chatPosts: ChatPostNotes
  }

/** What every `ChatPostStore` must do. `open` returns a fresh, empty world for each test. */
export function chatPostStoreContract(
  name: string,
  open: () => Promise<World>,
  options: SuiteOptions = {},
) {
  const test = testIn(open)
  describe(`ChatPostStore contract: ${name}${racesNote(options)}`, () => {
    describe('rows', () => {
      test('stores every field, to the millisecond, and returns null for an unknown id', async ({
        transact,
        chatPosts: notes,
      }) => {
        const postedAt = new Date('2030-01-02T03:04:05.006Z')
        const posts = [
          aChatPost({ postedAt, rootId: newChatPostId() }),
          aChatPost({ isAdmitted: false }),
        ]
        for (const post of posts) {
          const { value: receivedAt } = await transact(async ({ chatPosts, now }) => {
            expect(await chatPosts.insert([post])).toEqual(new Set([post.postId]))
            return ok(await now())
          })
          expect(await find(notes, post)).toEqual({
            ...post,
            receivedAt,
            answer: null,
            basedOn: [],
            answerFor: null,
            placed: [],
            closed: null,
          })
        }
        expect(await find(notes, aChatPost())).toBeNull()
      })

      test('R69 adds no post that is known, even with another text, and closed or not', async ({
        transact,
        chatPosts: notes,
      }) => {
        const post = await anInserted(transact)
        const again = { ...aChatPost(), postId: post.postId }
        expect(await insert(transact, again)).toBe(false)
        await close(notes, post, 'answered')
        expect(await insert(transact, again)).toBe(false)
        expect(await find(notes, post)).toMatchObject(post)
      })

      test('R69 adds several posts at once, without those that are known, and lists those around them', async ({
        transact,
      }) => {
        const known = await anInserted(transact)
        const posts = [aChatPost(), known, aChatPost()]
        const added = await committed(transact, async ({ chatPosts }) => {
          await chatPosts.lockChannels(posts.map(({ channelId }) => channelId))
          return chatPosts.insert(posts)
        })
        expect(added).toEqual(new Set([posts[0]!.postId, posts[2]!.postId]))
        const around = posts.map(({ channelId, postedAt: moment }) => ({ channelId, moment }))
        const list = (some: typeof around) =>
          committed(transact, ({ chatPosts }) => chatPosts.listAround(some, 60))
        expect(await list(around)).toHaveLength(3)
        expect(await list(around.slice(1))).toEqual(
          expect.arrayContaining(
            posts.slice(1).map(({ postId }) => expect.objectContaining({ postId })),
          ),
        )
        expect(await list([])).toEqual([])
        expect(await committed(transact, ({ chatPosts }) => chatPosts.insert([]))).toEqual(
          new Set(),
        )
      })

      test('lists the posts of one channel around a point in time, without the bounds', async ({
        transact,
      }) => {
        const moment = new Date('2030-01-01T00:01:00.000Z')
        const { channelId } = aChatPost()
        const timed = [-60_000, -59_999, 0, 0, 59_999, 60_000].map((offset, place) => ({
          postId: newChatPostId(),
          channelId,
          postedAt: new Date(moment.getTime() + offset),
          isAdmitted: place !== 2,
        }))
        for (const post of timed) await anInserted(transact, post)
        await anInserted(transact, { postedAt: moment })
        const listed = await committed(transact, ({ chatPosts }) =>
          chatPosts.listAround([{ channelId, moment }], 60),
        )
        expect(listed).toHaveLength(4)
        expect(listed).toEqual(expect.arrayContaining(timed.slice(1, -1)))
      })
    })
    describe('replies', () => {
      test('R70 stores the first answer, and returns it for every later one', async ({
        transact,
        chatPosts: notes,
      }) => {
        const post = await anInserted(transact)
        expect(await keep(notes, post, ...anAnswer)).toEqual({
          parts: anAnswer,
          isNew: true,
          answerFor,
          placed: [],
        })
        const another = { parts: ['another'], basedOn: [], answerFor: null }
        const other = await storedBy(notes, post.postId, another, null)
        expect(other).toEqual({ parts: anAnswer, answerFor, isNew: false, placed: [] })
        expect(await find(notes, post)).toMatchObject({
          answer: anAnswer,
          basedOn: documentIds,
          answerFor,
          closed: null,
        })
      })

      test('R70 adds the messages of the first answer to the conversation, and no others', async ({
        transact,
        chatPosts: notes,
      }) => {
        const post = await anInserted(transact)
        const { id: userId } = await aPerson(transact)
        const said = (text: string) => store(notes, post, { userId, text })
        expect(await said('first')).toMatchObject({ isNew: true })
        expect(await said('second')).toMatchObject({ isNew: false })
        await close(notes, post, 'answered')
        expect(await said('third')).toBeNull()
        expect(await listMessages(transact, post, userId)).toEqual([
          { role: 'person', text: 'first?', basedOn: [] },
          { role: 'assistant', text: 'first', basedOn: documentIds },
        ])
        const other = await anInserted(transact)
        await concurrently(5, (position) => store(notes, other, { userId, text: `${position}` }))
        expect(await listMessages(transact, other, userId)).toHaveLength(2)
      })

      test('stores nothing for an account that was deleted', async ({
        transact,
        chatPosts: notes,
      }) => {
        const post = await anInserted(transact)
        const { id: userId } = anAccount()
        await expect(store(notes, post, { userId, text: 'late' })).rejects.toThrow(
          /account|foreign key/,
        )
        expect(await find(notes, post)).toMatchObject({ answer: null, answerFor: null })
        expect(await listMessages(transact, post, userId)).toEqual([])
      })

      test('stores no answer to a post that is closed or unknown', async ({
        transact,
        chatPosts: notes,
      }) => {
        const post = await anInserted(transact)
        await close(notes, post, 'refused')
        expect(await keep(notes, post, 'too late')).toBeNull()
        expect(await keep(notes, aChatPost(), 'unknown')).toBeNull()
        expect(await find(notes, post)).toMatchObject({ answer: null })
      })
    })
    describe('conversations', () => {
      test('finds the root of a post by its own id and by the messages of its answer, in its channel', async ({
        transact,
        chatPosts: notes,
      }) => {
        const post = await anInserted(transact, { rootId: newChatPostId() })
        const [first, second] = [newChatPostId(), newChatPostId()]
        await note(notes, post, 0, first)
        await note(notes, post, 1, second)
        const rootOf = (messageId: ChatPostId, channelId = post.channelId) =>
          committed(transact, ({ chatPosts }) => chatPosts.findRoot(channelId, messageId))
        for (const id of [post.postId, first, second]) expect(await rootOf(id)).toBe(post.rootId)
        expect(await rootOf(newChatPostId())).toBeNull()
        expect(await rootOf(first, newChatPostId())).toBeNull()
      })

      test('finds the latest post of a channel up to a point in time', async ({ transact }) => {
        const { channelId, postedAt } = aChatPost()
        const latest = (until: Date) =>
          committed(transact, ({ chatPosts }) => chatPosts.findLatest(channelId, until))
        expect(await latest(postedAt)).toBeNull()
        const early = await anInserted(transact, { channelId, postedAt })
        const late = await anInserted(transact, {
          channelId,
          postedAt: new Date(postedAt.getTime() + 1_000),
        })
        await anInserted(transact, { postedAt: late.postedAt })
        expect(await latest(postedAt)).toEqual({ rootId: early.rootId, postedAt })
        expect(await latest(late.postedAt)).toEqual({
          rootId: late.rootId,
          postedAt: late.postedAt,
        })
      })
    })
    describe('platforms', () => {
      test('R219 keeps posts with the same numbers on three platforms apart', async ({
        transact,
        chatPosts: notes,
      }) => {
        const [teamPost, channelId] = [newChatPostId(), newChatPostId()]
        const posts = [
          aChatPost({ postId: teamPost, channelId, authorId: '5' }),
          aChatPost({
            source: 'workspace_chat',
            postId: workspaceChatPostId({ workspaceId: '7', channelId: '5', ts: '3' }),
            channelId: inWorkspace('7', 'D5'),
            authorId: '5',
          }),
          aChatPost({
            source: 'bot_messenger',
            postId: botMessengerPostId({ botId: '7', chatId: 5, messageId: 3 }),
            channelId: botMessengerChannelId({ botId: '7', chatId: 5 }),
            authorId: '5',
          }),
        ]
        for (const post of posts) expect(await insert(transact, post)).toBe(true)
        await committed(transact, ({ chatPosts }) =>
          chatPosts.closeChannel(posts[1]!.channelId, posts[1]!.postedAt, 'undeliverable'),
        )
        await close(notes, posts[2]!, 'answered')
        const found = await Promise.all(posts.map((post) => find(notes, post)))
        expect(found).toMatchObject(posts)
        expect(found.map((post) => post?.closed?.outcome)).toEqual([
          undefined,
          'undeliverable',
          'answered',
        ])
        for (const { channelId: channel, postedAt, postId } of posts)
          expect(
            await committed(transact, ({ chatPosts }) =>
              chatPosts.listAround([{ channelId: channel, moment: postedAt }], 60),
            ),
          ).toMatchObject([{ postId }])
      })
    })
    describe('places', () => {
      test('R70 keeps the first message that is noted for each part, in any order, and after the end', async ({
        transact,
        chatPosts: notes,
      }) => {
        const [post, first, second, third, other] = [
          await anInserted(transact),
          newChatPostId(),
          newChatPostId(),
          newChatPostId(),
          newChatPostId(),
        ]
        expect(await note(notes, post, 2, third)).toBe(third)
        expect(await find(notes, post)).toMatchObject({ placed: [null, null, third] })
        expect(await note(notes, post, 0, first)).toBe(first)
        expect(await note(notes, post, 0, other)).toBe(first)
        expect(await note(notes, post, 1, second)).toBe(second)
        expect(await keep(notes, post, 'an answer')).toMatchObject({
          placed: [first, second, third],
        })
        await close(notes, post, 'answered')
        expect(await note(notes, post, 3, other)).toBe(other)
        expect(await find(notes, post)).toMatchObject({ placed: [first, second, third, other] })
        expect(await note(notes, aChatPost(), 0, other)).toBe(other)
      })
    })
    describe('end', () => {
      test('R70 notes messages and closes a post once', async ({ transact, chatPosts: notes }) => {
        const post = await anInserted(transact)
        const [first, second] = [newChatPostId(), newChatPostId()]
        await keep(notes, post, ...anAnswer)
        expect(await notes.notePlaced(post.postId, 0, first)).toBe(first)
        expect(await notes.notePlaced(post.postId, 0, second)).toBe(first)
        await notes.close(post.postId, 'answered')
        await notes.close(post.postId, 'refused')
        expect(await find(notes, post)).toMatchObject({
          answer: null,
          placed: [first],
          closed: { outcome: 'answered' },
        })
        const unknown = aChatPost()
        await notes.close(unknown.postId, 'answered')
        expect(await find(notes, unknown)).toBeNull()
      })

      test('closes a post once, with any outcome, and deletes its answer', async ({
        transact,
        chatPosts: notes,
      }) => {
        for (const outcome of chatPostOutcomes) {
          const post = await anInserted(transact)
          await keep(notes, post, 'an answer')
          const before = await committed(transact, ({ now }) => now())
          await close(notes, post, outcome)
          const after = await committed(transact, ({ now }) => now())
          await close(notes, post, 'dropped')
          const found = await find(notes, post)
          expect(found).toMatchObject({
            answer: null,
            basedOn: [],
            answerFor: null,
            closed: { outcome },
          })
          const at = found!.closed!.at.getTime()
          expect(at).toBeGreaterThanOrEqual(before.getTime())
          expect(at).toBeLessThanOrEqual(after.getTime())
        }
      })

      test('closes the open posts of one channel up to a point in time', async ({
        transact,
        chatPosts: notes,
      }) => {
        const { channelId, postedAt: until } = aChatPost()
        const after = new Date(until.getTime() + 1)
        const early = await anInserted(transact, { channelId, postedAt: until })
        const answered = await anInserted(transact, { channelId, postedAt: until })
        const late = await anInserted(transact, { channelId, postedAt: after })
        const elsewhere = await anInserted(transact, { postedAt: until })
        await keep(notes, early, 'an answer')
        await close(notes, answered, 'answered')
        const closeChannel = () =>
          committed(transact, ({ chatPosts }) =>
            chatPosts.closeChannel(channelId, until, 'undeliverable'),
          )
        expect([await closeChannel(), await closeChannel()]).toEqual([1, 0])
        const outcomes = await Promise.all(
          [early, answered, late, elsewhere].map(async (post) => {
            const found = await find(notes, post)
            return [found?.answer, found?.closed?.outcome]
          }),
        )
        expect(outcomes).toEqual([
          [null, 'undeliverable'],
          [null, 'answered'],
          [null, undefined],
          [null, undefined],
        ])
      })

      test('R69 prunes at most `countMax` posts once both their times are past the retention', async ({
        transact,
        age,
        chatPosts: notes,
      }) => {
        const longKnown = postRetentionSeconds * 1_000
        const now = (await committed(transact, (stores) => stores.now())).getTime()
        const prune = (countMax: number) =>
          committed(transact, ({ chatPosts }) => chatPosts.prune(countMax))
        const old = [1, 2, 3].map(() => aChatPost({ postedAt: new Date(now) }))
        const ofTheFuture = aChatPost({ postedAt: new Date(now + longKnown) })
        for (const post of [...old, ofTheFuture]) await insert(transact, post)
        await close(notes, old[0]!, 'answered')
        await age(longKnown - 60_000)
        expect(await prune(10)).toBe(0)
        await age(120_000)
        const writtenLongAgo = await anInserted(transact, {
          postedAt: new Date(now - 3 * longKnown),
        })
        expect([await prune(2), await prune(2), await prune(2)]).toEqual([2, 1, 0])
        expect(await find(notes, old[0]!)).toBeNull()
        expect(await find(notes, ofTheFuture)).not.toBeNull()
        expect(await find(notes, writtenLongAgo)).not.toBeNull()
      })
    })
    describeRaces(options, () => {
      test('R69 adds a post once when it arrives twenty times concurrently', async ({
        transact,
      }) => {
        const post = aChatPost()
        const added = await concurrently(20, () => insert(transact, post))
        expect(added.filter(Boolean)).toHaveLength(1)
      })

      test('shows each transaction that locks a channel the posts of the one before', async ({
        transact,
      }) => {
        const { channelId, postedAt } = aChatPost()
        const seen = await concurrently(20, () =>
          committed(transact, async ({ chatPosts }) => {
            await chatPosts.lockChannels([channelId])
            const nearby = await chatPosts.listAround([{ channelId, moment: postedAt }], 60)
            await chatPosts.insert([aChatPost({ channelId, postedAt })])
            return nearby.length
          }),
        )
        expect(seen.toSorted((one, other) => one - other)).toEqual(
          Array.from({ length: 20 }, (_, count) => count),
        )
      })

      test('locks the same channels in any order without a deadlock', async ({ transact }) => {
        const ids = Array.from({ length: 20 }, () => aChatPost().channelId)
        const locked = await concurrently(20, (position) =>
          committed(transact, async ({ chatPosts }) => {
            await chatPosts.lockChannels(position % 2 === 0 ? ids : ids.toReversed())
            return position
          }),
        )
        expect(locked).toHaveLength(20)
      })

      test('R70 returns one answer to twenty that store different ones concurrently', async ({
        transact,
        chatPosts: notes,
      }) => {
        const post = await anInserted(transact)
        const kept = await concurrently(20, (position) => keep(notes, post, `answer ${position}`))
        expect(new Set(kept.map((each) => each?.parts.join())).size).toBe(1)
        expect(kept.filter((each) => each?.isNew)).toHaveLength(1)
      })
    })
  })
}

const insert = async (transact: Transact, post: ChatPost) =>
  (await committed(transact, ({ chatPosts }) => chatPosts.insert([post]))).has(post.postId)
const answerFor = newId() as AccountId
const teamChatSource = 'teamchat' as IdentitySource
const documentIds = [newId(), newId()] as readonly string[] as readonly DocumentId[]
const find = (notes: ChatPostNotes, { postId }: ChatPost) => notes.find(postId)
const note = (notes: ChatPostNotes, { postId }: ChatPost, part: number, messageId: ChatPostId) =>
  notes.notePlaced(postId, part, messageId)
const keep = (notes: ChatPostNotes, { postId }: ChatPost, ...parts: readonly string[]) =>
  storedBy(notes, postId, { parts, basedOn: documentIds, answerFor }, null)
/** For any bot: `answersOfBotsContract` has the rules for one. */
async function storedBy(notes: ChatPostNotes, ...given: AnswerGiven): Promise<StoredAnswer | null> {
  const stored = await notes.storeAnswer(...given, null)
  if (stored === 'bot_off') throw new Error('No bot was given.')
  return stored
}
type AnswerGiven = [postId: ChatPostId, answer: NewAnswer, exchange: Exchange | null]
async function aPerson(transact: Transact) {
  const account = anAccount()
  await committed(transact, ({ accounts }) => accounts.insert(account))
  return account
}

/** Stores an answer with the question and the answer as messages of the thread. */
const store = (
  notes: ChatPostNotes,
  { postId, channelId, rootId }: ChatPost,
  { userId, text }: { readonly userId: AccountId; readonly text: string },
) =>
  storedBy(
    notes,
    postId,
    { parts: [text], basedOn: documentIds, answerFor: userId },
    {
      key: { source: teamChatSource, channelId, rootId },
      userId,
      messages: [
        { role: 'person', text: `${text}?`, basedOn: [] },
        { role: 'assistant', text, basedOn: documentIds },
      ],
      newId,
    },
  )
const listMessages = (
  transact: Transact,
  { channelId, rootId }: ChatPost,
  userId: AccountId,
): Promise<readonly Message[]> =>
  committed(transact, ({ conversations }) =>
    conversations.listMessages({ source: teamChatSource, channelId, rootId }, userId, 20),
  )
const close = (notes: ChatPostNotes, { postId }: ChatPost, outcome: ChatPostOutcome) =>
  notes.close(postId, outcome)

async function anInserted(
  transact: Transact,
  overrides: Partial<ChatPost> = {},
): Promise<ChatPost> {
  const post = aChatPost(overrides)
  await insert(transact, post)
  return post
}

const anAnswer = ['The printer is "in" room 5 \\ 🙂\n\n- {a,b}', 'NULL', '']
