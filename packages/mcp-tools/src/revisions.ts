import {
  PROTOCOL_VERSION_META_KEY,
  ProtocolErrorCode,
  SUPPORTED_PROTOCOL_VERSIONS,
  type McpServer,
} from '@modelcontextprotocol/server'

/** The revision whose messages name it themselves. */
export const currentRevision = '2026-07-28'

/** The revisions that begin with a handshake, newest first. The SDK knows older ones, with another transport. */
export const handshakeRevisions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS.filter(
  (revision) => revision >= '2025-03-26',
)

const revisions = [currentRevision, ...handshakeRevisions]

/**
 * The response to a message whose header names an unknown revision of the protocol; null for all others. A message that
 * names its revision itself is checked by the SDK.
 */
export function refusedRevision({ headers }: Request, body: object): Response | null {
  const requested = headers.get('mcp-protocol-version')?.trim()
  if (requested === undefined || revisions.includes(requested) || namesRevision(body)) return null
  const error = {
    code: ProtocolErrorCode.UnsupportedProtocolVersion,
    message: `The header MCP-Protocol-Version names an unknown revision of the protocol. Ken knows ${revisions.join(', ')}.`,
    data: { supported: revisions, requested },
  }
  return Response.json({ jsonrpc: '2.0', id: idOf(body), error }, { status: 400 })
}

/** Whether a message names its revision, as those since 2026 do. */
export function namesRevision(body: object): boolean {
  const { params } = body as { readonly params?: { readonly _meta?: object | null } | null }
  const { _meta: meta } = params ?? {}
  return typeof meta === 'object' && meta !== null && PROTOCOL_VERSION_META_KEY in meta
}

/** The revision that added resource links to the results of tools. */
const firstWithLinks = '2025-06-18'

type NegotiatedBy = {
  readonly server: Pick<McpServer['server'], 'getNegotiatedProtocolVersion'>
}
type Called = {
  readonly http?: { readonly req?: Pick<Request, 'headers'> } | undefined
  readonly mcpReq: { readonly envelope?: object | undefined }
}

/**
 * Whether the client of a call knows resource links: clients of the revision before refuse a result that has them. Over
 * HTTP, a message that names no revision counts as one of 2025-03-26, as the protocol asks.
 */
export function knowsResourceLinks({ server }: NegotiatedBy, { http, mcpReq }: Called): boolean {
  if (mcpReq.envelope !== undefined) return true
  const revision =
    http?.req === undefined
      ? server.getNegotiatedProtocolVersion()
      : http.req.headers.get('mcp-protocol-version')?.trim()
  return revision !== undefined && revision >= firstWithLinks
}

/** The id of a message, if it has one. */
export function idOf(body: object): string | number | null {
  const { id } = body as { readonly id?: unknown }
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
