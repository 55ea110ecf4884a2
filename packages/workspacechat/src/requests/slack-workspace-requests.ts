import type { Log, WorkspaceChatBot, WorkspaceRequest, WorkspaceRequests } from '@ken/core/ports'
import { fieldsOf, parseJson } from '@ken/outbound'
import type { Transport } from '../api/web-api.ts'
import { directChannels, type DirectChannelOf } from '../listener/direct-channels.ts'
import { provenMessage } from '../listener/proven-message.ts'
import { provenOpening } from '../listener/proven-opening.ts'
import { provenRevocation } from '../listener/proven-revocation.ts'
import { commandFailureOf, receivedCommand } from '../listener/received-command.ts'
import { maySign, signedText } from './signed-text.ts'

const unsigned = { kind: 'unsigned' } as const
const challengeForm = /^[\w.-]{1,256}$/

/** Reads requests of the Events API, and those of commands. */
export function slackWorkspaceRequests(
  transport: Transport,
  { log }: { readonly log: Log },
): WorkspaceRequests {
  const channelsOf = channelsOfBots(transport)
  return {
    maySign,
    readEvent,
    async readCommand(bot, request, now) {
      const text = textOf(bot, request, now)
      if (text === null) return unsigned
      const payload = Object.fromEntries(new URLSearchParams(text))
      try {
        const context = { bot, now, directChannelOf: channelsOf(bot) }
        return { kind: 'command', ...(await receivedCommand(payload, context)) }
      } catch (error) {
        log.warn('workspace_chat.command_failed', { reason: commandFailureOf(error, log) })
        throw error
      }
    },
  }
}

const readEvent: WorkspaceRequests['readEvent'] = (bot, request, now) => {
  const text = textOf(bot, request, now)
  if (text === null) return unsigned
  const payload = parseJson(text)
  const { type, challenge, api_app_id: appId } = fieldsOf(payload)
  if (type === 'url_verification' && typeof challenge === 'string' && challengeForm.test(challenge))
    return { kind: 'challenge', challenge }
  if (type === 'app_rate_limited' && appId === bot.appId) return { kind: 'limited' }
  return {
    kind: 'event',
    received: provenMessage(payload, bot),
    opened: provenOpening(payload, bot),
    mayBeRevoked: provenRevocation(payload, bot),
  }
}

const textOf = (bot: WorkspaceChatBot, request: WorkspaceRequest, now: Date): string | null =>
  bot.signingSecret === null ? null : signedText(bot.signingSecret, request, now)

/** Direct channels are remembered as long as the token of the bot stays the same. */
function channelsOfBots(transport: Transport): (bot: WorkspaceChatBot) => DirectChannelOf {
  let last: { readonly botToken: string; readonly channelOf: DirectChannelOf } | null = null
  return (bot) => {
    const { botToken } = bot
    if (last?.botToken !== botToken)
      last = { botToken, channelOf: directChannels(transport, bot, new AbortController().signal) }
    return last.channelOf
  }
}
