import { commandMsMax, Unavailable } from '../ports/index.ts'
import { requestNotes } from './request-notes.ts'
import {
  workspaceRequestReader,
  type RequestReaderPorts,
  type UnreadWorkspaceRequest,
} from './workspace-request-reader.ts'

/** `not_ours`: nothing proves that the request is for a bot that is on. `taken`: it is stored, and `reply` is for the asker. */
export type WorkspaceCommandOutcome =
  | { readonly kind: 'not_ours' }
  | { readonly kind: 'taken'; readonly reply: object | null }

const notOurs = { kind: 'not_ours' } as const

/**
 * Takes commands that the platform of the workspace chat sends in requests, in any number of processes. Throws if one cannot be
 * stored: the platform does not send it again, and shows the asker that it failed.
 */
export function takeWorkspaceCommands(
  ports: RequestReaderPorts,
): (request: UnreadWorkspaceRequest) => Promise<WorkspaceCommandOutcome> {
  const read = workspaceRequestReader(ports)
  const notes = requestNotes(ports)
  return async (unread) => {
    const found = await read(unread)
    if (found === null || found.intake === null) return notOurs
    const { bot, intake, request, since } = found
    const content = await ports.workspaceRequests.readCommand(bot, request, since)
    if (content.kind === 'unsigned') return notOurs
    if (ports.clock.now().getTime() - since.getTime() > commandMsMax)
      throw new Unavailable(
        'chat',
        'A command was not stored before the platform reports its failure.',
      )
    if (content.received !== null) await intake.receive(content.received)
    await notes.note(bot.botId, { isLimited: false, postedAt: null })
    return { kind: 'taken', reply: content.reply }
  }
}
