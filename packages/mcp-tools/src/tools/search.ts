import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { inputSchemaOf, outputSchemaOf } from '../fixed-schema.ts'
import type { ToolWorld } from '../tool-world.ts'
import { toolResult } from '../tool-result.ts'
import { readsOnly } from './annotations.ts'
import { sourcesSchema } from './sources-schema.ts'

const input = z.strictObject({
  query: z.string().min(1).max(2_000).describe('What to look for: words or a question.'),
  limit: z
    .int()
    .min(1)
    .max(50)
    .optional()
    .describe('The maximum number of results, by default 10.'),
  sources: sourcesSchema,
})

const output = z.object({
  results: z
    .array(
      z.object({
        id: z.string().describe('For the tool fetch.'),
        title: z.string(),
        url: z.string().describe('Cite it.'),
        snippet: z.string().describe('Text around the best match.'),
        source: z.string(),
        updated_at: z
          .string()
          .nullable()
          .optional()
          .describe('When it was last changed; null if unknown.'),
        score: z.number().describe('0 to 1; comparable only within one search.'),
      }),
    )
    .describe('Best first.'),
  degraded: z.boolean().describe('True if only keyword search ran.'),
})

const [inputSchema, outputSchema] = [inputSchemaOf(input), outputSchemaOf(output)]

/** The tool `search`. */
export function registerSearch(server: McpServer, { contract, baseUrl }: ToolWorld): void {
  server.registerTool(
    'search',
    {
      title: 'Search the knowledge base',
      description:
        'Finds documents in the knowledge base, best first. Returns the id of each for the tool fetch, a snippet, and the url to cite.',
      inputSchema,
      outputSchema,
      annotations: readsOnly,
    },
    (body, { mcpReq: { signal } }) =>
      toolResult(baseUrl, { reply: () => contract.search(body, { signal }), output }),
  )
}
