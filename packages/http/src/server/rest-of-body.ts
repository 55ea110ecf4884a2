import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasBody } from '../request/read-body.ts'
import type { ServerLimits } from './server-limits.ts'

/**
 * Ends a response only once the body of its request has arrived, and drops what no one read of it. A connection that
 * closes before is reset, and a client that is still sending never sees why it was refused. Cuts off what does not end
 * within the limits. A client that withholds its body (`Expect: 100-continue`) may send it without waiting for an
 * invitation; otherwise it disconnects after the response, which says that the connection closes.
 */
export function endAfterBody(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  limits: Pick<ServerLimits, 'restBytesMax' | 'restMs'>,
): void {
  if (!hasBody(incoming)) return
  const end = outgoing.end.bind(outgoing)
  outgoing.end = ((content?: string | Uint8Array) => {
    if (incoming.complete || incoming.destroyed) return end(content)
    if (content === undefined) outgoing.flushHeaders()
    else outgoing.write(content)
    dropRest(incoming, limits, () => {
      end()
      if (!incoming.complete) incoming.socket.destroySoon()
    })
    return outgoing
  }) as typeof end // Ken and its adapter pass no encoding and no callback.
}

/** Reads and drops the rest of a body. Calls `then` once, at its end or at a limit. */
function dropRest(
  incoming: IncomingMessage,
  { restBytesMax, restMs }: Pick<ServerLimits, 'restBytesMax' | 'restMs'>,
  then: () => void,
): void {
  let bytes = 0
  const onData = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > restBytesMax) settle()
  }
  const settle = () => {
    clearTimeout(timer)
    incoming.off('data', onData).off('end', settle).off('error', settle).off('close', settle)
    then()
  }
  const timer = setTimeout(settle, restMs)
  incoming.on('data', onData).on('end', settle).on('error', settle).on('close', settle).resume()
}
