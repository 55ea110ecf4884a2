import type { TeamChatBot } from '@ken/core/ports'
import { fieldsOf } from '@ken/outbound'
import { TeamChatFailure } from './team-chat-failure.ts'
import { sendV4, readResponse, type Transport } from './v4-request.ts'

/** A direct channel of the bot, with the fields that its events have. */
export type DirectChannel = {
  readonly id: string
  readonly name: unknown
  readonly teamId: unknown
  /** Changes with each post and each edit. */
  readonly lastPostAt: number
}

/** The list has no pages, and a bot that many people write to has a long one. */
const listBytesMax = 64 * 1024 * 1024
const listTimeoutMs = 30_000
/** The response for a bot without channels: any status, and not JSON, because it starts like a list. */
const noChannel = /^\s*(?:\[\s*)?\{\s*"id"\s*:\s*"app\.channel\.get_channels\.not_found\.app_error"/

/** The direct channels of the bot. Throws as `requestV4` does. */
export async function listDirectChannels(
  transport: Transport,
  bot: TeamChatBot,
  signal: AbortSignal,
): Promise<readonly DirectChannel[]> {
  const request = {
    path: '/users/me/channels',
    bodyBytesMax: listBytesMax,
    timeoutMs: listTimeoutMs,
    signal,
  }
  const answer = await sendV4(transport, bot, request)
  if (noChannel.test(answer.text)) return []
  const channels = readResponse(answer)
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
  // Without this time there may be new posts.
  return { id, name, teamId, lastPostAt: typeof lastPostAt === 'number' ? lastPostAt : Infinity }
}
