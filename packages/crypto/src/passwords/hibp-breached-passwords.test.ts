import { recordingLog, testClock } from '@ken/core/testing'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hibpBreachedPasswords } from './hibp-breached-passwords.ts'

const password = 'pässword 🔑'
const digest = createHash('sha1').update(password, 'utf8').digest('hex').toUpperCase()
const suffix = digest.slice(5)

const otherLines = Array.from(
  { length: 800 },
  (_, index) =>
    `${createHash('sha1').update(`other ${index}`).digest('hex').toUpperCase().slice(5)}:${index % 3}`,
)
const lines = (...ours: string[]) =>
  [...otherLines.slice(0, 400), ...ours, ...otherLines.slice(400)].join('\r\n')

type Answer = (response: ServerResponse) => void

/** A range service on loopback with given responses, and its recorded requests. */
async function openService(answer: Answer) {
  const requests: {
    method: string
    path: string
    headers: IncomingMessage['headers']
    body: string
  }[] = []
  const service = { answer }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      requests.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body,
      })
      service.answer(response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(close)

  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [clock, log] = [testClock(), recordingLog()]
  return { service, requests, clock, log, options: { url, clock, log, timeoutMs: 2_000 }, close }
}

const text =
  (body: string, status = 200): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'text/plain' }).end(body)

const hang: Answer = () => {}
const trickle: Answer = (response) => void response.writeHead(200).write(`${otherLines[0]}\r\n`)
const tenMegabytes: Answer = (response) => void response.end(`${suffix}:1\r\n`.repeat(270_000))
const redirect: Answer = (response) =>
  void response.writeHead(302, { location: '/elsewhere' }).end()
const reset: Answer = (response) => void response.destroy()

describe('check', () => {
  it('R17 sends five digits of the SHA-1 and requests padding, and nothing else of the password', async () => {
    const { options, requests } = await openService(text(lines()))
    await hibpBreachedPasswords(options).check(password)
    expect(requests).toHaveLength(1)
    expect(requests[0]).toMatchObject({
      method: 'GET',
      path: `/range/${digest.slice(0, 5)}`,
      body: '',
    })
    expect(requests[0]?.headers).toMatchObject({ 'add-padding': 'true', 'user-agent': 'ken' })
    expect(JSON.stringify(requests)).not.toContain(suffix)
  })

  it('R17 finds a breached password by its suffix', async () => {
    const { options, log } = await openService(text(lines(`${suffix}:3`)))
    expect(await hibpBreachedPasswords(options).check(password)).toBe('breached')
    expect(await hibpBreachedPasswords(options).check(`${password}!`)).toBe('not_found')
    expect(log.lines).toEqual([])
  })

  it('R17 ignores a padding line with the same suffix', async () => {
    const { options } = await openService(text(lines(`${suffix}:0`)))
    expect(await hibpBreachedPasswords(options).check(password)).toBe('not_found')
  })

  it('is unavailable without a request or a warning when it is disabled', async () => {
    const { options, requests, log } = await openService(text(lines()))
    for (const url of [null, ''])
      expect(await hibpBreachedPasswords({ ...options, url }).check(password)).toBe('unavailable')
    expect([requests, log.lines]).toEqual([[], []])
  })
})

describe('a service that fails', () => {
  it.each<{ readonly name: string; readonly answer: Answer; readonly reason: string }>([
    { name: '500', answer: text(lines(`${suffix}:1`), 500), reason: 'status 500' },
    { name: '404', answer: text('', 404), reason: 'status 404' },
    { name: 'no response', answer: hang, reason: 'no response in time' },
    { name: 'half a response', answer: trickle, reason: 'no response in time' },
    { name: 'ten megabytes', answer: tenMegabytes, reason: 'response too large' },
    {
      name: 'HTML',
      answer: text('<html><body>Welcome</body></html>'),
      reason: 'not a range response',
    },
    { name: 'nothing', answer: text(''), reason: 'not a range response' },
    {
      name: 'an extra line',
      answer: text(lines(`${suffix}:1`, 'and so on')),
      reason: 'not a range response',
    },
    { name: 'a redirect', answer: redirect, reason: 'status 302' },
    { name: 'a reset connection', answer: reset, reason: 'no connection' },
  ])(
    'R17 is unavailable, with one warning without the password: $name',
    async ({ answer, reason }) => {
      const { options, requests, log } = await openService(answer)
      const breached = hibpBreachedPasswords({
        ...options,
        timeoutMs: reason === 'no response in time' ? 100 : 2_000,
      })
      expect(await breached.check(password)).toBe('unavailable')
      expect(await breached.check(password)).toBe('unavailable')
      expect(requests.map(({ path }) => path)).toEqual(
        Array(2).fill(`/range/${digest.slice(0, 5)}`),
      )
      expect(log.lines).toEqual([
        { level: 'warn', event: 'breach_check.unavailable', fields: { reason } },
      ])
      expect(JSON.stringify(log.lines)).not.toContain(digest.slice(0, 5))
    },
  )

  it('R17 is unavailable when nothing listens, and when the address is invalid', async () => {
    const { options, close, log } = await openService(hang)
    close()
    for (const url of [options.url, 'nonsense']) {
      expect(await hibpBreachedPasswords({ ...options, url }).check(password)).toBe('unavailable')
    }
    expect(log.lines.map(({ fields }) => fields)).toEqual([
      { reason: 'no connection' },
      { reason: 'no connection' },
    ])
  })

  it('R17 waits for at most a second by default', async () => {
    const { options, clock, log } = await openService(hang)
    const startedAt = performance.now()
    expect(await hibpBreachedPasswords({ url: options.url, clock, log }).check(password)).toBe(
      'unavailable',
    )
    expect(performance.now() - startedAt).toBeLessThan(2_500)
  })
})

describe('an outage', () => {
  it('R17 is not called for a minute after three failures in a row, with one warning in total', async () => {
    const { options, requests, log, clock, service } = await openService(text('', 503))
    const breached = hibpBreachedPasswords(options)
    for (let count = 0; count < 10; count += 1)
      expect(await breached.check(password)).toBe('unavailable')
    expect(requests).toHaveLength(3)

    clock.advance(59_999)
    await breached.check(password)
    expect(requests).toHaveLength(3)

    clock.advance(1)
    await Promise.all(Array.from({ length: 10 }, () => breached.check(password)))
    expect(requests).toHaveLength(4)

    clock.advance(60_000)
    service.answer = text(lines(`${suffix}:1`))
    expect(await breached.check(password)).toBe('breached')
    expect(await breached.check(password)).toBe('breached')
    expect(log.lines.map(({ event }) => event)).toEqual([
      'breach_check.unavailable',
      'breach_check.restored',
    ])
  })

  it('is not extended by a clock that is set back', async () => {
    const { options, requests, clock } = await openService(text('', 503))
    const breached = hibpBreachedPasswords(options)
    for (let count = 0; count < 4; count += 1) await breached.check(password)
    clock.advance(-600_000)
    await breached.check(password)
    expect(requests).toHaveLength(4)
  })

  it('ends with a success: only failures in a row count', async () => {
    const { options, requests, service } = await openService(text('', 503))
    const breached = hibpBreachedPasswords(options)
    for (const answer of [
      text('', 503),
      text('', 503),
      text(lines()),
      text('', 503),
      text('', 503),
      text(lines()),
    ]) {
      service.answer = answer
      await breached.check(password)
    }
    expect(requests).toHaveLength(6)
  })
})
