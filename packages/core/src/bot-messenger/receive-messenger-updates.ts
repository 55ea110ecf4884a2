import { receivingBot, type ReceivingBotPorts } from '../chat/listening/receiving-bot.ts'
import { err } from '../model/result.ts'
import type { Ports } from '../ports/index.ts'

/** Takes one update that the platform posted. Resolves once it is stored; a rejection means that it was not taken. */
export type MessengerUpdates = {
  readonly receive: (update: unknown) => Promise<void>
  /** Counts an update that is too large to be read. */
  readonly receiveTooLarge: () => Promise<void>
}

/** Finds what takes the updates of a caller with this secret; null for every other caller, and while there is no webhook. */
export type UpdatesOf = (secret: string) => Promise<MessengerUpdates | null>

/** Takes the updates that the platform of the bot messenger posts to this process, as its listener takes them. */
export function receiveMessengerUpdates(
  ports: Pick<Ports, 'chatPlatforms' | 'secrets'> & ReceivingBotPorts,
): UpdatesOf {
  const { chatPlatforms, secrets } = ports
  const { webhook } = chatPlatforms.bot_messenger
  const findBot = receivingBot(ports, 'bot_messenger')
  return async (secret) => {
    if (secrets.digest(secret) === null) return null
    const { bot, intake = null } = (await findBot()) ?? {}
    const digest = secrets.digest(bot?.webhookSecret ?? '')
    if (bot === undefined || intake === null || digest === null || !secrets.matches(secret, digest))
      return null
    return {
      receive: (update) => webhook.deliver(bot, update, intake),
      receiveTooLarge: () => intake.receive(err({ reason: 'oversized', post: null })),
    }
  }
}
