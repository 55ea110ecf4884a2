import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the double answers the next requests. `trickle` sends headers and then a byte now and then, for ever. */
export type EmbedderBehaviour =
  | 'ok'
  | 'hang'
  | 'trickle'
  | 'reset'
  | 'garbage'
  | 'wrong_dimensions'
  | 'huge'
  | { readonly status: number; readonly location?: string; readonly toTextsWith?: string }
  | { readonly slowMs: number }

/** One request as the double saw it. */
export type EmbedderRequest = { readonly path: string; readonly authorization: string | null; readonly body: unknown }

/** An OpenAI-compatible embeddings server on loopback; `url` is what `KEN_EMBEDDER_URL` would be. */
export type EmbedderDouble = {
  readonly url: string
  readonly requests: readonly EmbedderRequest[]
  readonly behave: (behaviour: EmbedderBehaviour) => void
  readonly close: () => Promise<void>
}

const hugeBodyBytes = 10 * 1024 * 1024
const trickleEveryMs = 20

/**
 * Starts the double. Vectors count the words of a text, hashed into `dimensions`, so texts that share words are near and
 * the same text gives the same vector. They are not of unit length and come last first: the protocol promises neither.
 */
export async function embedderDouble(dimensions = 64): Promise<EmbedderDouble> {
  const requests: EmbedderRequest[] = []
  let behaviour: EmbedderBehaviour = 'ok'
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    const { url: path = '', headers } = request
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = parseJson(Buffer.concat(chunks).toString())
      requests.push({ path, authorization: headers.authorization ?? null, body })
      answer(response, behaviour, { path, body, dimensions })
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

type Asked = { readonly path: string; readonly body: unknown; readonly dimensions: number }

function answer(response: ServerResponse, behaviour: EmbedderBehaviour, { path, body, dimensions }: Asked): void {
  if (path !== '/v1/embeddings') return send(response, 404, { error: { message: `no ${path} here` } })
  if (typeof body !== 'object' || body === null || !('input' in body))
    return send(response, 400, { error: { message: 'no input' } })
  const embeddings = embed(body.input, dimensions)
  if (behaviour === 'ok') return send(response, 200, embeddings)
  if (behaviour === 'hang') return
  if (behaviour === 'trickle') return trickle(response)
  if (behaviour === 'reset') return void response.socket?.resetAndDestroy()
  if (behaviour === 'garbage') return void response.end('<html>not the JSON you are looking for')
  if (behaviour === 'wrong_dimensions') return send(response, 200, embed(body.input, dimensions + 1))
  if (behaviour === 'huge') return send(response, 200, { ...embeddings, padding: 'x'.repeat(hugeBodyBytes) })
  if ('slowMs' in behaviour) return void setTimeout(() => send(response, 200, embeddings), behaviour.slowMs)
  const { toTextsWith } = behaviour
  if (toTextsWith !== undefined && !textsOf(body.input).some((text) => text.includes(toTextsWith)))
    return send(response, 200, embeddings)
  if (behaviour.location !== undefined) response.setHeader('location', behaviour.location)
  // Servers like to quote what they were sent; a caller must not pass that on.
  send(response, behaviour.status, { error: { message: `cannot embed ${JSON.stringify(body.input)}` } })
}

function embed(input: unknown, dimensions: number) {
  const data = textsOf(input).map((text, index) => ({ object: 'embedding', index, embedding: countWords(text, dimensions) }))
  return { object: 'list', data: data.toReversed(), model: 'double', usage: { prompt_tokens: 0, total_tokens: 0 } }
}

const textsOf = (input: unknown): readonly string[] => (Array.isArray(input) ? input : [input]).map(String)

function countWords(text: string, dimensions: number): number[] {
  const counts = Array.from({ length: dimensions }, () => 0)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [text]) {
    let hash = 2_166_136_261
    for (const character of word) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
    const place = (hash >>> 0) % dimensions
    counts[place] = (counts[place] ?? 0) + 1
  }
  return counts
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function trickle(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), trickleEveryMs)
  response.on('close', () => clearInterval(timer))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
