import type { Offer } from '@ken/mcp-tools'
import { createRequestStateCodec, McpServer } from '@modelcontextprotocol/server'
import { registerInputTools } from './input-tools.ts'
import { registerPrompts } from './prompts.ts'
import { registerResources } from './resources.ts'
import { notifyingTools, registerTools } from './tools.ts'

/** Protects the state that a client carries from one round of a call to the next. */
const states = createRequestStateCodec<string>({ key: new Uint8Array(32).fill(7) })

const forAMinute = { ttlMs: 60_000, cacheScope: 'public' } as const

/** A server with everything that the conformance suite asks a server for by name. */
function testServer(): McpServer {
  const server = new McpServer(
    { name: 'test', version: '1.0.0' },
    {
      capabilities: {
        logging: {},
        completions: {},
        resources: { subscribe: true },
      },
      cacheHints: {
        'tools/list': forAMinute,
        'prompts/list': forAMinute,
        'resources/list': forAMinute,
        'resources/read': forAMinute,
        'resources/templates/list': forAMinute,
      },
      requestState: { verify: (state, context) => states.verify(state, context) },
    },
  )
  registerTools(server)
  registerInputTools(server, (state) => states.mint(state))
  registerPrompts(server)
  registerResources(server)
  return server
}

/** What the conformance suite expects of a server, to be served as Ken serves its own tools. */
export const testOffer: Offer = {
  serverOf: testServer,
  isStreamed(body) {
    const { params } = body as { readonly params?: { readonly name?: unknown } }
    return notifyingTools.includes(String(params?.name))
  },
}
