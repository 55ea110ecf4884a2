import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { outboundGuard, systemTiming } from '@ken/outbound'
import { describe, expect, it, onTestFinished } from 'vitest'
import { callWebApi } from './web-api.ts'

type Response = {
  readonly status: number
  readonly headers?: { readonly [name: string]: string }
  readonly body?: string
}

/** Calls a server that gives this response. */
async function callWith({ status, headers = {}, body = '' }: Response) {
  const server = createServer((_, response) => response.writeHead(status, headers).end(body))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const transport = {
    apiUrl: new URL(`http://127.0.0.1:${port}/api/`),
    guard: outboundGuard({ allowLoopback: true }),
    timing: systemTiming,
  }
  return callWebApi(transport, { method: 'auth.test', token: 'xoxb-1' })
}

const json = (fields: object) => JSON.stringify(fields)
const page = '<!DOCTYPE html><title>Too many requests</title>'

describe('callWebApi', () => {
  const busy: readonly (readonly [string, Response, number | null])[] = [
    ['with seconds', { status: 429, headers: { 'retry-after': '7' } }, 7],
    ['with seconds, twice', { status: 429, headers: { 'retry-after': '7, 9' } }, 7],
    ['with too many seconds', { status: 429, headers: { 'retry-after': '86400' } }, 300],
    [
      'with a date',
      { status: 429, headers: { 'retry-after': 'Fri, 01 Jan 2100 00:00:00 GMT' } },
      null,
    ],
    ['without a time', { status: 429 }, null],
    ['as a page', { status: 429, headers: { 'retry-after': '7' }, body: page }, 7],
    ['that seems to have worked', { status: 429, body: json({ ok: true }) }, null],
    ['as an error', { status: 200, body: json({ ok: false, error: 'ratelimited' }) }, null],
    ['as an older error', { status: 200, body: json({ ok: false, error: 'rate_limited' }) }, null],
    [
      'as an error with seconds',
      {
        status: 200,
        headers: { 'retry-after': '7' },
        body: json({ ok: false, error: 'ratelimited' }),
      },
      7,
    ],
  ]
  it.for(busy)('waits as long as a busy platform asks: %s', async ([, response, seconds]) => {
    await expect(callWith(response)).rejects.toMatchObject({
      fault: 'server_failing',
      retryAfterSeconds: seconds,
    })
  })

  it.for([
    ['a page', { status: 200, body: page }],
    ['a page that was not found', { status: 404, body: page }],
    ['nothing', { status: 200 }],
    ['no object', { status: 200, body: '[]' }],
    ['an error of another form', { status: 200, body: json({ ok: false, error: 7 }) }],
    ['a result with another status', { status: 302, body: json({ ok: true }) }],
  ] as const)('takes %s for another server', async ([, response]) => {
    await expect(callWith(response)).rejects.toMatchObject({ fault: 'not_slack' })
  })
})
