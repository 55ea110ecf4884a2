import { expect, it } from 'vitest'
import { newChatPostId } from '../../testing/builders/chat-posts.ts'
import { botMessengerPostId } from '../bot-messenger/bot-messenger-ids.ts'
import { parsePostId } from '../team-chat/post-id.ts'
import {
  inWorkspace,
  withoutWorkspace,
  workspaceChatCommandId,
  workspaceChatMessageOf,
  workspaceChatPostId,
} from './workspace-chat-ids.ts'

const message = { workspaceId: 'T0123ABCD', channelId: 'D0456EFGH', ts: '1700000000.000100' }

it('read back as they were written', () => {
  expect(workspaceChatMessageOf(workspaceChatPostId(message))).toEqual(message)
  expect(withoutWorkspace(inWorkspace('T0123ABCD', 'U1'))).toBe('U1')
})

it('R219 are not the same for a command and a message', () => {
  const command = { workspaceId: 'T0123ABCD', userId: 'U0456EFGH', triggerId: '1.2.3' }
  const id = workspaceChatCommandId(command)
  expect(workspaceChatMessageOf(id)).toBeNull()
  expect(parsePostId(id)).toBeNull()
  expect(workspaceChatCommandId({ ...command, triggerId: '1.2.4' })).not.toBe(id)
  expect(workspaceChatCommandId({ ...command, userId: 'U1' })).not.toBe(id)
})

it('R219 are not those of another platform', () => {
  const telegram = botMessengerPostId({ botId: '1', chatId: 2, messageId: 3 })
  for (const id of [newChatPostId(), telegram]) expect(workspaceChatMessageOf(id)).toBeNull()
  expect(parsePostId(workspaceChatPostId(message))).toBeNull()
  expect(withoutWorkspace('D0456EFGH')).toBeNull()
})
