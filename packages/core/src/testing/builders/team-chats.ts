import type { Ports } from '../../ports/index.ts'
import type { TeamChatBot } from '../../ports/team-chat/team-chat-threads.ts'
import { ok } from '../../model/result.ts'
import { parseServerAddress } from '../../model/team-chat/server-address.ts'
import type { TeamChatSettings } from '../../model/team-chat/team-chat-settings.ts'
import { encryptToken } from '../../credentials/bot-token.ts'
import { aDate } from './builders.ts'
import type { MemoryTeamChat } from '../memory/team-chat/memory-team-chat.ts'

/** Team chat before it is set up. */
export const noTeamChat: TeamChatSettings = {
  baseUrl: null,
  botTokenEnc: null,
  botUserId: null,
  botUsername: null,
  enabled: false,
  lastTestOk: null,
  lastTestAt: null,
}

/** By default set up and turned on, with a token that no key decrypts. */
export const aTeamChat = (overrides: Partial<TeamChatSettings> = {}): TeamChatSettings => ({
  baseUrl: parseServerAddress('https://chat.example.com'),
  botTokenEnc: 'a ciphertext',
  botUserId: 'kbbotkbbotkbbotkbbotkbbotk',
  botUsername: 'ken',
  enabled: true,
  lastTestOk: true,
  lastTestAt: aDate,
  ...overrides,
})

/** Sets up Ken for the bot of the in-memory server. By default turns it on. */
export async function aTeamChatIn(
  ports: Pick<Ports, 'cipher' | 'transact'> & { readonly teamChat: MemoryTeamChat },
  overrides: Partial<TeamChatSettings> = {},
): Promise<{ readonly settings: TeamChatSettings; readonly bot: TeamChatBot }> {
  const { bot, identity } = ports.teamChat
  const baseUrl = parseServerAddress(bot.baseUrl)!
  const botTokenEnc = encryptToken(ports, bot.token, baseUrl)
  const settings = aTeamChat({
    baseUrl,
    botTokenEnc,
    botUserId: identity.id,
    botUsername: identity.handle,
    ...overrides,
  })
  await ports.transact(async ({ teamChatSettings }) => ok(await teamChatSettings.update(settings)))
  return { settings, bot }
}
