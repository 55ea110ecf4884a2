import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createKenClient } from './ken-client.ts'
import { ada, clientWorld, expired, granted, problem, signedInWorld } from './testing/fake-fetch.ts'

const sourceOf = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')

describe('a response', () => {
  const refusal = {
    ...problem(422, 'PASSWORD_REJECTED'),
    title: 'The password is not accepted.',
    detail: 'Choose another password.',
    errors: [{ pointer: '#/password', detail: 'is too easy to guess' }],
    reasons: ['too_weak'],
  }

  it('that is a problem is thrown with all its data', async () => {
    const { client, next } = clientWorld()
    const sent = client.request('/api/v1/thing')
    ;(await next('GET /api/v1/thing')).respond(422, refusal, { 'retry-after': '7' })
    await expect(sent).rejects.toMatchObject({
      name: 'KenProblem',
      message: refusal.detail,
      status: 422,
      code: 'PASSWORD_REJECTED',
      title: refusal.title,
      detail: refusal.detail,
      errors: refusal.errors,
      reasons: refusal.reasons,
      requestId: 'an id',
      retryAfterSeconds: 7,
    })
  })

  it.each<{
    readonly name: string
    readonly body: object | string | undefined
    readonly headers: Record<string, string>
  }>([
    { name: 'the page of a proxy', body: '<html>Bad Gateway</html>', headers: {} },
    { name: 'nothing', body: undefined, headers: {} },
    {
      name: 'broken JSON',
      body: '{"code":',
      headers: { 'content-type': 'application/problem+json' },
    },
    {
      name: 'JSON that is not an object',
      body: '"TOKEN_EXPIRED"',
      headers: { 'content-type': 'application/problem+json' },
    },
    {
      name: 'JSON of another type',
      body: { code: 'TOKEN_EXPIRED' },
      headers: { 'content-type': 'application/json' },
    },
  ])(
    'that is not a problem document has no code of Ken and quotes nothing: $name',
    async ({ body, headers }) => {
      const { client, next } = clientWorld()
      const sent = client.request('/api/v1/thing')
      ;(await next('GET /api/v1/thing')).respond(502, body, {
        'retry-after': 'Sat, 21 Nov 2026 08:00:00 GMT',
        ...headers,
      })
      await expect(sent).rejects.toMatchObject({
        status: 502,
        code: 'UNRECOGNIZED',
        message: expect.stringMatching(/^The server returned status 502 /),
        errors: [],
        reasons: [],
        requestId: null,
        retryAfterSeconds: null,
      })
    },
  )

  it('is undefined when it is empty, and text when the request accepts a format other than JSON', async () => {
    const { client, next } = clientWorld()
    const [empty, text] = [
      client.request('/api/v1/empty'),
      client.request('/api/v1/csv', { headers: { Accept: 'text/csv' } }),
    ]
    const json = await next('GET /api/v1/empty')
    expect(new Headers(json.init.headers).get('accept')).toBe('application/json')
    json.respond(204)
    const csv = await next('GET /api/v1/csv')
    expect(new Headers(csv.init.headers).get('accept')).toBe('text/csv')
    csv.respond(200, 'a,b\n1,2\n')
    expect([await empty, await text]).toEqual([undefined, 'a,b\n1,2\n'])
  })

  it('is a blob when the request asks for one, and a problem is still a problem', async () => {
    const { client, next } = clientWorld()
    const ask = () => client.request<Blob>('/api/v1/csv', { asBlob: true })
    const file = ask()
    ;(await next('GET /api/v1/csv')).respond(200, 'a,b\n1,2\n')
    expect(await (await file).text()).toBe('a,b\n1,2\n')
    const refused = ask()
    ;(await next('GET /api/v1/csv')).respond(403, problem(403, 'FORBIDDEN'))
    await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('shows the parts of a blob as they arrive', async () => {
    const { client, next } = clientWorld()
    const parts: string[] = []
    const onPart = (part: Uint8Array) => parts.push(new TextDecoder().decode(part))
    const file = client.request<Blob>('/api/v1/csv', { asBlob: true, onPart })
    ;(await next('GET /api/v1/csv')).respond(200, 'a,b\n1,2\n')
    expect(await (await file).text()).toBe('a,b\n1,2\n')
    expect(parts.join('')).toBe('a,b\n1,2\n')
  })

  it('R45 that is not JSON is refused without quoting it, because it may contain a token', async () => {
    const { client, next } = clientWorld()
    const step = client.signIn({ email: ada.email, password: 'b', remember_me: true })
    ;(await next('POST /login')).respond(200, 'a secret token')
    const error = (await step.catch((thrown: unknown) => thrown)) as Error
    expect(error.message).toContain('not JSON')
    expect([error.message, error.stack, error.cause].join()).not.toContain('secret')
  })
})

describe('a request', () => {
  it('uses the given URL, follows no redirect, and sends cookies to its own origin only', async () => {
    const sent: [string, RequestInit | undefined][] = []
    const fetch = (url: unknown, init?: RequestInit) => {
      sent.push([String(url), init])
      return Promise.resolve(Response.json({}))
    }
    await createKenClient({ baseUrl: '', fetch }).request('/api/v1/one')
    await createKenClient({ baseUrl: 'https://ken.example.com/', fetch }).request('/api/v1/two')
    expect(sent).toMatchObject([
      ['/api/v1/one', { method: 'GET', credentials: 'same-origin', redirect: 'error', body: null }],
      ['https://ken.example.com/api/v1/two', { credentials: 'same-origin', redirect: 'error' }],
    ])
  })

  it('uses the current global fetch when none is given', async () => {
    const original = globalThis.fetch
    onTestFinished(() => void (globalThis.fetch = original))
    const client = createKenClient({ baseUrl: '' })
    globalThis.fetch = () => Promise.resolve(Response.json({ patched: true }))
    expect(await client.request('/api/v1/thing')).toEqual({ patched: true })
  })

  it('sends text with its type unchanged, and JSON as JSON', async () => {
    const { client, next } = await signedInWorld()
    void client.request('/api/v1/import', {
      method: 'POST',
      body: 'email,role',
      headers: { 'content-type': 'text/csv' },
    })
    const csv = await next('POST /api/v1/import')
    expect([csv.body, new Headers(csv.init.headers).get('content-type')]).toEqual([
      'email,role',
      'text/csv',
    ])
    void client.search({ query: 'vpn' })
    expect(
      new Headers((await next('POST /public/v1/search')).init.headers).get('content-type'),
    ).toBe('application/json')
  })

  it.each([
    '',
    'api',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '.evil.example',
    '@evil.example',
    'https://evil.example',
  ])('R45 sends no token to another address: %j', async (path) => {
    const { client, calls } = await signedInWorld()
    await expect(client.request(path)).rejects.toThrow('path')
    expect(calls).toHaveLength(1)
  })
})

describe('R45 the access token', () => {
  it('is only in memory and in the Authorization header', async () => {
    const printed: unknown[] = []
    const methods = ['debug', 'error', 'info', 'log', 'warn'] as const
    const originals = methods.map((method) => console[method])
    for (const method of methods) console[method] = (...values) => void printed.push(...values)
    onTestFinished(() => methods.forEach((method, index) => (console[method] = originals[index]!)))

    const { client, next, calls } = await signedInWorld('secret-1')
    const request = client.profile()
    ;(await next('GET /api/v1/me')).respond(401, expired)
    ;(await next('POST /refresh')).respond(200, granted('secret-2'))
    ;(await next('GET /api/v1/me')).respond(401, expired)
    const error = await request.catch((thrown: unknown) => thrown)
    for (const { operation, body, init } of calls) {
      expect([operation, JSON.stringify(body), init.credentials].join()).not.toContain('secret-')
    }
    expect(calls.map(({ token }) => token)).toEqual([null, 'secret-1', null, 'secret-2'])
    expect(JSON.stringify([client, error, (error as Error).stack])).not.toContain('secret-')
    expect(printed).toEqual([])
  })

  it('never reaches a storage, an address or a log: production code uses none and imports only a parser', () => {
    // The generated file contains only types.
    const others = /\.test\.ts$|^testing|^public-v1\.ts$/
    const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(
      (file) => !others.test(file),
    )
    expect(files.length).toBeGreaterThan(4)
    const ways =
      /\b(localStorage|sessionStorage|indexedDB|cookieStore|caches|document|history|location|console|process)\s*[.[]/
    const packages = /from '(?!\.\.?\/|eventsource-parser')/
    expect(
      files.filter((file) => ways.test(sourceOf(file)) || packages.test(sourceOf(file))),
    ).toEqual([])
  })
})
