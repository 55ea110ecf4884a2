import { encryptMessengerToken } from '../../credentials/bot-messenger-token.ts'
import {
  defaultApiRoot,
  type BotMessengerSettings,
} from '../../model/bot-messenger/bot-messenger-settings.ts'
import { ok } from '../../model/result.ts'
import type { BotMessengerBot, ChatPlatforms, Ports } from '../../ports/index.ts'
import { aDate } from './builders.ts'
import type { MemoryChat } from '../memory/chat/memory-chat.ts'

/** The bot messenger before it is set up. */
export const noBotMessenger: BotMessengerSettings = {
  apiRoot: defaultApiRoot,
  botTokenEnc: null,
  botUserId: null,
  botUsername: null,
  transport: 'polling',
  webhookSecretEnc: null,
  webhookAddresses: [],
  enabled: false,
  lastTestOk: null,
  lastTestAt: null,
}

/** By default set up and turned on, with a token that no key decrypts. */
export const aBotMessenger = (
  overrides: Partial<BotMessengerSettings> = {},
): BotMessengerSettings => ({
  apiRoot: defaultApiRoot,
  botTokenEnc: 'a ciphertext',
  botUserId: '123456',
  botUsername: 'ken_bot',
  transport: 'polling',
  webhookSecretEnc: null,
  webhookAddresses: [],
  enabled: true,
  lastTestOk: true,
  lastTestAt: aDate,
  ...overrides,
})

/** Sets up Ken for the bot of the bot messenger in memory. By default turns it on. */
export async function aBotMessengerIn(
  ports: Pick<Ports, 'cipher' | 'transact'> & { readonly messenger: MemoryChat<BotMessengerBot> },
  overrides: Partial<BotMessengerSettings> = {},
): Promise<{ readonly settings: BotMessengerSettings; readonly bot: BotMessengerBot }> {
  const { bot, identity } = ports.messenger
  const settings = aBotMessenger({
    botTokenEnc: encryptMessengerToken(ports, bot.token, {
      apiRoot: defaultApiRoot,
      botUserId: bot.botId,
    }),
    botUserId: identity.id,
    botUsername: identity.handle,
    ...overrides,
  })
  await ports.transact(async ({ botMessengerSettings }) =>
    ok(await botMessengerSettings.update(settings)),
  )
  return { settings, bot }
}

/** Ports with another listener, probe or threads of the bot messenger. */
export const withBotMessenger = <Given extends Pick<Ports, 'chatPlatforms'>>(
  ports: Given,
  overrides: Partial<ChatPlatforms['bot_messenger']>,
): Given => ({
  ...ports,
  chatPlatforms: {
    ...ports.chatPlatforms,
    bot_messenger: { ...ports.chatPlatforms.bot_messenger, ...overrides },
  },
})
