import type { ChatPlatform, Ports, TeamChatBot, TeamChatServer } from '../../ports/index.ts'
import { ok } from '../../model/result.ts'
import { parseServerAddress } from '../../model/team-chat/server-address.ts'
import type { TeamChatSettings } from '../../model/team-chat/team-chat-settings.ts'
import { encryptToken } from '../../credentials/bot-token.ts'
import { aDate } from './builders.ts'
import type { MemoryChat } from '../memory/chat/memory-chat.ts'

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

/** What the probe of a team-chat server is given in its contract. */
export const teamChatSubjects = (subject: TeamChatServer, personToken: string) => ({
  subject,
  respelled: { ...subject, baseUrl: `${subject.baseUrl}/` },
  refused: { ...subject, token: 'another' },
  ofPerson: { ...subject, token: personToken },
  misaddressed: { ...subject, baseUrl: 'chat.example.com' },
})

/** Sets up Ken for the bot of the in-memory server. By default turns it on. */
export async function aTeamChatIn(
  ports: Pick<Ports, 'cipher' | 'transact'> & { readonly teamChat: MemoryChat },
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

/** Ports with another listener, probe or threads of team chat. */
export const withTeamChat = <Given extends Pick<Ports, 'chatPlatforms'>>(
  ports: Given,
  overrides: Partial<ChatPlatform<'teamchat'>>,
): Given => ({
  ...ports,
  chatPlatforms: {
    ...ports.chatPlatforms,
    teamchat: { ...ports.chatPlatforms.teamchat, ...overrides },
  },
})
