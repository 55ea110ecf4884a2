import type { ServerResponse } from 'node:http'
import {
  answerAs,
  modelDouble,
  sendJson,
  type ModelBehaviour,
  type ModelDouble,
  type ModelRequest,
} from './model-double.ts'

/**
 * How the double answers the next requests. `forever` writes until no one reads. `repeat` writes its whole prompt.
 * `cut` writes a beginning and hangs up; `unfinished` ends its response there in order, as a proxy does for a server that
 * was lost. `full` writes a beginning and says that its limit of tokens is reached, `withheld` writes a beginning and says that a filter ended it, `calling` that it waits for a tool, and
 * `failing` that the server broke it off. `kept_open` writes its end, and does not end the response.
 */
export type AnswerModelBehaviour =
  | ModelBehaviour
  | 'forever'
  | 'repeat'
  | 'cut'
  | 'unfinished'
  | 'full'
  | 'withheld'
  | 'calling'
  | 'failing'
  | 'kept_open'
  | { readonly says: string; readonly everyMs?: number; readonly firstMs?: number }
  | { readonly json: unknown }
  | { readonly status: number; readonly page: string }

/** One message of a request. */
export type AnswerModelMessage = { readonly role: string; readonly content: string }
type Body = {
  readonly model?: string
  readonly messages?: readonly AnswerModelMessage[]
  readonly system?: unknown
} | null
/** One request as the double saw it. */
export type AnswerModelRequest = ModelRequest<Body>

/** A server of the OpenAI and the Anthropic API on loopback; `url` is what `KEN_MODEL_URL` would be. */
export type AnswerModelDouble = ModelDouble<AnswerModelBehaviour, Body>

/** Starts the double. Without a configured answer it returns the number of messages it was sent. */
export const answerModelDouble = (): Promise<AnswerModelDouble> =>
  modelDouble((response, behaviour, { path, body }) => {
    const dialect = dialects[path]
    if (dialect === undefined) return sendJson(response, 404, { detail: `no ${path} here` })
    const write = (text: string, everyMs = 0, firstMs = 0) =>
      void stream(response, dialect, pieces(text), { everyMs, firstMs })
    if (behaviour === 'repeat') return write(promptOf(body))
    if (behaviour === 'forever') return void stream(response, dialect, forever(), { everyMs: 1 })
    if (
      behaviour === 'cut' ||
      behaviour === 'unfinished' ||
      behaviour === 'full' ||
      behaviour === 'withheld' ||
      behaviour === 'calling' ||
      behaviour === 'failing' ||
      behaviour === 'kept_open'
    )
      return void stream(response, dialect, pieces('It begins well and'), { ending: behaviour })
    if (typeof behaviour === 'object') {
      if ('says' in behaviour) return write(behaviour.says, behaviour.everyMs, behaviour.firstMs)
      if ('json' in behaviour) return sendJson(response, 200, behaviour.json)
      if ('page' in behaviour) return void response.writeHead(behaviour.status).end(behaviour.page)
      if ('slowMs' in behaviour) return write('Slowly.', 0, behaviour.slowMs)
    }
    if (behaviour === 'ok') return write(`You sent ${body?.messages?.length ?? 0} messages.`)
    answerAs(response, behaviour, {}, body)
  })

/** How a provider says that a text goes on, and that it ends. */
type Dialect = {
  readonly start: string
  readonly delta: (text: string) => string
  readonly end: string
  readonly full: string
  readonly withheld: string
  readonly calling: string
  readonly failing: string
}

const event = (data: object, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`

const chunk = (delta: object, finish_reason: string | null = null): string =>
  event({
    id: 'double',
    object: 'chat.completion.chunk',
    created: 1_763_600_000,
    model: 'double',
    choices: [{ index: 0, delta, finish_reason }],
  })
const openAi: Dialect = {
  start: chunk({ role: 'assistant', content: '' }),
  delta: (content) => chunk({ content }),
  end: `${chunk({}, 'stop')}data: [DONE]\n\n`,
  full: `${chunk({}, 'length')}data: [DONE]\n\n`,
  withheld: `${chunk({}, 'content_filter')}data: [DONE]\n\n`,
  calling: `${chunk({}, 'tool_calls')}data: [DONE]\n\n`,
  failing: `${chunk({}, 'error')}data: [DONE]\n\n`,
}

const named = (type: string, data: object): string => event({ type, ...data }, type)
const usage = { input_tokens: 1, output_tokens: 1 }
const started = { id: 'double', type: 'message', role: 'assistant', model: 'double', content: [] }
const stopped = (stop_reason: string): string =>
  named('content_block_stop', { index: 0 }) +
  named('message_delta', { delta: { stop_reason }, usage }) +
  named('message_stop', {})
const anthropic: Dialect = {
  start:
    named('message_start', { message: { ...started, usage } }) +
    named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
  delta: (text) => named('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
  end: stopped('end_turn'),
  full: stopped('max_tokens'),
  withheld: stopped('refusal'),
  calling: stopped('tool_use'),
  failing: stopped('error'),
}

const dialects: { readonly [path: string]: Dialect } = {
  '/v1/chat/completions': openAi,
  '/v1/messages': anthropic,
}

type Pace = {
  readonly everyMs?: number
  readonly firstMs?: number
  readonly ending?:
    | 'end'
    | 'cut'
    | 'unfinished'
    | 'full'
    | 'withheld'
    | 'calling'
    | 'failing'
    | 'kept_open'
}

/** Writes pieces until they are over or no one reads. */
async function stream(
  response: ServerResponse,
  { start, delta, end, full, withheld, calling, failing }: Dialect,
  texts: Iterable<string>,
  { everyMs = 0, firstMs = 0, ending = 'end' }: Pace,
): Promise<void> {
  await wait(firstMs)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(start)
  for (const text of texts) {
    if (response.destroyed) return
    response.write(delta(text))
    await wait(everyMs)
  }
  // A hang-up overtakes what was not sent yet.
  if (ending === 'cut') response.write(': cut\n\n', () => response.destroy())
  else if (ending === 'kept_open') response.write(end)
  else response.end({ end, unfinished: '', full, withheld, calling, failing }[ending])
}

const wait = (milliseconds: number): Promise<void> | null =>
  milliseconds === 0 ? null : new Promise((resolve) => setTimeout(resolve, milliseconds))

/** About as many characters as a token has. */
const pieces = (text: string): readonly string[] => text.match(/[^]{1,4}/g) ?? ['']

function* forever(): Generator<string> {
  for (;;) yield 'and so on, '
}

const promptOf = (body: Body): string =>
  [body?.system ?? [], ...(body?.messages ?? [])]
    .map((message) => JSON.stringify(message))
    .join('\n')
