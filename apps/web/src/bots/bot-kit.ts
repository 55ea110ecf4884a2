import { createContext, useContext, type ReactNode } from 'react'
import type { AreaMessages } from '../language/language.ts'
import { useMessages } from '../language/use-messages.ts'
import type { Messages } from '../team-chat/messages.en.ts'
import type { Bot } from './bot.ts'

/** The words of a bot's page. Each platform has faults of its own. */
export type BotWords = Omit<Messages, 'faults'> & {
  readonly faults: { readonly [reason: string]: string }
}

/** The result of a test, and the bot with it. */
export type Probed = {
  readonly ok: boolean
  readonly reason: string | null
  readonly detail: string | null
  readonly bot: Bot
}

/** What the page of a bot needs to know of its platform. */
export type BotKit = {
  readonly path: string
  /** What the platform needs to connect, and whether it accepts that. */
  readonly connectionOf: (bot: Bot) => ReactNode
  readonly messages: AreaMessages<BotWords>
  readonly botOf: (wire: unknown) => Bot
  readonly probedOf: (wire: unknown) => Probed
}

export const BotKitContext = createContext<BotKit | null>(null)

export function useBotKit(): BotKit {
  const kit = useContext(BotKitContext)
  if (kit === null) throw new Error('There is no kit of a bot.')
  return kit
}

export const useBotWords = (): BotWords => useMessages(useBotKit().messages)
