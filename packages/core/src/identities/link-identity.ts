import type { Account } from '../model/accounts/account.ts'
import type { Person, ServiceSurface } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import { isMessengerAvailable } from '../model/bot-messenger/bot-messenger-settings.ts'
import { isAvailable } from '../model/team-chat/team-chat-settings.ts'
import { isWorkspaceAvailable } from '../model/workspace-chat/workspace-chat-settings.ts'
import { notify } from '../notices/notice.ts'
import type { BotSettingsStores, ChatBot, Ports, Stores } from '../ports/index.ts'
import type { ExternalId, Identity, IdentityId } from '../model/identities/identity.ts'

/** The stores that a link needs. */
export type LinkingStores = 'audit' | 'identities' | 'jobs' | 'now' | BotSettingsStores

type Linking = {
  readonly surface: ServiceSurface
  readonly externalId: ExternalId
  /** Null if the account does not exist. */
  readonly account: Account | null
  /** How the person proved that the identity is theirs. */
  readonly by: 'code' | 'email'
  /** The bot that the person wrote to; null on a platform whose bot Ken does not run. */
  readonly bot: ChatBot | null
}

/**
 * Links an external identity to an active account. Null if the account is missing or inactive, if the bot may no longer
 * link, or if the identity is linked to another account: that link stays until it is removed. A person who is linked by
 * an address is informed by email. Lock accounts before calling it. Idempotent.
 */
export async function linkIdentity(
  ports: Pick<Ports, 'ids'>,
  stores: Pick<Stores, LinkingStores>,
  { surface, externalId, account, by, bot }: Linking,
): Promise<Account | null> {
  if (account?.status !== 'active') return null
  if (bot !== null && !(await mayLink(stores, bot, by))) return null
  const { source } = surface
  const { id: userId, role } = account
  const identity: Identity = {
    id: ports.ids.newId() as IdentityId,
    source,
    externalId,
    userId,
    createdAt: await stores.now(),
  }
  if (!(await stores.identities.insert(identity))) {
    return (await stores.identities.find(source, externalId))?.userId === userId ? account : null
  }
  const actor: Person = { ...surface, kind: 'person', userId, role, sessionId: null }
  await stores.audit.append(
    auditEntry(actor, 'identity.link', `user:${userId}`, { source, external_id: externalId, by }),
  )
  // They may not know of it: nothing was entered anywhere.
  if (by === 'email') await notify(stores, account, { kind: 'chat_linked', source })
  return account
}

/**
 * Whether a bot may still link the person who wrote to it: it is on, has the same address and identity, and matches by
 * address if that is how. Shares the lock on its settings until the transaction ends, because a change of the bot removes
 * its links, and would not see one that is not committed.
 */
async function mayLink(
  stores: Pick<Stores, BotSettingsStores>,
  bot: ChatBot,
  by: Linking['by'],
): Promise<boolean> {
  if (bot.source === 'workspace_chat') return mayWorkspaceLink(stores, bot, by)
  if (by !== 'code') return false
  return bot.source === 'teamchat' ? isSameTeamChat(stores, bot) : isSameMessenger(stores, bot)
}

async function isSameTeamChat(
  { teamChatSettings }: Pick<Stores, BotSettingsStores>,
  { botId, baseUrl }: ChatBot<'teamchat'>,
): Promise<boolean> {
  const current = await teamChatSettings.lockShared()
  return isAvailable(current) && current.botUserId === botId && current.baseUrl === baseUrl
}

async function mayWorkspaceLink(
  { workspaceChatSettings }: Pick<Stores, BotSettingsStores>,
  { botId, appId, workspaceId }: ChatBot<'workspace_chat'>,
  by: Linking['by'],
): Promise<boolean> {
  const current = await workspaceChatSettings.lockShared()
  return (
    isWorkspaceAvailable(current) &&
    current.botUserId === botId &&
    current.appId === appId &&
    current.workspaceId === workspaceId &&
    (by === 'code' || current.matchesByEmail)
  )
}

async function isSameMessenger(
  { botMessengerSettings }: Pick<Stores, BotSettingsStores>,
  { botId, apiRoot }: ChatBot<'bot_messenger'>,
): Promise<boolean> {
  const current = await botMessengerSettings.lockShared()
  return isMessengerAvailable(current) && current.botUserId === botId && current.apiRoot === apiRoot
}
