import { onTestFinished } from 'vitest'
import { startHttpServer, type RunningServer, type ServerLimits } from '../server.ts'
import { httpWorld, type HttpWorld, type HttpWorldOptions } from './http-world.ts'
import { rawRequest, type RawAnswer } from './raw-client.ts'

/** The app on ports in memory, behind a socket. */
export type Served = HttpWorld & { readonly server: RunningServer; readonly port: number; readonly url: string }

/** Serves a world until the end of the test. */
export async function serve(limits: Partial<ServerLimits> = {}, options: HttpWorldOptions = {}): Promise<Served> {
  const world = await httpWorld(options)
  const server = await startHttpServer({ ken: world.ken, log: world.ports.log, limits: { leadMs: 0, drainMs: 300, ...limits } })
  onTestFinished(server.close)
  return { ...world, server, port: server.port, url: `http://127.0.0.1:${server.port}` }
}

/** A GET as it goes over the wire. */
export const get = (path: string, ...headers: readonly string[]): string =>
  [`GET ${path} HTTP/1.1`, ...headers, '', ''].join('\r\n')

/** A search as it goes over the wire, with no more about its body than these headers say. */
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

/** A search that tells the length of its body. */
export const sized = (key: string, body: string): string => search(key, body, `Content-Length: ${Buffer.byteLength(body)}`)
export const sound = '{"query":"printer"}'

export const isAlive = async ({ port }: Served): Promise<boolean> =>
  (await rawRequest(port, get('/healthz', 'Host: ken'))).status === 200

const promised = [
  'content-type: application/problem+json',
  'content-security-policy:',
  'x-content-type-options:',
  'x-request-id:',
]

/** An answer as a problem: its status, told twice, and what its headers lack or give away. */
export function judge({ status, head, body }: RawAnswer) {
  const lines = head.toLowerCase().split('\r\n')
  const missing = promised.filter((start) => !lines.some((line) => line.startsWith(start)))
  const leaked = lines.filter((line) => /^(server|x-powered-by):/.test(line))
  return { status, told: (JSON.parse(body) as { status: number }).status, missing, leaked }
}

/** What `judge` finds of a problem that is as it should be. */
export const problem = (status: number) => ({ status, told: status, missing: [], leaked: [] })
