import type { ChatPostId } from '../chat/chat-post.ts'

/** A message in a chat with the bot. The numbers are the platform's; message numbers count per bot and chat. */
export type BotMessengerMessage = {
  readonly botId: string
  readonly chatId: number
  readonly messageId: number
}

const postIdForm = /^bot_messenger:(\d+):(-?\d+):(\d+)$/
const channelIdForm = /^(\d+):(-?\d+)$/

/** The id of a message, unique among the posts of all chats. */
export const botMessengerPostId = ({ botId, chatId, messageId }: BotMessengerMessage): ChatPostId =>
  `bot_messenger:${botId}:${chatId}:${messageId}` as ChatPostId // No other platform has this form, which a test proves.

/** The message of an id; null if the id is of another platform. */
export function botMessengerMessageOf(postId: ChatPostId): BotMessengerMessage | null {
  const [, botId, chatId, messageId] = postIdForm.exec(postId) ?? []
  return botId === undefined
    ? null
    : { botId, chatId: Number(chatId), messageId: Number(messageId) }
}

/** The id of a chat with a bot, as channel. */
export const botMessengerChannelId = ({
  botId,
  chatId,
}: Pick<BotMessengerMessage, 'botId' | 'chatId'>): string => `${botId}:${chatId}`

/** The number of the chat of a channel; null if the channel is of another platform. */
export function botMessengerChatIdOf(channelId: string): number | null {
  const [, , chatId] = channelIdForm.exec(channelId) ?? []
  return chatId === undefined ? null : Number(chatId)
}
