import type { ChatSource } from '../../model/chat/chat-source.ts'
import { chatCommandOf, type ChatCommand } from './chat-command.ts'

const inThreads = 'Reply in the thread of an answer to continue there; a new message starts again.'
const continuing: { readonly [Source in ChatSource]: string } = {
  teamchat: inThreads,
  workspace_chat: inThreads,
  bot_messenger: 'Reply to one of my answers to continue there, or send /new to start again.',
}

/** What the bot replies to a linked person. */
const commandReplies: { readonly [Command in ChatCommand]: (source: ChatSource) => string } = {
  new: () => 'This is a new conversation. What would you like to know?',
  help: (source) =>
    `Ask me in your own words: I answer from the documents that you may see, with links to them. ${continuing[source]}`,
}

/**
 * Some platforms send the name of an emoji. Few names have no letter; other numbers between colons, such as a port, are
 * words. Only one class before the first letter lets the pattern match in linear time.
 */
const emojiName = /:(?:[+-]1|100|1234|[\d_+'-]*[a-z][\w+'-]*):/gi

/** The reply to a message of a linked person that asks nothing: a command, or emojis alone. Null for a question. */
export function replyWithoutSearch(source: ChatSource, text: string): string | null {
  const command = chatCommandOf(source, text)
  if (command !== null) return commandReplies[command](source)
  const isSigns = text.trim() !== '' && !/[\p{L}\p{N}?？؟]/u.test(text.replace(emojiName, ''))
  return isSigns ? 'Please ask in words.' : null
}
