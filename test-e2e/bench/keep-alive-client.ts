import { Agent, request, type IncomingHttpHeaders } from 'node:http'

export type Answer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}
export type KeepAliveClient = {
  readonly get: (path: string, headers: Headers) => Promise<Answer>
  /** Posts JSON, or nothing. */
  readonly post: (path: string, headers: Headers, body?: string) => Promise<Answer>
  readonly close: () => void
}
type Headers = Readonly<Record<string, string>>

/**
 * A client with a number of connections that stay open. It runs on the cores of what it measures, where it takes a third
 * of the time that `fetch` takes.
 */
export function keepAliveClient(url: string, connections: number): KeepAliveClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const send = (method: string, path: string, headers: Headers, body?: string) =>
    new Promise<Answer>((resolve, reject) => {
      const outgoing = request(`${url}${path}`, { agent, method, headers }, (incoming) => {
        let text = ''
        incoming.setEncoding('utf8').on('data', (part: string) => (text += part))
        incoming.once('end', () =>
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text }),
        )
      })
      outgoing.once('error', reject).end(body)
    })
  return {
    get: (path, headers) => send('GET', path, headers),
    post: (path, headers, body) =>
      send(
        'POST',
        path,
        body === undefined ? headers : { 'content-type': 'application/json', ...headers },
        body,
      ),
    close: () => agent.destroy(),
  }
}
