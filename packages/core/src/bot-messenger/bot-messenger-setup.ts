import { foundBotOf, tokenChangeOf, type BotSetup } from '../chat/settings/probing.ts'
import { messengerTokenOf } from '../credentials/bot-messenger-token.ts'
import type { MessengerProbeFault } from '../model/bot-messenger/bot-messenger-errors.ts'
import {
  isMessengerAvailable,
  type BotMessengerSettings,
} from '../model/bot-messenger/bot-messenger-settings.ts'
import { err, ok } from '../model/result.ts'
import { isSameMessengerBot } from './bot-messenger-change.ts'

/** The bot of the bot messenger, for the rules that all bots share. */
export const botMessengerSetup: BotSetup<
  'bot_messenger',
  BotMessengerSettings,
  MessengerProbeFault
> = {
  area: 'bot_messenger',
  source: 'bot_messenger',
  settingsOf: ({ botMessengerSettings }) => botMessengerSettings,
  isAvailable: isMessengerAvailable,
  isSameBot: isSameMessengerBot,
  hasSameOptions: (one, other) => one.transport === other.transport,
  probeOf: (ports, settings) => {
    const { apiRoot, botTokenEnc, botUserId, webhookAddresses } = settings
    if (botTokenEnc === null) return err('token_missing')
    const token = messengerTokenOf(ports, settings)
    if (token === null) return err('token_unreadable')
    return ok(async () => {
      const subject = { apiRoot, token, webhookAddresses }
      const found = await ports.chatPlatforms.bot_messenger.probe.probe(subject)
      if (!found.ok) return found
      // The platform's own server never gives a token to two bots.
      return found.value.id === botUserId ? ok(foundBotOf(found.value)) : err('not_telegram')
    })
  },
  localFaults: ['address_invalid', 'address_forbidden'],
  // A person has the same id with every bot, but a server at another address can claim any id. Links from before the
  // first bot are based only on what the holder of a service key of an earlier version claimed.
  hasOtherPeople: ({ before, after }) =>
    before.apiRoot !== after.apiRoot || before.botUserId !== after.botUserId,
  metaOf: ({ before, after }) => ({
    enabled: after.enabled,
    api_root: after.apiRoot,
    token: tokenChangeOf(before.botTokenEnc, after.botTokenEnc),
    transport: after.transport,
    before: before.apiRoot,
    was_transport: before.transport,
    was_enabled: before.enabled,
  }),
  probeMetaOf: ({ apiRoot }) => ({ api_root: apiRoot }),
}
