import type { Ports } from '../ports/index.ts'
import { requestNotes } from './request-notes.ts'
import {
  workspaceReceiver,
  type UnreadWorkspaceRequest,
  type WorkspaceReceiverPorts,
} from './workspace-receiver.ts'

/** `not_ours`: nothing proves that the request is for a bot that is on. `taken`: it is stored, and `reply` is for the asker. */
export type WorkspaceCommandOutcome =
  | { readonly kind: 'not_ours' }
  | { readonly kind: 'taken'; readonly reply: object | null }

type TakingPorts = Pick<Ports, 'workspaceRequests'> & WorkspaceReceiverPorts

const notOurs = { kind: 'not_ours' } as const

/**
 * Takes commands that the platform of the workspace chat sends in requests, in any number of processes. Throws if one cannot be
 * stored: the platform does not send it again, and shows the asker that it failed.
 */
export function takeWorkspaceCommands(
  ports: TakingPorts,
): (request: UnreadWorkspaceRequest) => Promise<WorkspaceCommandOutcome> {
  const receive = workspaceReceiver(ports)
  const notes = requestNotes(ports)
  return async (unread) => {
    const found = await receive(unread)
    if (found === null || found.intake === null) return notOurs
    const { bot, intake, request } = found
    const content = await ports.workspaceRequests.readCommand(bot, request, ports.clock.now())
    if (content.kind === 'unsigned') return notOurs
    if (content.received !== null) await intake.receive(content.received)
    await notes.note(bot.botId, { isLimited: false, postedAt: null })
    return { kind: 'taken', reply: content.reply }
  }
}
