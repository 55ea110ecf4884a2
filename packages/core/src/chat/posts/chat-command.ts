import type { ChatSource } from '../../model/chat/chat-source.ts'

/** `new`: starts a conversation. `help`: says what the bot does. */
export type ChatCommand = 'new' | 'help'

/** What apps send for a person who opens the bot, with the payload of the link that they followed. */
const opening = /^\/start(?:@\w+)?(?: +[\w-]{1,64})?$/

/** A request for help in words, which may mention the bot first. */
const helpInWords = /^(?:@[\w.-]+[:,]?\s+)?(?:help|hilfe)[?!.]?$/i

/** The command that a message is, alone; null for every other text. Only the apps of one platform show commands with `/`. */
export function chatCommandOf(source: ChatSource, text: string): ChatCommand | null {
  if (helpInWords.test(text.trim())) return 'help'
  if (source !== 'bot_messenger') return null
  if (opening.test(text.trim())) return 'help'
  const [, command] = /^\/(new|help)(?:@\w+)?$/.exec(text.trim()) ?? []
  return (command ?? null) as ChatCommand | null // The pattern allows only these.
}
