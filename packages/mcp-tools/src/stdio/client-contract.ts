import { createKenClient, KenProblem, unrecognizedCode, type KenRequest } from '@ken/client'
import type { AskBody, PublicContract, Refusal, Reply } from '../public-contract.ts'
import { refusedBy, streamedAnswer } from '../streamed-answer.ts'
import type { McpSettings } from './settings.ts'

const patienceMs = 15_000
/**
 * A model may take up to 240 seconds, after the search and a wait for the model. `fetch` waits 300 seconds for the
 * beginning of a response.
 */
const answerPatienceMs = 300_000

/** The public contract of a Ken elsewhere, called with a key. */
export function clientContract({ url, key }: McpSettings): PublicContract {
  const client = createKenClient({ baseUrl: url })
  const headers = { authorization: `Bearer ${key}`, accept: 'application/json' }
  const send = async (path: string, signal: AbortSignal, init: KenRequest): Promise<Reply> => {
    const timeoutMs = path === 'ask' ? answerPatienceMs : patienceMs
    const ending = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    try {
      const request = { ...init, headers, signal: ending }
      const text = await client.requestAnonymously<string>(`/public/v1/${path}`, request)
      return { ok: true, body: JSON.parse(text) as unknown }
    } catch (error) {
      return { ok: false, refusal: refusalOf(error, path) }
    }
  }
  /** The client reads whole responses only with a key. */
  const sendStreamed = async (
    question: AskBody,
    signal: AbortSignal,
    onSources: () => Promise<void>,
  ): Promise<Reply> => {
    const ending = AbortSignal.any([signal, AbortSignal.timeout(answerPatienceMs)])
    try {
      const response = await fetch(`${url}/public/v1/ask`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ ...question, stream: true }),
        signal: ending,
        redirect: 'error',
      })
      if (response.ok) return await streamedAnswer(response.body, onSources)
      if (isProblem(response) && !isElsewhere(response.status)) return await refusedBy(response)
      return { ok: false, refusal: isOutage(response.status) ? noAnswer : notKen }
    } catch {
      return { ok: false, refusal: noAnswer }
    }
  }
  return {
    search: (json, { signal }) => send('search', signal, { method: 'POST', json }),
    ask: (json, { signal, onSources }) =>
      onSources === undefined
        ? send('ask', signal, { method: 'POST', json })
        : sendStreamed(json, signal, onSources),
    read: ({ id, offset = 0, version }, { signal }) => {
      const query = new URLSearchParams({ offset: String(offset), ...(version && { version }) })
      return send(`documents/${id}?${query.toString()}`, signal, {})
    },
  }
}

const isProblem = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('application/problem+json') === true

const noAnswer: Refusal = {
  status: null,
  code: 'UNAVAILABLE',
  errors: [],
  requestId: null,
  retryAfterSeconds: null,
}

const notKen: Refusal = { ...noAnswer, code: 'NOT_KEN' }

/** A proxy responds with such a status while Ken does not respond, or to too many requests. */
const isOutage = (status: number): boolean => status >= 500 || status === 408 || status === 429

/** Whether an operation is not there: the address has a path too many or too few. */
const isElsewhere = (status: number): boolean => status === 404 || status === 405

/** What did not come from Ken, such as the page of a proxy, is no answer. */
function refusalOf(error: unknown, path: string): Refusal {
  if (error instanceof SyntaxError) return notKen
  if (!(error instanceof KenProblem)) return noAnswer
  const { status, code, errors, requestId, retryAfterSeconds } = error
  if (code === unrecognizedCode) return isOutage(status) ? noAnswer : notKen
  if (isElsewhere(status) && !path.startsWith('documents/')) return notKen
  return { status, code, errors, requestId, retryAfterSeconds }
}
