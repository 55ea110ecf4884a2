import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type McpServer,
} from '@modelcontextprotocol/server'
import { mcpServer } from './mcp-server.ts'
import { refusedAccept, withPlainAccept } from './refused-accept.ts'
import { currentRevision, namesRevision, refusedRevision } from './revisions.ts'
import { runningCalls } from './running-calls.ts'
import { isAskInput } from './tools/ask.ts'
import type { ToolWorld } from './tool-world.ts'

/** One JSON-RPC message over HTTP. */
export type HttpMessage = {
  readonly request: Request
  /** The parsed body of the request: one JSON object. */
  readonly body: object
  /** Who sent it, such as a key and an address: only the same client cancels its calls. */
  readonly client: string
  readonly world: ToolWorld
}

/** Responds to one message. */
export type ServeMessage = (message: HttpMessage) => Promise<Response>

/** What is served. */
export type Offer = {
  /** Makes a server for each message; `calledTool` if the message is a call of this tool. */
  readonly serverOf: (world: ToolWorld, calledTool: string | undefined) => McpServer
  /** Whether the response to a message is a stream. */
  readonly isStreamed: (body: object) => boolean
}

/**
 * Serves JSON-RPC messages over HTTP, each on its own: there is no session. The SDK decides by each message which
 * revision of the protocol it uses. Authentication and limits come first and are the caller's. Responses are JSON, which
 * costs less than a stream, except to questions: a model may take longer than a response may take to begin.
 */
export function mcpOverHttp(
  { serverOf, isStreamed }: Offer = { serverOf: mcpServer, isStreamed: isQuestion },
): ServeMessage {
  const handlerOf = (responseMode: 'auto' | 'sse') => currentEra(serverOf, responseMode)
  const [handler, streamingHandler] = [handlerOf('auto'), handlerOf('sse')]
  const running = runningCalls()
  return async ({ request, body, client, world }) => {
    const refused = refusedRevision(request, body)
    if (refused !== null) return refused
    const streams = isStreamed(body)
    const calledTool = toolCalledBy(body)
    if (await isOfHandshakeEra(request, body)) {
      const unacceptable = refusedAccept(request, body)
      if (unacceptable !== null) return unacceptable
      await running.cancelBy(client, body)
      const transport = new WebStandardStreamableHTTPServerTransport({
        enableJsonResponse: !streams,
      })
      if (streams) running.add(client, body, transport)
      return serveHandshakeEra(serverOf(world, calledTool), transport, { request, body })
    }
    return (streams ? streamingHandler : handler).fetch(request, {
      parsedBody: body,
      authInfo: { token: '', clientId: '', scopes: [], extra: { world, calledTool } },
    })
  }
}

/** Serves the revisions since 2026. */
const currentEra = (serverOf: Offer['serverOf'], responseMode: 'auto' | 'sse') =>
  createMcpHandler(({ authInfo }) => serverOf(...callOf(authInfo)), {
    legacy: 'reject',
    responseMode,
    // Nothing that a client could subscribe to ever changes.
    maxSubscriptions: 0,
  })

type Passed = { readonly world: ToolWorld; readonly calledTool: string | undefined }

/** What `mcpOverHttp` passed through the SDK. */
function callOf(
  authInfo: { readonly extra?: unknown } = {},
): readonly [ToolWorld, string | undefined] {
  const { world, calledTool } = authInfo.extra as Passed // The handler above sets it.
  return [world, calledTool]
}

/** The name of the tool that a message calls. */
function toolCalledBy(body: object): string | undefined {
  const { method, params } = body as { readonly method?: unknown; readonly params?: unknown } // The SDK validates them.
  if (method !== 'tools/call' || typeof params !== 'object' || params === null) return undefined
  return 'name' in params && typeof params.name === 'string' ? params.name : undefined
}

/**
 * Whether a message is of a revision of 2025, as the SDK decides; a tool call is recognized without its validators, which
 * the SDK runs once more to serve it.
 */
function isOfHandshakeEra(request: Request, body: object): boolean | Promise<boolean> {
  const { jsonrpc, method } = body as { readonly jsonrpc?: unknown; readonly method?: unknown }
  if (jsonrpc !== '2.0' || method !== 'tools/call') return isLegacyRequest(request, body)
  const revision = request.headers.get('mcp-protocol-version')?.trim()
  return !namesRevision(body) && revision !== currentRevision
}

/** Serves a message of the revisions of 2025. */
async function serveHandshakeEra(
  server: McpServer,
  transport: WebStandardStreamableHTTPServerTransport,
  { request, body }: Pick<HttpMessage, 'request' | 'body'>,
): Promise<Response> {
  await server.connect(transport)
  request.signal.addEventListener('abort', () => void transport.close(), { once: true })
  return transport.handleRequest(withPlainAccept(request), { parsedBody: body })
}

/** Whether a message is a call of `ask` with valid arguments: no other is answered with a stream. */
function isQuestion(body: object): boolean {
  if (toolCalledBy(body) !== 'ask') return false
  const { params } = body as { readonly params: { readonly arguments?: unknown } } // It has a name.
  return isAskInput(params.arguments)
}
