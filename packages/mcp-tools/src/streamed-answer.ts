import type { Refusal, Reply } from './public-contract.ts'

type Problem = {
  readonly status: number
  readonly code: string
  readonly request_id: string
  readonly errors?: Refusal['errors']
  readonly retry_after_seconds?: number
}

/** What a problem document says. */
export const refusedBy = async (response: Response): Promise<Reply> =>
  refusal((await response.json()) as Problem, response.headers.get('retry-after'))

const eventForm = /^event: (?<name>\w+)\ndata: (?<json>.*)$/

/**
 * Reads the events of `POST /public/v1/ask` with `stream` up to the answer or its refusal. Throws if they end before.
 */
export async function streamedAnswer(
  events: ReadableStream<Uint8Array> | null,
  onSources: () => Promise<void>,
): Promise<Reply> {
  const decoder = new TextDecoder()
  let received = ''
  for await (const bytes of events ?? []) {
    const blocks = (received + decoder.decode(bytes, { stream: true })).split('\n\n')
    received = blocks.pop() ?? ''
    for (const block of blocks) {
      const { name, json = '' } = eventForm.exec(block)?.groups ?? {}
      if (name === 'sources') await onSources()
      if (name === 'done') return { ok: true, body: JSON.parse(json) as unknown }
      if (name === 'error') return refusal(JSON.parse(json) as Problem, null)
    }
  }
  throw new Error('The events ended before the answer.')
}

/** A Ken of an earlier version gives the time to wait in the header alone. */
const refusal = (
  { status, code, errors = [], ...problem }: Problem,
  retryAfter: string | null,
): Reply => {
  const { request_id: requestId, retry_after_seconds: seconds } = problem
  const retryAfterSeconds = seconds ?? (retryAfter === null ? null : Number(retryAfter))
  return { ok: false, refusal: { status, code, errors, requestId, retryAfterSeconds } }
}
