import {
  inWorkspace,
  type ChatInbox,
  type ChatMessage,
  type Clock,
  type DroppedEvent,
  type Log,
  type Result,
  type WorkspaceChatBot,
  type WorkspaceChatFault,
} from '@ken/core/ports'
import { arrivalIn, fieldsOf, Listening, type Arrival } from '@ken/outbound'
import { knownFailure, WebApiFailure } from '../api/web-api-failure.ts'
import type { Transport } from '../api/web-api.ts'
import { findBot } from '../slack-chat-probe.ts'
import { callPace, missedMessages } from './missed-messages.ts'
import { provenMessage } from './proven-message.ts'

/** Faults that rarely pass by themselves. */
export const persistentFaults: readonly WorkspaceChatFault[] = [
  'token_refused',
  'app_token_refused',
  'not_a_bot',
  'scope_missing',
  'apps_differ',
  'address_forbidden',
]

/** How often the token is checked. */
export const checkEveryMs = 30_000

export type ListenerOptions = { readonly clock: Clock; readonly log: Log }
/** The bot to listen for, since when, and the inbox of its messages. */
export type ListeningRequest<Bot> = {
  readonly bot: Bot
  readonly since: Date | null
  readonly inbox: ChatInbox
}
type ListeningParts = Pick<
  ConstructorParameters<typeof Listening<WorkspaceChatFault>>[0],
  'isConnected' | 'onCaughtUp'
> & {
  /** Called when reading back begins. */
  readonly onReadingBack?: () => void
  /** Of the payload of a message that was read back. */
  readonly arrivalOf: (payload: object) => Arrival | null
}

/** What a listener needs in either transport: it reads back over the Web API what may have been lost. */
export function webApiListening(
  transport: Transport,
  { clock, log }: ListenerOptions,
  { bot, since, inbox }: ListeningRequest<WorkspaceChatBot>,
  { onReadingBack, arrivalOf: arrivalOfMissed, ...parts }: ListeningParts,
): Listening<WorkspaceChatFault> {
  const listening: Listening<WorkspaceChatFault> = new Listening({
    area: 'workspace_chat',
    log,
    inbox,
    timing: transport.timing,
    since,
    persistentFaults,
    known: knownFailure,
    // The platform alone sets the time of a message.
    serverNowMs: () => Infinity,
    missed,
    ...parts,
  })
  const { signal } = listening
  const pace = callPace(transport, clock, signal)
  async function* missed(afterMs: number): AsyncGenerator<Arrival | null> {
    onReadingBack?.()
    const catchUp = { transport, log, bot, afterMs, signal, pace }
    for await (const payload of missedMessages(catchUp)) yield arrivalOfMissed(payload)
  }
  listening.begin(clock.now().getTime())
  return listening
}

/** Throws `WebApiFailure` unless the token is that of the bot. */
export async function verifyToken(
  transport: Transport,
  { botToken, botId }: WorkspaceChatBot,
  signal: AbortSignal,
): Promise<void> {
  const found = await findBot(transport, botToken, signal)
  if (!found.ok) throw new WebApiFailure(found.error)
  // The token of another bot is as good as none.
  if (inWorkspace(found.value.workspaceId, found.value.id) !== botId)
    throw new WebApiFailure('token_refused')
}

/** The payload of an event, to be handed over; null for what is no message. */
export function arrivalOf(
  payload: unknown,
  bot: WorkspaceChatBot,
  handOver: (received: Result<ChatMessage, DroppedEvent>) => Promise<void>,
): Arrival | null {
  const received = provenMessage(payload, bot)
  if (received === null) return null
  const { channel } = fieldsOf(fieldsOf(payload)['event'])
  return arrivalIn(channel, received, () => handOver(received))
}
