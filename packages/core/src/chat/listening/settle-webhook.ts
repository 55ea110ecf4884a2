import { messengerBotOf } from '../../credentials/bot-messenger-token.ts'
import type { ChatSource } from '../../model/chat/chat-source.ts'
import {
  isMessengerAvailable,
  type BotMessengerSettings,
} from '../../model/bot-messenger/bot-messenger-settings.ts'
import { ok } from '../../model/result.ts'
import type { ChatInbox, ListenerFault, Ports, Transacts } from '../../ports/index.ts'

type SettlingPorts = Pick<Ports, 'chatPlatforms' | 'cipher' | 'log'> &
  Transacts<'botMessengerSettings'>

/**
 * Prepares the webhook of the bot messenger as the settings say. Before the listener tells the platform to post to Ken,
 * the address is stored, so that Ken recognizes its own webhook later, even after a change of the base URL. While Ken
 * fetches the messages, or the bot is off, a webhook of Ken is removed. Returns why that failed; null when the bot may
 * listen. Call it every half a minute while the bot is off.
 */
export async function settleWebhook(
  ports: SettlingPorts,
  source: ChatSource,
  inbox: Pick<ChatInbox, 'confirmLease'>,
): Promise<ListenerFault | null> {
  if (source !== 'bot_messenger') return null
  const { webhook } = ports.chatPlatforms.bot_messenger
  const { value: settings } = await ports.transact(async ({ botMessengerSettings }) =>
    ok(await botMessengerSettings.read()),
  )
  const { webhookAddresses: noted } = settings
  if (isPosted(settings)) {
    const { address } = webhook
    if (address !== null && !noted.includes(address)) await note(ports, address)
    return null
  }
  const bot = mayHaveWebhook(settings)
    ? messengerBotOf(ports, { ...settings, enabled: true })
    : null
  if (bot === null) return null
  const fault = await webhook.remove(bot, inbox)
  // Nothing can be removed with a token that was revoked.
  if (fault !== null && fault !== 'token_refused') return fault
  if (noted.length > 0) await forget(ports, settings)
  return null
}

const isPosted = (settings: BotMessengerSettings): boolean =>
  isMessengerAvailable(settings) && settings.transport === 'webhook'

/**
 * Whether the platform may post to Ken. A process that was suspended may have set a webhook that is not noted any more: the
 * platform reports it to a listener that fetches, but has to be asked while the bot is off. The token goes to no server that
 * never confirmed the bot.
 */
const mayHaveWebhook = ({
  webhookAddresses,
  enabled,
  botUsername,
}: BotMessengerSettings): boolean =>
  webhookAddresses.length > 0 || (!enabled && botUsername !== null)

async function note({ transact }: SettlingPorts, address: string): Promise<void> {
  await transact(async ({ botMessengerSettings }) => {
    const settings = await botMessengerSettings.lock()
    const { webhookAddresses: noted } = settings
    if (!noted.includes(address))
      await botMessengerSettings.update({ ...settings, webhookAddresses: [...noted, address] })
    return ok(null)
  })
}

/** Deletes the stored addresses, unless another process has set the webhook again. */
async function forget(
  { transact }: SettlingPorts,
  { webhookAddresses: removed }: BotMessengerSettings,
): Promise<void> {
  await transact(async ({ botMessengerSettings }) => {
    const settings = await botMessengerSettings.lock()
    if (!isPosted(settings) && settings.webhookAddresses.length === removed.length)
      await botMessengerSettings.update({ ...settings, webhookAddresses: [] })
    return ok(null)
  })
}
