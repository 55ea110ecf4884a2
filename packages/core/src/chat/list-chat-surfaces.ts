import { readerEffectiveRoleOf } from '../authorization/effective-role.ts'
import type { Person } from '../model/actor.ts'
import { identitySourceOf } from '../model/chat/chat-source.ts'
import {
  isMessengerAvailable,
  type BotMessengerSettings,
} from '../model/bot-messenger/bot-messenger-settings.ts'
import type { IdentitySource } from '../model/identities/identity.ts'
import {
  isAvailable,
  teamChatSource,
  type TeamChatSettings,
} from '../model/team-chat/team-chat-settings.ts'
import {
  isWorkspaceAvailable,
  type WorkspaceChatSettings,
} from '../model/workspace-chat/workspace-chat-settings.ts'
import type { Transacts } from '../ports/index.ts'
import { ok } from '../model/result.ts'
import type { BotSettingsStores } from './settings/probing.ts'

export type ListChatSurfaces = { readonly actor: Person }

/** A chat that Ken answers in. */
export type ChatSurface = {
  readonly source: IdentitySource
  /** The account of the bot, without @; null if the server gave none. */
  readonly botHandle: string | null
  /** The address of the chat server, or of the chat with the bot. */
  readonly url: string
  /** Whether the bot responds now. */
  readonly isAvailable: boolean
}

/**
 * The chats that Ken itself serves and a person can be linked in: those whose bot was verified. Empty
 * for an account that is not active. Bots that use a service key are not known.
 */
export async function listChatSurfaces(
  { transact }: Transacts<'accounts' | BotSettingsStores>,
  { actor }: ListChatSurfaces,
): Promise<readonly ChatSurface[]> {
  const { value } = await transact(async (stores) => {
    if ((await readerEffectiveRoleOf(stores, actor)) === null) return ok([])
    return ok([
      ...teamChatSurface(await stores.teamChatSettings.read()),
      ...workspaceChatSurface(await stores.workspaceChatSettings.read()),
      ...botMessengerSurface(await stores.botMessengerSettings.read()),
    ])
  })
  return value
}

function teamChatSurface(settings: TeamChatSettings): readonly ChatSurface[] {
  const { baseUrl: url, botUserId, botUsername: botHandle } = settings
  return url === null || botUserId === null
    ? []
    : [{ source: teamChatSource, botHandle, url, isAvailable: isAvailable(settings) }]
}

function workspaceChatSurface(settings: WorkspaceChatSettings): readonly ChatSurface[] {
  const { appId, botUsername: botHandle } = settings
  if (appId === null || botHandle === null) return []
  const url = `https://slack.com/app_redirect?app=${appId}`
  const source = identitySourceOf('workspace_chat')
  return [{ source, botHandle, url, isAvailable: isWorkspaceAvailable(settings) }]
}

function botMessengerSurface(settings: BotMessengerSettings): readonly ChatSurface[] {
  const { botUsername: botHandle } = settings
  if (botHandle === null) return []
  // The payload is constant: a code in the address would be a link that can be forwarded.
  const url = `https://t.me/${botHandle}?start=link`
  const source = identitySourceOf('bot_messenger')
  return [{ source, botHandle, url, isAvailable: isMessengerAvailable(settings) }]
}
