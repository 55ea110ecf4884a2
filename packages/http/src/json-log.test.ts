import { setImmediate } from 'node:timers/promises'
import { Unavailable } from '@ken/core'
import { aPassword, aPasswordHash, aPersonIn } from '@ken/core/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createApp } from './app.ts'
import { jsonLog, type JsonLogOptions } from './json-log.ts'
import { aBrowser } from './testing/browser.ts'
import { consoleFixture } from './testing/console-fixture.ts'
import { httpWorld, owner, postJson, type HttpWorldOptions } from './testing/http-world.ts'

/** A log, and what it wrote once the turn of the event loop is over. */
function keptLog(level: JsonLogOptions['level'] = 'debug') {
  const writes: string[] = []
  const log = jsonLog({ level, holdMs: 0, stream: { write: (text) => void writes.push(text) } })
  const written = async () => {
    await setImmediate()
    return writes.join('')
  }
  const lines = async () =>
    (await written())
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  return { log, written, lines, writes }
}

describe('the log', () => {
  it('writes one JSON object per event with time and level', async () => {
    const { log, lines } = keptLog()
    log.warn('part.away', { part: 'redis', attempt: 2, ready: true, reason: null })
    log.error('part.gone')
    expect(await lines()).toEqual([
      {
        level: 'warn',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        part: 'redis',
        attempt: 2,
        ready: true,
        reason: null,
        event: 'part.away',
      },
      { level: 'error', time: expect.any(String), event: 'part.gone' },
    ])
  })

  it('writes the lines of one event-loop iteration at once', async () => {
    const { log, written, writes } = keptLog()
    for (let count = 0; count < 100; count += 1) log.info('again')
    await written()
    expect(writes).toHaveLength(1)
  })

  it('writes at most once in 10 ms, except for warnings and errors', () => {
    vi.useFakeTimers({ toFake: ['performance', 'setImmediate', 'setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const writes: string[] = []
    const log = jsonLog({ level: 'info', stream: { write: (text) => void writes.push(text) } })
    const eventsWrittenAfter = (milliseconds: number) => {
      vi.advanceTimersByTime(milliseconds)
      return writes.splice(0).map((text) => text.match(/(?<="event":")\w+/g))
    }
    log.info('first')
    expect(eventsWrittenAfter(0)).toEqual([['first']])
    log.info('second')
    expect(eventsWrittenAfter(9)).toEqual([])
    log.info('third')
    expect(eventsWrittenAfter(1)).toEqual([['second', 'third']])
    log.info('fourth')
    log.warn('warning')
    log.info('fifth')
    expect(eventsWrittenAfter(0)).toEqual([['fourth', 'warning', 'fifth']])
  })

  it('writes what it holds when the process exits', () => {
    const exits = new Set(process.listeners('exit'))
    const { log, writes } = keptLog()
    log.info('last')
    for (const listener of process.listeners('exit')) if (!exits.has(listener)) listener(0)
    expect(writes.join('')).toContain('last')
  })

  it('omits events below its level', async () => {
    const { log, lines } = keptLog('warn')
    log.info('quiet')
    log.warn('loud')
    expect((await lines()).map(({ event }) => event)).toEqual(['loud'])
    const silent = keptLog('silent')
    silent.log.error('nothing')
    expect(await silent.written()).toBe('')
  })

  it('R82 prevents values from ending a line or controlling a terminal', async () => {
    const { log, written, lines } = keptLog()
    const hostile = 'a\r\nb\u001b[2J\u009b31m\u0085\u2028\u2029\u007f\u0000"\\é'
    log.info('hostile', { value: hostile, [hostile]: 1 })
    const text = await written()
    // oxlint-disable-next-line no-control-regex -- the control characters must be absent
    expect(text.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/)
    expect(text).toContain('é')
    expect((await lines())[0]?.['value']).toBe(hostile)
  })
})

async function logged(
  options: HttpWorldOptions,
  ...requests: (readonly [path: string, init?: (key: string) => RequestInit])[]
) {
  const kept = keptLog()
  const { ken, key } = await httpWorld(options)
  const app = createApp({ ken, log: kept.log, console: consoleFixture })
  for (const [path, init] of requests) await app.request(path, init?.(key))
  return { lines: await kept.lines(), written: await kept.written(), key }
}

describe('the log line of a request', () => {
  it('has exactly the allowed fields', async () => {
    const { lines } = await logged(
      {},
      ['/public/v1/search', (key) => postJson({ query: 'printer' }, key)],
      ['/nowhere'],
      ['/setup'],
    )
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        event: 'http.request',
        request_id: expect.any(String),
        method: 'POST',
        route: '/public/v1/search',
        status: 200,
        duration_ms: expect.any(Number),
        address: null,
        key_id: expect.any(String),
      },
      expect.objectContaining({
        event: 'http.request',
        method: 'GET',
        route: null,
        status: 404,
        key_id: null,
      }),
      expect.objectContaining({ event: 'http.request', status: 404 }),
    ])
  })

  it('R10 R82 contains no text of a request, for any outcome', async () => {
    const canary = 'canary-5f1d'
    const search = (body: unknown, headers = {}) =>
      [
        '/public/v1/search',
        (key: string) =>
          postJson(body, key, {
            cookie: canary,
            'user-agent': `${canary}\u001b`,
            referer: canary,
            ...headers,
          }),
      ] as const
    const requests = [
      search({ query: canary }),
      search({ query: canary, limit: 0 }),
      search({ query: 5, [canary]: canary }),
      search(`{"query":"${canary}`),
      search(`{"${canary}":1,"${canary}":2}`),
      search({ query: canary }, { 'content-type': `text/${canary}` }),
      search({ query: canary }, { accept: `text/${canary}` }),
      search({ query: canary }, { authorization: `Bearer ${canary}` }),
      search({ query: canary }, { 'ken-on-behalf-of': canary }),
      search({ query: canary.repeat(10_000) }),
      [`/${canary}?q=${canary}`],
      [`/public/v1/search?q=${canary}`, (key: string) => postJson({ query: canary }, key)],
      ['/setup', () => postJson({ ...owner, password: canary })],
    ] as const
    const broken = new Error(`invalid input "${canary}"`, {
      cause: Object.assign(new Error(`value ${canary}`), { code: '22P02', detail: canary }),
    })
    const searchIndex = {
      searchText: () => Promise.reject(broken),
      supportsVectors: async () => false,
    } as never

    for (const options of [
      {},
      { ports: { searchIndex } },
      { setUp: false },
    ] satisfies HttpWorldOptions[]) {
      const { written, lines, key } = await logged(options, ...requests)
      expect(lines.filter(({ event }) => event === 'http.request')).toHaveLength(requests.length)
      expect(written).not.toContain(canary)
      expect(written).not.toContain(owner.password)
      expect(written).not.toContain(key === '' ? owner.email : key)
    }
  })

  it('R45 R82 contains no secret of a sign-in, nor does the audit log', async () => {
    const kept = keptLog()
    const { ken, ports } = await httpWorld()
    const app = createApp({ ken, log: kept.log, console: consoleFixture })
    const { account } = await aPersonIn(ports, {
      role: 'Owner',
      passwordHash: aPasswordHash,
      mustChangePassword: true,
    })
    const browser = aBrowser(app, 'canary agent')
    await browser.post('/login', { email: account.email, password: 'canary guess' })
    const first = (await browser.post('/login', { email: account.email, password: aPassword })).json
    const second = (
      await browser.post('/login/password', {
        challenge: first.challenge,
        new_password: 'canary lantern quartz',
      })
    ).json
    const { secret } = (await browser.post('/login/mfa/enrol', { challenge: second.challenge }))
      .json
    const code = ports.oneTimeCodes.codeAt(secret, ports.clock.now())
    const { recovery_codes } = (
      await browser.post('/login/mfa/confirm', { challenge: second.challenge, code })
    ).json
    const [token, old] = [browser.token ?? '', browser.cookie ?? '']
    await browser.get(`/api/v1/me?access_token=${token}`)
    await browser.post('/refresh')
    ports.clock.advance(11_000)
    await browser.post('/refresh', undefined, { cookie: old })
    await browser.post('/logout')

    const written =
      (await kept.written()) +
      JSON.stringify([ports.log.lines, [...ports.database.tables.audit.values()]])
    expect(written).toContain('/login/mfa/confirm')
    const secrets = [
      aPassword,
      'canary',
      first.challenge,
      second.challenge,
      secret,
      code,
      token,
      old.slice(old.indexOf('=') + 1),
    ]
    for (const text of [...secrets, ...recovery_codes, account.email])
      expect([text, written.includes(text)]).toEqual([text, false])
  })

  it('is followed by one line per error with its kinds and its origin', async () => {
    const broken = new Error('outer', {
      cause: Object.assign(new TypeError('inner'), { code: '22P02' }),
    })
    const keyHolders = { findByDigest: () => Promise.reject(broken) }
    const { lines } = await logged({ ports: { keyHolders } }, [
      '/public/v1/search',
      (key) => postJson({ query: 'a' }, key),
    ])
    expect(lines.map(({ event }) => event)).toEqual(['http.failed', 'http.request'])
    const [failed, request] = lines
    expect(failed).toMatchObject({
      level: 'error',
      error: 'Error < TypeError 22P02',
      stack: expect.stringContaining('json-log.test.ts'),
    })
    expect(failed?.['request_id']).toBe(request?.['request_id'])
  })

  it('is preceded by one line without a stack when the client has disconnected', async () => {
    const ended = new Unavailable('request', 'The request ended.')
    const keyHolders = { findByDigest: () => Promise.reject(ended) }
    const { lines } = await logged({ ports: { keyHolders } }, [
      '/public/v1/search',
      (key) => postJson({ query: 'a' }, key),
    ])
    expect(lines.map(({ event }) => event)).toEqual(['http.abandoned', 'http.request'])
    expect(lines[0]).toMatchObject({ level: 'info', request_id: lines[1]?.['request_id'] })
    expect(lines[0]).not.toHaveProperty('stack')
  })
})
