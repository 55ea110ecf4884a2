import { readerEffectiveRoleOf } from '../authorization/effective-role.ts'
import type { Person } from '../model/actor.ts'
import { identitySourceOf, chatSources } from '../model/chat/chat-source.ts'
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
import { workspaceAppUrl } from '../model/workspace-chat/workspace-chat-ids.ts'
import type { BotSettingsStores, Transacts } from '../ports/index.ts'
import { ok } from '../model/result.ts'

export type ListChatSurfaces = { readonly actor: Person }

/** A chat in which a person can link an account. */
export type ChatSurface = {
  readonly source: IdentitySource
  /** The account of the bot, without @; null if it is not known. */
  readonly botHandle: string | null
  /** The address of the chat server, or of the chat with the bot; null for the bot of another program. */
  readonly url: string | null
  /** Whether the bot responds now. */
  readonly isAvailable: boolean
}

/** More than a person reads through. */
const programsMax = 50

/**
 * The chats that a person can be linked in: those that Ken itself serves and whose bot was verified, then those of
 * programs that have a service key. Empty for an account that is not active.
 */
export async function listChatSurfaces(
  { transact }: Transacts<'accounts' | 'keys' | BotSettingsStores>,
  { actor }: ListChatSurfaces,
): Promise<readonly ChatSurface[]> {
  const { value } = await transact(async (stores) => {
    if ((await readerEffectiveRoleOf(stores, actor)) === null) return ok([])
    return ok([
      ...teamChatSurface(await stores.teamChatSettings.read()),
      ...workspaceChatSurface(await stores.workspaceChatSettings.read()),
      ...botMessengerSurface(await stores.botMessengerSettings.read()),
      ...programSurfaces(await stores.keys.listServedSources(programsMax)),
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
  const [source, url] = [identitySourceOf('workspace_chat'), workspaceAppUrl(appId)]
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

/** Ken knows no more of another program than its source. A key for a chat that Ken serves itself does not work. */
const programSurfaces = (sources: readonly IdentitySource[]): readonly ChatSurface[] =>
  sources
    .filter((source) => !chatSources.map(identitySourceOf).includes(source))
    .map((source) => ({ source, botHandle: null, url: null, isAvailable: true }))
