import type { McpServer, ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { inputSchemaOf, outputSchemaOf } from '../fixed-schema.ts'
import type { ToolWorld } from '../tool-world.ts'
import { toolResult } from '../tool-result.ts'
import { readsOnly } from './annotations.ts'
import { knowsResourceLinks } from '../revisions.ts'
import { sourcesSchema } from './sources-schema.ts'
import { withoutEmptyOptions } from '../without-empty-options.ts'

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

const [inputSchema, outputSchema] = [inputSchemaOf(input), outputSchemaOf(output)]

const givenInput = withoutEmptyOptions(input)

/** Whether these are valid arguments of the tool. */
export const isAskInput = (value: unknown): boolean => givenInput.safeParse(value).success

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
    async (body, context) => {
      const { mcpReq } = context
      const { signal, _meta: meta } = mcpReq
      const show = progressOf(mcpReq, meta?.progressToken)
      const onSources = show && (() => show(1, 'writing'))
      const reply = async () => {
        // At once: a response that begins before the call counts as a message that calls nothing.
        const searching = show?.(0, 'searching')
        const [replied] = await Promise.all([contract.ask(body, { signal, onSources }), searching])
        return replied
      }
      const links = knowsResourceLinks(server, context) ? linksOf : () => []
      return toolResult(baseUrl, { reply, output, links })
    },
  )
}

/** What tells a client how far its question is; undefined for a client that did not ask for it. */
const progressOf = (
  { notify }: Pick<ServerContext['mcpReq'], 'notify'>,
  progressToken: string | number | undefined,
) =>
  progressToken === undefined
    ? undefined
    : (progress: number, message: string) =>
        notify({ method: 'notifications/progress', params: { progressToken, progress, message } })

const linksOf = ({ sources }: z.infer<typeof output>) =>
  sources.map(({ id, title }) => ({
    type: 'resource_link' as const,
    uri: `ken://documents/${id}`,
    name: title,
    mimeType: 'text/markdown',
  }))
