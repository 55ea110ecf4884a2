import type { IdentitySource } from '../identities/identity.ts'
import type { ServerAddress } from './server-address.ts'

/** What identities of team chat are linked under. */
export const teamChatSource = 'teamchat' as IdentitySource // A name that `parseIdentitySource` takes.

/** What is known of the team-chat server and of the bot there. */
export type TeamChatSettings = {
  readonly baseUrl: ServerAddress | null
  /** Encrypted for `baseUrl`: it decrypts for no other address (R72). */
  readonly botTokenEnc: string | null
  /** Set by a probe that succeeded, and by nothing else. */
  readonly botUserId: string | null
  readonly botUsername: string | null
  readonly enabled: boolean
  readonly lastTestOk: boolean | null
  readonly lastTestAt: Date | null
}

/** Whether there is a bot to speak as. */
export const isAvailable = (settings: TeamChatSettings): boolean =>
  settings.enabled && settings.baseUrl !== null && settings.botTokenEnc !== null && settings.botUserId !== null
