import {
  receivingBot,
  type ReceivingBot,
  type ReceivingBotPorts,
} from '../chat/listening/receiving-bot.ts'
import type {
  Ports,
  WorkspaceChatBot,
  WorkspaceRequest,
  WorkspaceRequestProof,
} from '../ports/index.ts'

export type RequestReaderPorts = Pick<Ports, 'workspaceRequests'> & ReceivingBotPorts

/** A request whose body is not read yet; null if it is too large or incomplete. */
export type UnreadWorkspaceRequest = WorkspaceRequestProof & {
  readonly readBody: () => Promise<Uint8Array | null>
}

/** A request that may be for the bot, not verified yet, and when it began to arrive. */
type UnverifiedRequest = ReceivingBot<WorkspaceChatBot> & {
  readonly request: WorkspaceRequest
  readonly since: Date
}

/**
 * Reads requests to the bot of the workspace chat. Null for a request that cannot be for the bot, and if the bot
 * receives no requests.
 */
export function workspaceRequestReader(
  ports: RequestReaderPorts,
): (request: UnreadWorkspaceRequest) => Promise<UnverifiedRequest | null> {
  const findBot = receivingBot(ports, 'workspace_chat')
  return async ({ readBody, ...proof }) => {
    const since = ports.clock.now()
    if (!ports.workspaceRequests.maySign(proof, since)) return null
    const found = await findBot()
    if (found === null || found.bot.signingSecret === null) return null
    const body = await readBody()
    return body === null ? null : { ...found, request: { ...proof, body }, since }
  }
}
