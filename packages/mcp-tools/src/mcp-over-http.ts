import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { mcpServer } from './mcp-server.ts'
import type { ToolWorld } from './tool-world.ts'

/** One JSON-RPC message over HTTP. */
export type HttpMessage = {
  readonly request: Request
  /** The parsed body of the request: one JSON object. */
  readonly body: object
  readonly world: ToolWorld
}

/**
 * Serves JSON-RPC messages over HTTP, each on its own: there is no session. The SDK decides by each message which
 * revision of the protocol it uses. Authentication and limits come first and are the caller's.
 */
export function mcpOverHttp(): (message: HttpMessage) => Promise<Response> {
  const handler = createMcpHandler(({ authInfo }) => mcpServer(worldOf(authInfo)), {
    legacy: 'reject',
    // Nothing that a client could subscribe to ever changes.
    maxSubscriptions: 0,
  })
  return async (message) => {
    const { request, body, world } = message
    if (await isLegacyRequest(request, body)) return serveHandshakeEra(message)
    return handler.fetch(request, {
      parsedBody: body,
      authInfo: { token: '', clientId: '', scopes: [], extra: { world } },
    })
  }
}

/** What `mcpOverHttp` passed through the SDK. */
const worldOf = (authInfo: { readonly extra?: Record<string, unknown> } | undefined): ToolWorld =>
  authInfo?.extra?.['world'] as ToolWorld

/**
 * Serves a message of the revisions of 2025. The response is JSON, which costs less than a stream, unless the client
 * wants to see progress.
 */
async function serveHandshakeEra({ request, body, world }: HttpMessage): Promise<Response> {
  const server = mcpServer(world)
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: !wantsProgress(body),
  })
  await server.connect(transport)
  request.signal.addEventListener('abort', () => void transport.close(), { once: true })
  return transport.handleRequest(request, { parsedBody: body })
}

function wantsProgress(body: object): boolean {
  const { params } = body as { readonly params?: { readonly _meta?: object } }
  const { _meta: meta = {} } = params ?? {}
  return 'progressToken' in meta
}
