import { readerEffectiveRoleOf } from '../authorization/effective-role.ts'
import type { Person } from '../model/actor.ts'
import type { IdentitySource } from '../model/identities/identity.ts'
import { isAvailable, teamChatSource } from '../model/team-chat/team-chat-settings.ts'
import type { Transacts } from '../ports/index.ts'
import { ok } from '../model/result.ts'

export type ListChatSurfaces = { readonly actor: Person }

/** A chat that Ken answers in. */
export type ChatSurface = {
  readonly source: IdentitySource
  /** The account of the bot, without @; null if the server gave none. */
  readonly botHandle: string | null
  /** The address of the chat server. */
  readonly url: string
  /** Whether the bot responds now. */
  readonly isAvailable: boolean
}

/**
 * The chats that Ken itself serves and a person can be linked in: those whose bot was verified. Empty
 * for an account that is not active. Bots that use a service key are not known.
 */
export async function listChatSurfaces(
  { transact }: Transacts<'accounts' | 'teamChatSettings'>,
  { actor }: ListChatSurfaces,
): Promise<readonly ChatSurface[]> {
  const { value } = await transact(async (stores) => {
    if ((await readerEffectiveRoleOf(stores, actor)) === null) return ok([])
    const settings = await stores.teamChatSettings.read()
    const { baseUrl, botUserId, botUsername: botHandle } = settings
    if (baseUrl === null || botUserId === null) return ok([])
    return ok([
      { source: teamChatSource, botHandle, url: baseUrl, isAvailable: isAvailable(settings) },
    ])
  })
  return value
}
