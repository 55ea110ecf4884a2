import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { trickle } from '../trickle.ts'

/** How the double of any model answers the next requests. `trickle` sends headers and then a byte now and then, for ever. */
export type ModelBehaviour =
  | 'ok'
  | 'hang'
  | 'trickle'
  | 'reset'
  | 'garbage'
  | 'huge'
  | { readonly status: number; readonly location?: string }
  | { readonly slowMs: number }

/** One request as the double saw it; what is no JSON is null. */
export type ModelRequest<Body> = {
  readonly path: string
  readonly authorization: string | null
  readonly body: Body
}

const bearerOrKey = ({ authorization, 'x-api-key': key }: IncomingHttpHeaders): string | null =>
  authorization ?? (typeof key === 'string' ? key : null)

/** A server of an OpenAI-compatible API on loopback; `url` is the part before the paths of the API. */
export type ModelDouble<Behaviour, Body> = {
  readonly url: string
  readonly requests: readonly ModelRequest<Body>[]
  readonly behave: (behaviour: Behaviour) => void
  /** How many requests are being answered. */
  readonly inFlight: () => number
  readonly close: () => Promise<void>
}

type Answer<Behaviour, Body> = (
  response: ServerResponse,
  behaviour: Behaviour | 'ok',
  request: ModelRequest<Body>,
) => void

const hugeBodyBytes = 10 * 1024 * 1024

/** Starts a double that answers like this. */
export async function modelDouble<Behaviour, Body>(
  answer: Answer<Behaviour, Body>,
): Promise<ModelDouble<Behaviour, Body>> {
  const requests: ModelRequest<Body>[] = []
  let behaviour: Behaviour | 'ok' = 'ok'
  let requestsInFlight = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    const { url: path = '', headers } = request
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      // Anything else is a fault of the test.
      const body = parseJson(Buffer.concat(chunks).toString()) as Body
      const asked = { path, authorization: bearerOrKey(headers), body }
      requests.push(asked)
      requestsInFlight += 1
      response.once('close', () => (requestsInFlight -= 1))
      answer(response, behaviour, asked)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    inFlight: () => requestsInFlight,
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

/** Answers as any model may. `whole` is what it would say to be of use, and `quoted` what it quotes when it refuses. */
export function answerAs(
  response: ServerResponse,
  behaviour: ModelBehaviour,
  whole: object,
  quoted: unknown,
): void {
  if (behaviour === 'ok') return sendJson(response, 200, whole)
  if (behaviour === 'hang') return
  if (behaviour === 'trickle') return trickle(response)
  if (behaviour === 'reset') return void response.socket?.resetAndDestroy()
  if (behaviour === 'garbage') return void response.end('<html>not the JSON you are looking for')
  if (behaviour === 'huge')
    return sendJson(response, 200, { ...whole, padding: 'x'.repeat(hugeBodyBytes) })
  if ('slowMs' in behaviour)
    return void setTimeout(() => sendJson(response, 200, whole), behaviour.slowMs)
  if (behaviour.location !== undefined) response.setHeader('location', behaviour.location)
  // Servers like to quote what they were sent; a caller must not pass that on.
  sendJson(response, behaviour.status, {
    error: { message: `cannot answer ${JSON.stringify(quoted)}` },
  })
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
