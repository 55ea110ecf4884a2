import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { mcpServer } from '../mcp-server.ts'
import type { ToolWorld } from '../tool-world.ts'
import { lineTransport, type Streams } from './line-transport.ts'

/**
 * Serves one client over standard input and output, until the input has ended and each request is answered. The output
 * carries JSON-RPC alone.
 */
export async function mcpOverStdio(world: ToolWorld, streams: Streams): Promise<void> {
  const transport = lineTransport(streams)
  const server = serveStdio(() => mcpServer(world), { transport, maxSubscriptions: 0 })
  await transport.finished
  await server.close()
}
