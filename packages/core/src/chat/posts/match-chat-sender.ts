import { resolveIdentity } from '../../identities/resolve-identity.ts'
import type { BotSettingsStores, JobOf, Ports, Transacts } from '../../ports/index.ts'
import {
  mayMatchByEmail,
  type ConversationTurn,
  type ConversationTurnPorts,
} from './conversation-turn.ts'

type MatchPorts = ConversationTurnPorts &
  Pick<Ports, 'identityHolders' | 'ids' | 'workspaceDirectory'> &
  Transacts<
    'accounts' | 'audit' | 'identities' | 'jobs' | 'lockAccount' | 'now' | BotSettingsStores
  >

/**
 * If matching by address is on, links the sender to the account with the address that the platform confirmed, and
 * returns the masked address; null for every reason to refuse. The setting is read before the platform is asked,
 * and again with the link.
 */
export async function matchChatSender(
  ports: MatchPorts,
  job: JobOf<'admit_chat_sender'>,
  { bot, surface }: ConversationTurn,
): Promise<string | null> {
  const { authorId: externalId, wasLinked } = job
  if (wasLinked || bot.source !== 'workspace_chat' || !(await mayMatchByEmail(ports, job)))
    return null
  const verifiedEmail = await ports.workspaceDirectory.findConfirmedEmail(bot, externalId)
  if (verifiedEmail === null) return null
  const resolved = await resolveIdentity(ports, { actor: surface, externalId, verifiedEmail, bot })
  return resolved.ok ? resolved.value.account : null
}
