import {
  isJSONRPCRequest,
  isJSONRPCResponse,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server'
import { idOf } from './revisions.ts'

/** The calls that a client can cancel by another message. */
export type RunningCalls = {
  /**
   * Notes a call until it is answered or its transport closes. A message that is not a valid request is neither, so it
   * is not noted. Call it before the server connects.
   */
  readonly add: (client: string, body: object, transport: Transport) => void
  /**
   * Ends the call that a message cancels, if it cancels one. There are no sessions, so two programs with one key may
   * have calls with the same id: then neither ends.
   */
  readonly cancelBy: (client: string, body: object) => Promise<void>
}

type RunningCall = {
  readonly client: string
  readonly id: RequestId
  readonly transport: Transport
}

/** Keeps the calls of this process. */
export function runningCalls(): RunningCalls {
  const running = new Set<RunningCall>()
  return {
    add(client, body, transport) {
      if (!isJSONRPCRequest(body)) return
      const call = { client, id: body.id, transport }
      running.add(call)
      const end = () => void running.delete(call)
      const send = transport.send.bind(transport)
      transport.send = (message, options) => {
        if (isJSONRPCResponse(message)) end()
        return send(message, options)
      }
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport has none; the server keeps this handler
      transport.onclose = end
    },
    async cancelBy(client, body) {
      const cancelled = cancelledBy(body)
      if (cancelled === null) return
      const calls = [...running].filter((call) => call.client === client && call.id === cancelled)
      const [call, another] = calls
      // A cancelled call has no response (the protocol, "Cancellation").
      if (another === undefined) await call?.transport.close()
    },
  }
}

/** The id of the call that a message cancels; null if it is another message. */
function cancelledBy(body: object): string | number | null {
  const { method, params } = body as { readonly method?: unknown; readonly params?: unknown } // The SDK validates them.
  if (method !== 'notifications/cancelled' || typeof params !== 'object' || params === null)
    return null
  return 'requestId' in params ? idOf({ id: params.requestId }) : null
}
