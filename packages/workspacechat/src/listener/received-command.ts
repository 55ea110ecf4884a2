import {
  commandMsMax,
  err,
  inWorkspace,
  ok,
  workspaceAppUrl,
  type ChatInbox,
  type ChatMessage,
  type Clock,
  type DroppedEvent,
  type Log,
  type Result,
  type WorkspaceChatBot,
} from '@ken/core/ports'
import { failureOf, type Delivery } from '@ken/outbound'
import { knownFailure, WebApiRefusal } from '../api/web-api-failure.ts'
import type { Transport } from '../api/web-api.ts'
import { renderBlocks, renderFallback } from '../threads/rendered-blocks.ts'
import { directChannels, type DirectChannelOf } from './direct-channels.ts'
import { provenCommand } from './proven-command.ts'
import type { AddressedBot } from './proven-message.ts'
import type { Envelope } from './socket-connection.ts'

/** What only the asker is shown, where the command was typed. */
type CommandReply = { readonly response_type: 'ephemeral'; readonly text: string }

export type ReceivedCommand = {
  /** Null if nothing was asked, or only for help. */
  readonly received: Result<ChatMessage, DroppedEvent> | null
  /** For the acknowledgement; the same for everyone. Null for what is dropped. */
  readonly reply: CommandReply | null
}

type CommandContext = {
  readonly bot: AddressedBot
  readonly now: Date
  readonly directChannelOf: DirectChannelOf
}

const usage = 'Write your question after the command, such as `/ken How much leave do I have?`'

/**
 * Reads a command, and finds the direct channel that it is answered in. Nothing else that its payload names is ever called.
 * Throws as `DirectChannelOf` does.
 */
export async function receivedCommand(
  payload: unknown,
  { bot, now, directChannelOf }: CommandContext,
): Promise<ReceivedCommand> {
  const proven = provenCommand(payload, bot)
  if (!proven.ok) return { received: err({ reason: proven.error, post: null }), reply: null }
  const { user, message } = proven.value
  if (['', 'help', 'hilfe'].includes(message.text.toLowerCase()))
    return { received: null, reply: replyOf(usage) }
  const channelId = inWorkspace(bot.workspaceId, await directChannelOf(user))
  return {
    received: ok({ ...message, channelId, postedAt: now }),
    reply: replyOf(`I answer you in our [direct messages](${workspaceAppUrl(bot.appId)}).`),
  }
}

export type CommandReceiver = (
  envelope: Pick<Envelope, 'payload' | 'length'>,
  acknowledge: (reply: object | null) => void,
) => Promise<void>

type ReceiverOptions = {
  readonly bot: WorkspaceChatBot
  readonly clock: Clock
  readonly log: Log
  readonly inbox: Pick<ChatInbox, 'receive'>
  readonly delivery: Delivery
  readonly signal: AbortSignal
}

/**
 * Hands commands to an inbox, and acknowledges them with their reply once it has accepted them. Never throws: one that fails
 * is not acknowledged, so that who typed it is shown that, and may type it again.
 */
export function commandReceiver(
  transport: Transport,
  { bot, clock, log, inbox, delivery, signal }: ReceiverOptions,
): CommandReceiver {
  const directChannelOf = directChannels(transport, bot, signal)
  const fail = (reason: string) => log.warn('workspace_chat.command_failed', { reason })
  return async ({ payload, length }, acknowledge) => {
    try {
      const now = clock.now()
      const context = { bot, now, directChannelOf }
      const { received, reply } = await receivedCommand(payload, context)
      if (received === null) return acknowledge(reply)
      const handOver = async () => {
        if (clock.now().getTime() - now.getTime() > commandMsMax) return fail('too_late')
        await inbox.receive(received).then(
          () => acknowledge(reply),
          () => fail('not_taken'),
        )
      }
      const channel = received.ok ? received.value.channelId : null
      delivery.push({ channel, postedMs: 0, handOver }, length)
    } catch (error) {
      fail(commandFailureOf(error, log))
    }
  }
}

/** Why the direct channel of an asker was not found, for the log. */
export const commandFailureOf = (error: unknown, log: Log): string =>
  error instanceof WebApiRefusal
    ? error.code
    : failureOf(error, knownFailure, { area: 'workspace_chat', log }).fault

function replyOf(markdown: string): CommandReply {
  const rendered = renderBlocks(markdown)
  const shown = { text: renderFallback(rendered), blocks: [rendered] }
  return { response_type: 'ephemeral', ...shown }
}
