import type { ChatSource } from '../../model/chat/chat-source.ts'
import { ok } from '../../model/result.ts'
import type { BotSettingsStores, ChatBot, ChatMark, Ports, Transacts } from '../../ports/index.ts'
import { configuredBot } from '../configured-bot.ts'
import type { ChatIntake } from './chat-intake.ts'
import { pushedIntake } from './pushed-intake.ts'

/** How long settings are remembered: forged requests cause at most one read of the database in this time. */
const rememberedMs = 2_000

export type ReceivingBotPorts = Pick<Ports, 'cipher' | 'clock' | 'ids' | 'log'> &
  Transacts<'chatMarks' | 'chatPosts' | 'identities' | 'jobs' | BotSettingsStores>

/**
 * A bot whose platform posts to Ken, and the intake of its messages. The intake is null while the bot is off: then no
 * message is answered.
 */
export type ReceivingBot<Bot = ChatBot> = {
  readonly bot: Bot
  readonly intake: ChatIntake | null
}

/**
 * Finds the bot of a chat for posts of its platform to this process. Any number of processes can receive them. Null if
 * there is no bot. While the settings cannot be read, the last ones that were read apply, so that no response tells a
 * forger that an address exists.
 */
export function receivingBot<Source extends ChatSource>(
  ports: ReceivingBotPorts,
  source: Source,
): () => Promise<ReceivingBot<ChatBot<Source>> | null> {
  const { clock, log } = ports
  let known: (ReceivingBot<ChatBot<Source>> & { readonly key: string }) | null = null
  let readAtMs = -Infinity
  let reading: Promise<void> | null = null

  async function read(): Promise<void> {
    readAtMs = clock.now().getTime()
    try {
      const found = await readBot(ports, source)
      const key = JSON.stringify([found?.bot, found?.isAvailable, found?.mark?.startedAt])
      if (found === null) known = null
      else if (known?.key !== key) known = { key, ...receiving(ports, found) }
    } catch (error) {
      const name = error instanceof Error ? error.name : 'unknown'
      log.warn('chat.bot_unread', { source, error: name })
    }
  }
  return async () => {
    const elapsedMs = clock.now().getTime() - readAtMs
    // A clock that was set back must not make them last longer.
    if (elapsedMs < 0 || elapsedMs >= rememberedMs)
      reading ??= read().finally(() => {
        reading = null
      })
    await reading
    return known
  }
}

type FoundBot<Bot> = {
  readonly bot: Bot
  readonly isAvailable: boolean
  readonly mark: ChatMark | null
}

async function readBot<Source extends ChatSource>(
  ports: ReceivingBotPorts,
  source: Source,
): Promise<FoundBot<ChatBot<Source>> | null> {
  const { value } = await ports.transact(async (stores) => {
    const configured = await configuredBot(ports, stores, source)
    const bot = configured.open('while_off')
    return ok(
      bot !== null && isBotOf(source, bot)
        ? { bot, ...configured, mark: await stores.chatMarks.find(bot.botId) }
        : null,
    )
  })
  if (value === null) return null
  const { bot, isAvailable, mark } = value
  return { bot, isAvailable, mark }
}

const isBotOf = <Source extends ChatSource>(source: Source, bot: ChatBot): bot is ChatBot<Source> =>
  bot.source === source

const receiving = <Bot extends ChatBot>(
  ports: ReceivingBotPorts,
  { bot, isAvailable, mark }: FoundBot<Bot>,
): ReceivingBot<Bot> => ({ bot, intake: isAvailable ? pushedIntake(ports, { bot, mark }) : null })
