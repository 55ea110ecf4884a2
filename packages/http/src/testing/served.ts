import { onTestFinished } from 'vitest'
import { startHttpServer, type RunningServer, type ServerLimits } from '../server/server.ts'
import { httpWorld, type HttpWorld, type HttpWorldOptions } from './http-world.ts'
import { rawRequest, type RawResponse } from './raw-client.ts'

/** The app on ports in memory, served on a socket. */
export type Served = HttpWorld & {
  readonly server: RunningServer
  readonly port: number
  readonly url: string
}

/** Serves a world until the end of the test. */
export async function serve(
  limits: Partial<ServerLimits> = {},
  options: HttpWorldOptions = {},
): Promise<Served> {
  const world = await httpWorld(options)
  const server = await startHttpServer({
    ken: world.ken,
    log: world.ports.log,
    limits: { leadMs: 0, drainMs: 300, ...limits },
  })
  onTestFinished(server.close)
  return { ...world, server, port: server.port, url: `http://127.0.0.1:${server.port}` }
}

/** A GET request as text. */
export const get = (path: string, ...headers: readonly string[]): string =>
  [`GET ${path} HTTP/1.1`, ...headers, '', ''].join('\r\n')

/** A search request as text, with only these headers about its body. */
export const search = (key: string, body: string, ...headers: readonly string[]): string =>
  [
    'POST /public/v1/search HTTP/1.1',
    'Host: ken',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    ...headers,
    '',
    body,
  ].join('\r\n')

/** A search request as text, with `Content-Length`. */
export const sized = (key: string, body: string): string =>
  search(key, body, `Content-Length: ${Buffer.byteLength(body)}`)
export const validBody = '{"query":"printer"}'

export const isAlive = async ({ port }: Served): Promise<boolean> =>
  (await rawRequest(port, get('/healthz', 'Host: ken'))).status === 200

const promised = [
  'content-type: application/problem+json',
  'content-security-policy:',
  'x-content-type-options:',
  'x-request-id:',
  'date:',
]

/** A problem response: its status in head and body, missing required headers, and headers that leak information. */
export function inspectProblem({ status, head, body }: RawResponse) {
  const lines = head.toLowerCase().split('\r\n')
  const missing = promised.filter((start) => !lines.some((line) => line.startsWith(start)))
  const leaked = lines.filter((line) => /^(server|x-powered-by):/.test(line))
  return { status, bodyStatus: (JSON.parse(body) as { status: number }).status, missing, leaked }
}

/** The result of `inspectProblem` for a correct problem. */
export const problem = (status: number) => ({ status, bodyStatus: status, missing: [], leaked: [] })
