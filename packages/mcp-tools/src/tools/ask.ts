import type { McpServer, ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { fixedSchema } from '../fixed-schema.ts'
import type { ToolWorld } from '../tool-world.ts'
import { toolResult } from '../tool-result.ts'
import { readsOnly } from './annotations.ts'
import { sourcesSchema } from './sources-schema.ts'

const input = z.strictObject({
  question: z
    .string()
    .min(1)
    .max(8_000)
    .describe('A question, with all that is needed to answer it.'),
  sources: sourcesSchema,
})

const output = z.object({
  answer: z.string().describe('Markdown; [1] names a source by its number.'),
  outcome: z
    .enum(['answered', 'found_only', 'nothing_found'])
    .describe('found_only: the answer lists the sources, because no language model answered.'),
  reason: z.enum(['no_model', 'model_unavailable']).nullable(),
  degraded: z.boolean().describe('True if only keyword search ran.'),
  sources: z.array(
    z.object({
      number: z.int(),
      id: z.string().describe('For the tool fetch.'),
      title: z.string(),
      url: z.string().describe('Cite it.'),
      source: z.string(),
      snippet: z.string(),
      cited: z.boolean(),
    }),
  ),
})

const [inputSchema, outputSchema] = [fixedSchema(input), fixedSchema(output)]

/** The tool `ask`. Ken remembers nothing of it: an assistant has its own memory. */
export function registerAsk(server: McpServer, { contract, baseUrl }: ToolWorld): void {
  server.registerTool(
    'ask',
    {
      title: 'Ask a question',
      description:
        'Answers a question from the documents in the knowledge base, with its sources. Remembers nothing: ask complete questions.',
      inputSchema,
      outputSchema,
      annotations: readsOnly,
    },
    async (body, { mcpReq }) => {
      await showProgress(mcpReq, 'searching')
      const reply = () => contract.ask(body, { signal: mcpReq.signal })
      return toolResult(baseUrl, { reply, output, links: linksOf })
    },
  )
}

/** Tells a client that asked for it what happens now. */
async function showProgress(
  { _meta: meta, notify }: ServerContext['mcpReq'],
  message: string,
): Promise<void> {
  const progressToken = meta?.progressToken
  if (progressToken === undefined) return
  await notify({
    method: 'notifications/progress',
    params: { progressToken, progress: 0, message },
  })
}

const linksOf = ({ sources }: z.infer<typeof output>) =>
  sources.map(({ id, title }) => ({
    type: 'resource_link' as const,
    uri: `ken://documents/${id}`,
    name: title,
    mimeType: 'text/markdown',
  }))
