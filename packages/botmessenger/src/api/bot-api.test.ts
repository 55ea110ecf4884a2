import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { outboundGuard, systemTiming } from '@ken/outbound'
import { describe, expect, it, onTestFinished } from 'vitest'
import { callBotApi } from './bot-api.ts'

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
  const transport = { guard: outboundGuard({ allowLoopback: true }), timing: systemTiming }
  const bot = { apiRoot: `http://127.0.0.1:${port}`, token: '1:a' }
  return callBotApi(transport, bot, { method: 'getMe', fields: {} })
}

/** As the platform refuses a call. */
const refusal = (status: number, parameters?: object): Response => {
  const description = 'Too Many Requests: retry later'
  const body = json({ ok: false, error_code: status, description, parameters })
  return { status, body }
}

const json = (fields: object) => JSON.stringify(fields)
const page = '<!DOCTYPE html><title>Too many requests</title>'

describe('callBotApi', () => {
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
    ['with seconds in its parameters', refusal(429, { retry_after: 7 }), 7],
    ['with a part of a second', refusal(429, { retry_after: 0.5 }), 1],
    ['with too many seconds in its parameters', refusal(429, { retry_after: 86_400 }), 300],
    ['with parameters of another form', refusal(429, { retry_after: '7' }), null],
    ['without parameters', refusal(429), null],
    [
      'with other seconds in its header',
      { ...refusal(429, { retry_after: 9 }), headers: { 'retry-after': '7' } },
      9,
    ],
    ['that seems to have worked', { status: 429, body: json({ ok: true, result: {} }) }, null],
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
    ['no result', { status: 200, body: json({ ok: true }) }],
    ['an error with another status', { ...refusal(400), status: 403 }],
    ['a result with another status', { status: 302, body: json({ ok: true, result: {} }) }],
  ] as const)('takes %s for another server', async ([, response]) => {
    await expect(callWith(response)).rejects.toMatchObject({ fault: 'not_telegram' })
  })
})
