import { isAvailable, type TeamChatSettings } from './team-chat-settings.ts'

/** What administrators see of the settings: everything but the token, which nobody sees again (R72). */
export type ShownTeamChat = Omit<TeamChatSettings, 'botTokenEnc'> & {
  readonly hasToken: boolean
  readonly isAvailable: boolean
}

export function shownTeamChat(settings: TeamChatSettings): ShownTeamChat {
  const { botTokenEnc, ...rest } = settings
  return { ...rest, hasToken: botTokenEnc !== null, isAvailable: isAvailable(settings) }
}
