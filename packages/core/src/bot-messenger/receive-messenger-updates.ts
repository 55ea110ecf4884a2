import { messengerBotOf } from '../credentials/bot-messenger-token.ts'
import type { ChatIntake } from '../chat/listening/chat-intake.ts'
import { pushedIntake } from '../chat/listening/pushed-intake.ts'
import { err, ok } from '../model/result.ts'
import type { BotMessengerBot, ChatMark, Ports, Transacts } from '../ports/index.ts'

/** How long settings are remembered: a forger costs the database no more than one read in this time. */
const rememberedMs = 2_000

type ReceivingPorts = Pick<
  Ports,
  'chatPlatforms' | 'cipher' | 'clock' | 'ids' | 'log' | 'secrets'
> &
  Transacts<'botMessengerSettings' | 'chatMarks' | 'chatPosts' | 'identities' | 'jobs'>

/** Takes one update that the platform posted. Resolves once it is stored; a rejection means that it was not taken. */
export type MessengerUpdates = {
  readonly receive: (update: unknown) => Promise<void>
  /** Counts an update that is too large to be read. */
  readonly receiveTooLarge: () => Promise<void>
}

/** What proves an update at the moment, and what takes it. */
type Webhook = MessengerUpdates & { readonly key: string; readonly digest: string }

/** Finds what takes the updates of a caller with this secret; null for every other caller, and while there is no webhook. */
export type UpdatesOf = (secret: string) => Promise<MessengerUpdates | null>

/**
 * Takes the updates that the platform of the bot messenger posts to this process, as its listener takes them. Any number of
 * processes may. What is expected is read every two seconds at most; while it cannot be read, what was read last counts.
 */
export function receiveMessengerUpdates(ports: ReceivingPorts): UpdatesOf {
  const { clock, log, secrets } = ports
  let webhook: Webhook | null = null
  let readAgainMs = -Infinity
  let reading: Promise<void> | null = null

  async function read(): Promise<void> {
    readAgainMs = clock.now().getTime() + rememberedMs
    try {
      const { value: found } = await ports.transact(async (stores) => {
        const settings = await stores.botMessengerSettings.read()
        const bot = settings.webhookSecretEnc === null ? null : messengerBotOf(ports, settings)
        return ok(bot && { bot, mark: await stores.chatMarks.begin(bot.botId, null) })
      })
      const key = JSON.stringify([found?.bot, found?.mark?.startedAt])
      if (found === null) webhook = null
      else if (webhook?.key !== key) webhook = webhookOf(ports, found, key)
    } catch (error) {
      log.warn('bot_messenger.webhook_unread', {
        error: error instanceof Error ? error.name : 'unknown',
      })
    }
  }
  return async (secret) => {
    if (secrets.digest(secret) === null) return null
    if (clock.now().getTime() >= readAgainMs)
      reading ??= read().finally(() => {
        reading = null
      })
    await reading
    return webhook !== null && secrets.matches(secret, webhook.digest) ? webhook : null
  }
}

type FoundBot = { readonly bot: BotMessengerBot; readonly mark: ChatMark | null }

/** Null for a secret that no one could know. */
function webhookOf(ports: ReceivingPorts, { bot, mark }: FoundBot, key: string): Webhook | null {
  const digest = ports.secrets.digest(bot.webhookSecret ?? '')
  if (digest === null) return null
  const intake: ChatIntake = pushedIntake(ports, { bot, mark })
  const { webhook } = ports.chatPlatforms.bot_messenger
  return {
    key,
    digest,
    receive: (update) => webhook.deliver(bot, update, intake),
    receiveTooLarge: () => intake.receive(err({ reason: 'oversized', post: null })),
  }
}
