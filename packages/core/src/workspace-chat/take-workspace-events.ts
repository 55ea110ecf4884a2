import { chatGreetings, type ChatGreetingPorts } from '../chat/listening/chat-greetings.ts'
import { requestNotes } from './request-notes.ts'
import { tokenCheck, type TokenCheckPorts } from './token-check.ts'
import {
  workspaceRequestReader,
  type RequestReaderPorts,
  type UnreadWorkspaceRequest,
} from './workspace-request-reader.ts'

/**
 * `not_ours`: nothing proves that the request is for the bot, or no bot receives requests. `taken`: everything is
 * stored.
 */
export type WorkspaceEventOutcome =
  | { readonly kind: 'not_ours' }
  | { readonly kind: 'challenge'; readonly challenge: string }
  | { readonly kind: 'taken' }

type TakingPorts = RequestReaderPorts & ChatGreetingPorts & TokenCheckPorts

const notOurs = { kind: 'not_ours' } as const
const noEvent = { received: null, opened: null, mayBeRevoked: false } as const

/**
 * Takes events that the platform of the workspace chat sends in requests, in any number of processes. Throws if an event cannot
 * be stored, so that the platform sends it again.
 */
export function takeWorkspaceEvents(
  ports: TakingPorts,
): (request: UnreadWorkspaceRequest) => Promise<WorkspaceEventOutcome> {
  const read = workspaceRequestReader(ports)
  const greetings = chatGreetings(ports, { isAlone: false })
  const notes = requestNotes(ports)
  const checkToken = tokenCheck(ports)
  return async (unread) => {
    const found = await read(unread)
    if (found === null) return notOurs
    const { bot, intake, request, since } = found
    const content = ports.workspaceRequests.readEvent(bot, request, since)
    if (content.kind === 'unsigned') return notOurs
    if (content.kind === 'challenge') return content
    if (intake === null) return { kind: 'taken' }
    const { received, opened, mayBeRevoked } = content.kind === 'event' ? content : noEvent
    if (received !== null) await intake.receive(received)
    if (opened !== null) greetings.opened(bot, opened)
    if (mayBeRevoked) checkToken(bot)
    await notes.note(bot.botId, {
      isLimited: content.kind === 'limited',
      postedAt: received?.ok === true ? received.value.postedAt : null,
    })
    return { kind: 'taken' }
  }
}
