import type { TeamChatBot } from '@ken/core/ports'
import { TeamChatFailure } from './team-chat-failure.ts'
import { fieldsOf } from './v4-posts.ts'
import { askV4, readAnswer, type Connecting } from './v4-request.ts'

/** A direct channel of the bot, with what events say of it. */
export type DirectChannel = {
  readonly id: string
  readonly name: unknown
  readonly teamId: unknown
  /** Moves with every post, and with edits, too. */
  readonly lastPostAt: number
}

/** The list has no pages: a bot that many people talk to has a long one. */
const listBytesMax = 64 * 1024 * 1024
const listTimeoutMs = 30_000
/** What a server answers to a bot without a channel: with whatever status, and begun as a list, so that it is no JSON. */
const noChannel = /^\s*\[?\s*\{\s*"id"\s*:\s*"app\.channel\.get_channels\.not_found\.app_error"/

/** The direct channels of the bot. Throws as every request does. */
export async function listDirectChannels(
  connecting: Connecting,
  bot: TeamChatBot,
  signal: AbortSignal,
): Promise<readonly DirectChannel[]> {
  const request = { path: '/users/me/channels', bodyBytesMax: listBytesMax, timeoutMs: listTimeoutMs, signal }
  const answer = await askV4(connecting, bot, request)
  if (noChannel.test(answer.text)) return []
  const channels = readAnswer(answer)
  if (!Array.isArray(channels)) throw new TeamChatFailure('not_team_chat')
  return channels.flatMap((channel) => readChannel(fieldsOf(channel)) ?? [])
}

function readChannel({
  id,
  type,
  name,
  team_id: teamId,
  last_post_at: lastPostAt,
}: {
  readonly [name: string]: unknown
}): DirectChannel | null {
  if (type !== 'D' || typeof id !== 'string' || !/^[a-z0-9]{26}$/.test(id)) return null
  // A server that does not say when something was last posted may have something.
  return { id, name, teamId, lastPostAt: typeof lastPostAt === 'number' ? lastPostAt : Infinity }
}
