import { expect, it } from 'vitest'
import { newChatPostId } from '../../testing/builders/chat-posts.ts'
import { parsePostId } from '../team-chat/post-id.ts'
import { workspaceChatPostId } from '../workspace-chat/workspace-chat-ids.ts'
import {
  botMessengerChannelId,
  botMessengerChatIdOf,
  botMessengerMessageOf,
  botMessengerPostId,
} from './bot-messenger-ids.ts'

const message = { botId: '123456789', chatId: 4_503_599_627_370_495, messageId: 17 }

it('read back as they were written', () => {
  expect(botMessengerMessageOf(botMessengerPostId(message))).toEqual(message)
  expect(botMessengerChatIdOf(botMessengerChannelId(message))).toBe(message.chatId)
})

it('R219 are not those of another platform', () => {
  const slack = workspaceChatPostId({ workspaceId: 'T1', channelId: 'D1', ts: '1.2' })
  for (const id of [newChatPostId(), slack]) expect(botMessengerMessageOf(id)).toBeNull()
  expect(parsePostId(botMessengerPostId(message))).toBeNull()
  expect(botMessengerChatIdOf('T1:D1')).toBeNull()
})
