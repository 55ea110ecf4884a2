import {
  Client,
  StreamableHTTPClientTransport,
  type CallToolResult,
} from '@modelcontextprotocol/client'
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { onTestFinished } from 'vitest'
import type { ApiApp } from '../api-context.ts'
import { postJson } from './http-world.ts'

/** What tests use of the official clients of both generations. */
export type McpClient = Pick<Client, 'listTools' | 'listResources' | 'listResourceTemplates'> & {
  readonly call: (
    name: string,
    args: Record<string, unknown>,
    options?: { readonly signal: AbortSignal },
  ) => Promise<CallToolResult>
  /** The same, for a client that wants to know how far the call is. */
  readonly callWithProgress: (
    name: string,
    args: Record<string, unknown>,
    onProgress: (message: string | undefined) => void,
  ) => Promise<CallToolResult>
  readonly readResource: (uri: string) => Promise<unknown>
}

const about = { name: 'test', version: '1.0.0' }
const address = new URL('http://ken.example.com/mcp')

/** Connects the current official client, of the revision 2026-07-28. */
async function currentClient(app: ApiApp, key: string): Promise<McpClient> {
  const client = new Client(about, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StreamableHTTPClientTransport(address, over(app, key)))
  onTestFinished(() => client.close())
  return {
    listTools: () => client.listTools(),
    listResources: () => client.listResources(),
    listResourceTemplates: () => client.listResourceTemplates(),
    call: (name, args, options) => client.callTool({ name, arguments: args }, options),
    callWithProgress: (name, args, onProgress) =>
      client.callTool(
        { name, arguments: args },
        { onprogress: ({ message }) => onProgress(message) },
      ),
    readResource: (uri) => client.readResource({ uri }),
  }
}

/** Connects the official client of the generation before, of the revisions of 2025. */
async function earlierClient(app: ApiApp, key: string): Promise<McpClient> {
  const client = new EarlierClient(about)
  const transport = new EarlierTransport(address, over(app, key))
  await client.connect(transport)
  onTestFinished(() => client.close())
  return {
    listTools: () => client.listTools() as ReturnType<McpClient['listTools']>,
    listResources: () => client.listResources(),
    listResourceTemplates: () => client.listResourceTemplates(),
    call: async (name, args, options) =>
      resultOf(await client.callTool({ name, arguments: args }, undefined, options)),
    callWithProgress: async (name, args, onProgress) =>
      resultOf(
        await client.callTool({ name, arguments: args }, undefined, {
          onprogress: ({ message }) => onProgress(message),
        }),
      ),
    readResource: (uri) => client.readResource({ uri }),
  }
}

const resultOf = (result: unknown) => result as CallToolResult // the generations have types of their own for it

/** The official clients by generation; each reads the same protocol in other words. */
export const mcpClients = { current: currentClient, earlier: earlierClient } as const

const over = (app: ApiApp, key: string) => ({
  requestInit: { headers: { authorization: `Bearer ${key}` } },
  fetch: async (url: string | URL, init?: RequestInit) => app.request(String(url), init),
})

/** A message as a client of the revisions of 2025 posts it, without a client. */
export const postMessage = (
  app: ApiApp,
  body: unknown,
  key?: string,
  headers: { readonly [name: string]: string } = {},
): Promise<Response> =>
  Promise.resolve(
    app.request(
      '/mcp',
      postJson(body, key, { accept: 'application/json, text/event-stream', ...headers }),
    ),
  )

/** The message of a tool call. */
export const toolCall = (name: string, args: unknown, id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})

/** A message that calls nothing. */
export const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

/** The first message of a client of 2025, which asks for a revision of the protocol. */
export const initialize = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: about },
})
