import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the double answers the next requests. `trickle` sends headers and then a byte now and then, for ever. */
export type AnswerModelBehaviour =
  | 'ok'
  | 'hang'
  | 'trickle'
  | 'reset'
  | 'garbage'
  | 'huge'
  | { readonly says: string }
  | { readonly json: unknown }
  | { readonly status: number; readonly location?: string }
  | { readonly slowMs: number }

/** One message of a request. */
export type AnswerModelMessage = { readonly role: string; readonly content: string }
/** One request as the double saw it. */
export type AnswerModelRequest = {
  readonly path: string
  readonly authorization: string | null
  readonly body: { readonly model?: string; readonly messages?: readonly AnswerModelMessage[] }
}

/** An OpenAI-compatible chat server on loopback; `url` is what `KEN_MODEL_URL` would be. */
export type AnswerModelDouble = {
  readonly url: string
  readonly requests: readonly AnswerModelRequest[]
  readonly behave: (behaviour: AnswerModelBehaviour) => void
  readonly close: () => Promise<void>
}

const hugeBodyBytes = 10 * 1024 * 1024
const trickleEveryMs = 20

/** Starts the double. Unless told what to say it says how many messages it was sent. */
export async function answerModelDouble(): Promise<AnswerModelDouble> {
  const requests: AnswerModelRequest[] = []
  let behaviour: AnswerModelBehaviour = 'ok'
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    const { url: path = '', headers } = request
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const asked: AnswerModelRequest = {
        path,
        authorization: headers.authorization ?? null,
        body: JSON.parse(Buffer.concat(chunks).toString()) as AnswerModelRequest['body'],
      }
      requests.push(asked)
      answer(response, behaviour, asked)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    behave: (next) => {
      behaviour = next
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function answer(response: ServerResponse, behaviour: AnswerModelBehaviour, { path, body }: AnswerModelRequest): void {
  if (path !== '/v1/chat/completions') return send(response, 404, { error: { message: `no ${path} here` } })
  const said = completion(`You sent ${body.messages?.length ?? 0} messages.`)
  if (behaviour === 'ok') return send(response, 200, said)
  if (behaviour === 'hang') return
  if (behaviour === 'trickle') return trickle(response)
  if (behaviour === 'reset') return void response.socket?.resetAndDestroy()
  if (behaviour === 'garbage') return void response.end('<html>not the JSON you are looking for')
  if (behaviour === 'huge') return send(response, 200, { ...said, padding: 'x'.repeat(hugeBodyBytes) })
  if ('says' in behaviour) return send(response, 200, completion(behaviour.says))
  if ('json' in behaviour) return send(response, 200, behaviour.json)
  if ('slowMs' in behaviour) return void setTimeout(() => send(response, 200, said), behaviour.slowMs)
  if (behaviour.location !== undefined) response.setHeader('location', behaviour.location)
  // Servers like to quote what they were sent; a caller must not pass that on.
  send(response, behaviour.status, { error: { message: `cannot answer ${JSON.stringify(body)}` } })
}

const completion = (content: string) => ({
  id: 'double',
  object: 'chat.completion',
  created: 1_763_600_000,
  model: 'double',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
})

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function trickle(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), trickleEveryMs)
  response.on('close', () => clearInterval(timer))
}
