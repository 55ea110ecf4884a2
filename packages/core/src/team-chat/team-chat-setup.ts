import { foundBotOf, tokenChangeOf, type BotSetup } from '../chat/settings/probing.ts'
import { tokenOf } from '../credentials/bot-token.ts'
import { err, ok } from '../model/result.ts'
import type { ProbeFault } from '../model/team-chat/team-chat-errors.ts'
import { isAvailable, type TeamChatSettings } from '../model/team-chat/team-chat-settings.ts'
import { isSameBot } from './team-chat-change.ts'

/** The bot of team chat, for the rules that all bots share. */
export const teamChatSetup: BotSetup<'team_chat', TeamChatSettings, ProbeFault> = {
  area: 'team_chat',
  source: 'teamchat',
  settingsOf: ({ teamChatSettings }) => teamChatSettings,
  isAvailable,
  isSameBot,
  hasSameOptions: () => true,
  probeOf: (ports, settings) => {
    const { baseUrl, botTokenEnc } = settings
    if (baseUrl === null) return err('address_missing')
    if (botTokenEnc === null) return err('token_missing')
    const token = tokenOf(ports, settings)
    if (token === null) return err('token_unreadable')
    return ok(async () => {
      const found = await ports.chatPlatforms.teamchat.probe.probe({ baseUrl, token })
      return found.ok ? ok(foundBotOf(found.value)) : found
    })
  },
  localFaults: ['address_invalid', 'address_forbidden'],
  // Addresses are canonical. Another port or path of the same machine may be another server.
  hasOtherPeople: ({ before, after }) => before.baseUrl !== after.baseUrl,
  metaOf: ({ before, after }) => ({
    enabled: after.enabled,
    base_url: after.baseUrl,
    token: tokenChangeOf(before.botTokenEnc, after.botTokenEnc),
    before: before.baseUrl,
    was_enabled: before.enabled,
  }),
  probeMetaOf: ({ baseUrl }) => ({ base_url: baseUrl }),
}
