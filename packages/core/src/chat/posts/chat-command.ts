import type { ChatSource } from '../../model/chat/chat-source.ts'

/** `new`: starts a conversation. `help`: says what the bot does. */
export type ChatCommand = 'new' | 'help'

/** What the bot replies to a linked person. */
export const commandReplies: { readonly [Command in ChatCommand]: string } = {
  new: 'This is a new conversation. What would you like to know?',
  help: 'Ask me in your own words: I answer from the documents that you may see, with links to them. Reply to one of my answers to continue there, or send /new to start again.',
}

/** What apps send for a person who opens the bot, with the payload of the link that they followed. */
const opening = /^\/start(?:@\w+)?(?: +[\w-]{1,64})?$/

/** The command that a message is; null for every other text, and on platforms whose apps show no commands. */
export function chatCommandOf(source: ChatSource, text: string): ChatCommand | null {
  if (source !== 'bot_messenger') return null
  if (opening.test(text.trim())) return 'help'
  const [, command] = /^\/(new|help)(?:@\w+)?$/.exec(text.trim()) ?? []
  return (command ?? null) as ChatCommand | null // The pattern allows only these.
}
