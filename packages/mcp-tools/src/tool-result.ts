import type { CallToolResult } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { Refusal, Reply } from './public-contract.ts'
import { refusalText } from './refusal-text.ts'

/** A response that does not have the shape of the contract, or a call that threw. */
export const defect: Refusal = {
  status: 500,
  code: 'INTERNAL',
  errors: [],
  requestId: null,
  retryAfterSeconds: null,
}

/**
 * The result of a tool: the output as structured content, and once more as text, which is what some clients read. A
 * refusal and an exception become an error that the model can read; the text of an exception never does.
 */
export async function toolResult<Output extends object>(
  baseUrl: string,
  { reply, output, links = () => [] }: ToolOutcome<Output>,
): Promise<CallToolResult> {
  const received = await reply().catch((): Reply => ({ ok: false, refusal: defect }))
  if (!received.ok) return toolError(received.refusal, baseUrl)
  const parsed = output.safeParse(received.body)
  if (!parsed.success) return toolError(defect, baseUrl)
  return {
    structuredContent: { ...parsed.data },
    content: [{ type: 'text', text: JSON.stringify(parsed.data) }, ...links(parsed.data)],
  }
}

type ToolOutcome<Output> = {
  readonly reply: () => Promise<Reply>
  /** Reads the body of the reply. Fields that it does not name are left out. */
  readonly output: z.ZodType<Output>
  /** Further items after the text. */
  readonly links?: (output: Output) => CallToolResult['content']
}

/** A tool error rather than a protocol error, so that the model reads it and waits or corrects itself. */
export function toolError(refusal: Refusal, baseUrl: string): CallToolResult {
  const { retryAfterSeconds } = refusal
  return {
    isError: true,
    content: [{ type: 'text', text: refusalText(refusal, baseUrl) }],
    ...(retryAfterSeconds !== null && {
      _meta: { 'ken/retry_after_seconds': retryAfterSeconds },
    }),
  }
}
