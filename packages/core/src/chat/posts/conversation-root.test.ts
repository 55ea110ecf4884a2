import { expect, it } from 'vitest'
import type { ChatMessage } from '../../model/chat/chat-message.ts'
import { botMessengerPostId } from '../../model/bot-messenger/bot-messenger-ids.ts'
import { ok } from '../../model/result.ts'
import {
  aChatMessage,
  aChatPost,
  memoryPorts,
  newChatPostId,
  valueOf,
} from '../../testing/index.ts'
import { conversationRootOf, conversationSeconds } from './conversation-root.ts'

const postId = (messageId: number) => botMessengerPostId({ botId: '1', chatId: 2, messageId })

async function open() {
  const ports = memoryPorts()
  const at = ports.clock.now()
  const channelId = '1:2'
  const post = (messageId: number, seconds: number, rootId = messageId) =>
    aChatPost({
      source: 'bot_messenger',
      postId: postId(messageId),
      channelId,
      rootId: postId(rootId),
      postedAt: new Date(at.getTime() + seconds * 1_000),
    })
  await ports.transact(async ({ chatPosts }) => {
    await chatPosts.insert([post(1, 0), post(3, 60, 1), post(5, 120)])
    return ok(null)
  })
  await ports.chatPosts.notePlaced(postId(3), 0, postId(4))
  const rootOf = async (seconds: number, overrides: Partial<ChatMessage> = {}) =>
    valueOf(
      await ports.transact(async (stores) =>
        ok(
          await conversationRootOf(
            stores,
            'bot_messenger',
            aChatMessage({
              postId: postId(9),
              channelId,
              rootId: null,
              postedAt: new Date(at.getTime() + seconds * 1_000),
              ...overrides,
            }),
          ),
        ),
      ),
    )
  return { rootOf }
}

it('is the thread on platforms with threads', async () => {
  const { rootOf } = await open()
  const rootId = newChatPostId()
  expect(await rootOf(130, { rootId })).toBe(rootId)
})

it('continues what a message replies to: a question, or an answer of the bot', async () => {
  const { rootOf } = await open()
  for (const messageId of [1, 3, 4])
    expect(await rootOf(100_000, { repliesTo: postId(messageId) })).toBe(postId(1))
  expect(await rootOf(130, { repliesTo: postId(8) })).toBe(postId(5))
})

it('continues the last conversation of the channel for half an hour', async () => {
  const { rootOf } = await open()
  expect(await rootOf(120 + conversationSeconds - 1)).toBe(postId(5))
  expect(await rootOf(120 + conversationSeconds)).toBe(postId(9))
  expect(await rootOf(130, { channelId: '1:3' })).toBe(postId(9))
})

it('starts a conversation with /new, also in a reply', async () => {
  const { rootOf } = await open()
  expect(await rootOf(130, { text: ' /new@ken_bot ', repliesTo: postId(1) })).toBe(postId(9))
})
