import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as EarlierStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as EarlierHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

/** A result as every client reads it. */
type ToolResult = {
  readonly isError?: boolean
  readonly content: readonly { readonly type: string; readonly text?: string }[]
  readonly structuredContent?: unknown
}

/** An assistant: an official client, connected with the key of a person. */
export type Assistant = {
  readonly call: (name: string, args: Record<string, unknown>) => Promise<ToolResult>
  readonly close: () => Promise<void>
}

type Ken = { readonly url: string; readonly key: string }
/** A program that serves the tools over standard input and output. */
type Program = { readonly command: string; readonly args: readonly string[]; readonly cwd: string }

const about = { name: 'test', version: '1.0.0' }
const headersOf = ({ key }: Ken) => ({
  requestInit: { headers: { authorization: `Bearer ${key}` } },
})
const serverOf = ({ command, args, cwd }: Program, { url, key }: Ken) => ({
  command,
  args: [...args],
  cwd,
  env: { PATH: process.env['PATH'] ?? '', KEN_URL: url, KEN_API_KEY: key },
})

async function current(transport: StreamableHTTPClientTransport | StdioClientTransport) {
  const client = new Client(about, { versionNegotiation: { mode: 'auto' } })
  await client.connect(transport)
  return {
    call: async (name: string, args: Record<string, unknown>) =>
      (await client.callTool({ name, arguments: args })) as ToolResult,
    close: () => client.close(),
  }
}

async function earlier(transport: EarlierHttp | EarlierStdio) {
  const client = new EarlierClient(about)
  await client.connect(transport)
  return {
    call: async (name: string, args: Record<string, unknown>) =>
      (await client.callTool({ name, arguments: args })) as ToolResult,
    close: () => client.close(),
  }
}

/** The official clients of both generations over HTTP. */
export const overHttp = {
  current: (ken: Ken): Promise<Assistant> =>
    current(new StreamableHTTPClientTransport(new URL(`${ken.url}/mcp`), headersOf(ken))),
  earlier: (ken: Ken): Promise<Assistant> =>
    earlier(new EarlierHttp(new URL(`${ken.url}/mcp`), headersOf(ken))),
}

/** The official clients of both generations, which start a program of their own. */
export const overStdio = {
  current: (ken: Ken, program: Program): Promise<Assistant> =>
    current(new StdioClientTransport(serverOf(program, ken))),
  earlier: (ken: Ken, program: Program): Promise<Assistant> =>
    earlier(new EarlierStdio(serverOf(program, ken))),
}
