import { setTimeout as delay } from 'node:timers/promises'
import {
  fromJsonSchema,
  type CallToolResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { anImage, anAudioFile } from './media.ts'

/** Tools that send notifications while they run. */
export const notifyingTools: readonly string[] = [
  'test_tool_with_logging',
  'test_tool_with_progress',
  'test_logging_tool',
  'test_streaming_elicitation',
]

const text = (words: string) => ({ type: 'text' as const, text: words })
const image = { type: 'image' as const, data: anImage, mimeType: 'image/png' }
const embedded = (uri: string, mimeType: string, words: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: words },
})

const contents: { readonly [tool: string]: CallToolResult['content'] } = {
  test_simple_text: [text('This is a simple text response for testing.')],
  test_image_content: [image],
  test_audio_content: [{ type: 'audio', data: anAudioFile, mimeType: 'audio/wav' }],
  test_embedded_resource: [
    embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ],
  test_multiple_content_types: [
    text('Multiple content types test:'),
    image,
    embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ],
}

/** The tools of the conformance suite that need no input of the client. */
export function registerTools(server: McpServer): void {
  for (const [name, content] of Object.entries(contents))
    server.registerTool(name, { description: 'Returns constants.' }, () => ({ content }))
  server.registerTool('test_error_handling', { description: 'Fails.' }, () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
  for (const name of ['test_tool_with_logging', 'test_logging_tool'])
    server.registerTool(name, { description: 'Logs.' }, async ({ mcpReq }) => {
      for (const step of ['started', 'processing', 'completed'])
        await mcpReq.log('info', `Tool execution ${step}`)
      return { content: [text('Done.')] }
    })
  server.registerTool('test_tool_with_progress', { description: 'Takes a while.' }, progress)
  registerWithSchemas(server)
}

async function progress({ mcpReq }: ServerContext): Promise<CallToolResult> {
  const { _meta: meta } = mcpReq
  const progressToken = meta?.progressToken
  for (const done of [0, 50, 100]) {
    if (progressToken !== undefined)
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress: done, total: 100 },
      })
    await delay(5)
  }
  return { content: [text('Done.')] }
}

function registerWithSchemas(server: McpServer): void {
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Has a schema of many keywords.', inputSchema: fromJsonSchema(schema2020) },
    () => ({ content: [] }),
  )
  const region = z.string().meta({ 'x-mcp-header': 'Region' })
  server.registerTool(
    'test_custom_header',
    { description: 'Has an argument that is a header, too.', inputSchema: z.object({ region }) },
    () => ({ content: [text('Done.')] }),
  )
}

const schema2020 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // oxlint-disable-next-line unicorn/no-thenable -- It is a keyword of JSON Schema.
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
} as const
