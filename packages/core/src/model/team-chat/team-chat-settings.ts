import type { BotSettings } from '../chat/bot-settings.ts'
import type { IdentitySource } from '../identities/identity.ts'
import type { ServerAddress } from './server-address.ts'

/** The source of team-chat identities. */
export const teamChatSource = 'teamchat' as IdentitySource // A valid name for `parseIdentitySource`.

/** The settings of the team-chat server and its bot. */
export type TeamChatSettings = BotSettings & {
  readonly baseUrl: ServerAddress | null
  /** Set only by a successful probe. */
  readonly botUserId: string | null
}

/** Whether the bot can be used. */
export const isAvailable = (settings: TeamChatSettings): boolean =>
  settings.enabled &&
  settings.baseUrl !== null &&
  settings.botTokenEnc !== null &&
  settings.botUserId !== null
