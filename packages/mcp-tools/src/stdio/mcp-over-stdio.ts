import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { mcpServer } from '../mcp-server.ts'
import type { ToolWorld } from '../tool-world.ts'

/** The streams of a process. */
export type Streams = { readonly stdin: Readable; readonly stdout: Writable }

/** A message of a client is small; a longer one ends the connection. */
const messageBytesMax = 1_048_576

/** Serves one client over standard input and output, until the input ends. The output carries JSON-RPC alone. */
export async function mcpOverStdio(world: ToolWorld, { stdin, stdout }: Streams): Promise<void> {
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: messageBytesMax })
  const ended = once(stdin, 'close')
  const server = serveStdio(() => mcpServer(world), { transport, maxSubscriptions: 0 })
  await ended
  await server.close()
}
