import { describe, expect, it } from 'vitest'
import type { KenClient } from './operations.ts'
import {
  ada,
  clientWorld,
  expired,
  granted,
  problem,
  quiet,
  signedInWorld,
  type Call,
} from './testing/fake-fetch.ts'

const challenge = 'a challenge'

describe('signing in', () => {
  it('leads through the steps; no session exists before the last one', async () => {
    const world = clientWorld()
    const { client, next } = world
    const steps: readonly {
      readonly call: () => Promise<unknown>
      readonly operation: string
      readonly response: object
    }[] = [
      {
        call: () => client.signIn({ email: 'a', password: 'b', remember_me: true }),
        operation: 'POST /login',
        response: { status: 'mfa_required', challenge },
      },
      {
        call: () => client.verifySecondFactor({ challenge, code: '123456' }),
        operation: 'POST /login/mfa',
        response: { status: 'password_change_required', challenge },
      },
      {
        call: () => client.setForcedPassword({ challenge, new_password: 'c' }),
        operation: 'POST /login/password',
        response: { status: 'mfa_enrolment_required', challenge },
      },
      {
        call: () => client.startEnrolment({ challenge }),
        operation: 'POST /login/mfa/enrol',
        response: { secret: 'S', otpauth_uri: 'otpauth://totp/x' },
      },
    ]
    for (const { call, operation, response } of steps) {
      const result = call()
      ;(await next(operation)).respond(200, response)
      expect(await result).toEqual(response)
      void client.profile().catch(() => {})
      expect((await next('GET /api/v1/me')).token).toBeNull()
    }
    const last = client.confirmEnrolment({ challenge, code: '123456' })
    ;(await next('POST /login/mfa/confirm')).respond(200, {
      ...granted('fresh'),
      recovery_codes: ['one'],
    })
    expect(await last).toMatchObject({ status: 'signed_in', user: ada, recovery_codes: ['one'] })
    void client.profile()
    expect((await next('GET /api/v1/me')).token).toBe('fresh')
  })

  it.each<{ readonly operation: string; readonly begin: (client: KenClient) => Promise<unknown> }>([
    {
      operation: 'POST /login',
      begin: (client) => client.signIn({ email: 'a', password: 'b', remember_me: true }),
    },
    { operation: 'POST /setup', begin: (client) => client.setUp({ email: 'a', password: 'b' }) },
    {
      operation: 'POST /api/v1/auth/invitations/accept',
      begin: (client) => client.acceptInvitation({ token: 't', name: 'n', password: 'p' }),
    },
  ])('ends with $operation when no further step is required', async ({ operation, begin }) => {
    const { client, next } = clientWorld()
    const step = begin(client)
    ;(await next(operation)).respond(200, granted('fresh'))
    expect(await step).toMatchObject({ status: 'signed_in', user: ada })
    void client.profile()
    expect((await next('GET /api/v1/me')).token).toBe('fresh')
  })

  it('R45 keeps the access token to itself', async () => {
    const { client, next } = clientWorld()
    const step = client.signIn({ email: ada.email, password: 'b', remember_me: true })
    ;(await next('POST /login')).respond(200, granted('a secret token'))
    expect(await step).toEqual({ status: 'signed_in', user: ada, expires_in: 900 })
    expect(JSON.stringify([await step, client])).not.toContain('a secret token')
  })

  it('is refused without a refresh, and keeps the current session', async () => {
    const { client, next, count, signedOut } = await signedInWorld()
    const step = client.signIn({ email: ada.email, password: 'wrong', remember_me: true })
    const login = await next('POST /login')
    expect(login.token).toBeNull()
    login.respond(401, expired)
    await expect(step).rejects.toMatchObject({ name: 'KenProblem', status: 401 })
    void client.profile()
    expect((await next('GET /api/v1/me')).token).toBe('old')
    expect([count('POST /refresh'), signedOut]).toEqual([0, []])
  })

  it.each([
    { access_token: 'fresh' },
    { user: ada },
    { access_token: 'fresh', user: {} },
    { access_token: 1, user: ada },
  ])('does not succeed with an incomplete response: %j', async (incomplete) => {
    const { client, next } = clientWorld()
    const step = client.signIn({ email: ada.email, password: 'b', remember_me: true })
    ;(await next('POST /login')).respond(200, { status: 'signed_in', ...incomplete })
    await expect(step).rejects.toThrow('no access token')
  })
})

describe('restore', () => {
  it('signs in through POST /refresh, with the cookie and an empty body', async () => {
    const { client, next, signedOut } = clientWorld()
    const restored = client.restore()
    const refresh = await next('POST /refresh')
    expect([refresh.body, refresh.token, refresh.init.credentials]).toEqual([
      null,
      null,
      'same-origin',
    ])
    expect(new Headers(refresh.init.headers).get('prefer')).toBe('optional-session')
    refresh.respond(200, granted('restored'))
    expect(await restored).toEqual(ada)
    void client.profile()
    expect((await next('GET /api/v1/me')).token).toBe('restored')
    expect(signedOut).toEqual([])
  })

  it('shares one refresh, and later requests wait for it', async () => {
    const { client, next, calls } = clientWorld()
    const both = Promise.all([client.restore(), client.restore(), client.profile()])
    const refresh = await next('POST /refresh')
    await quiet()
    expect(calls).toHaveLength(1)
    refresh.respond(200, granted('restored'))
    const profile = await next('GET /api/v1/me')
    expect(profile.token).toBe('restored')
    profile.respond(200, ada)
    expect(await both).toEqual([ada, ada, ada])
  })

  it.each([
    ['there is none', 204, undefined],
    ['it is refused', 401, problem(401, 'UNAUTHENTICATED')],
  ])('is null when %s, and does not call onSignedOut then', async (_, status, body) => {
    const { client, next, signedOut } = clientWorld()
    const restored = client.restore()
    ;(await next('POST /refresh')).respond(status, body)
    expect(await restored).toBeNull()
    expect(signedOut).toEqual([])
  })

  it('is null when the person signs out in the meantime', async () => {
    const { client, next, signedOut } = clientWorld()
    const restored = client.restore()
    const refresh = await next('POST /refresh')
    void client.signOut()
    refresh.respond(200, granted('late'))
    expect(await restored).toBeNull()
    void client.profile()
    expect((await next('GET /api/v1/me')).token).toBeNull()
    expect(signedOut).toEqual([])
  })

  it.each<{ readonly name: string; readonly fail: (refresh: Call) => void }>([
    { name: 'offline', fail: (refresh) => refresh.fail(new TypeError('fetch failed')) },
    { name: '503', fail: (refresh) => refresh.respond(503, problem(503, 'UNAVAILABLE')) },
  ])('rejects when the server does not say whether there is a session: $name', async ({ fail }) => {
    const { client, next } = clientWorld()
    const restored = client.restore()
    fail(await next('POST /refresh'))
    await expect(restored).rejects.toMatchObject({
      name: 'KenSignedOut',
      reason: 'refresh_failed',
      cause: expect.any(Error),
    })

    const again = client.restore()
    ;(await next('POST /refresh')).respond(200, granted('restored'))
    expect(await again).toEqual(ada)
  })
})

describe('operations', () => {
  const passwords = { current_password: 'a', new_password: 'b' }
  const anonymous: readonly [string, (client: KenClient) => Promise<unknown>, unknown][] = [
    ['GET /api/v1/auth/options', (client) => client.options(), null],
    [
      'POST /setup',
      (client) => client.setUp({ email: 'a', password: 'b' }),
      { email: 'a', password: 'b' },
    ],
    [
      'POST /api/v1/auth/invitations/preview',
      (client) => client.previewInvitation({ token: 't' }),
      { token: 't' },
    ],
    ['GET /healthz', (client) => client.requestAnonymously('/healthz'), null],
  ]
  const signedIn: readonly [string, (client: KenClient) => Promise<unknown>, unknown][] = [
    ['GET /api/v1/me', (client) => client.profile(), null],
    ['POST /api/v1/auth/password/change', (client) => client.changePassword(passwords), passwords],
    ['POST /api/v1/me/mfa/enrol', (client) => client.mfa.enrol(), null],
    ['POST /api/v1/me/mfa/confirm', (client) => client.mfa.confirm({ code: '1' }), { code: '1' }],
    [
      'POST /api/v1/me/mfa/disable',
      (client) => client.mfa.disable({ recovery_code: 'x' }),
      { recovery_code: 'x' },
    ],
    [
      'POST /api/v1/me/mfa/recovery-codes',
      (client) => client.mfa.renewRecoveryCodes({ code: '1' }),
      { code: '1' },
    ],
    ['GET /api/v1/me/sessions', (client) => client.sessions.list(), null],
    ['GET /api/v1/me/sessions?cursor=a%2Fb', (client) => client.sessions.list('a/b'), null],
    ['DELETE /api/v1/me/sessions/a%2Fb', (client) => client.sessions.end('a/b'), null],
    ['POST /api/v1/me/sessions/end-others', (client) => client.sessions.endOthers(), null],
    ['POST /api/v1/me/sessions/end-all', (client) => client.sessions.endAll(), null],
    [
      'POST /public/v1/search',
      (client) => client.search({ query: 'vpn', limit: 3 }),
      { query: 'vpn', limit: 3 },
    ],
    ['GET /public/v1/documents/a%2Fb', (client) => client.document('a/b'), null],
    [
      'GET /public/v1/documents/7?offset=50000&version=v',
      (client) => client.document('7', { offset: 50_000, version: 'v' }),
      null,
    ],
    [
      'PUT /api/v1/thing',
      (client) => client.request('/api/v1/thing', { method: 'PUT', json: { a: 1 } }),
      { a: 1 },
    ],
  ]

  it.each([
    ...anonymous.map((row) => [...row, null] as const),
    ...signedIn.map((row) => [...row, 'old'] as const),
  ])('%s', async (operation, send, body, token) => {
    const { client, next } = await signedInWorld()
    const result = send(client)
    const call = await next(operation)
    expect([call.body, call.token]).toEqual([body, token])
    call.respond(200, { an: 'answer' })
    await result
  })

  it('that need no sign-in ignore a refresh in flight', async () => {
    const { client, next } = clientWorld()
    void client.restore()
    await next('POST /refresh')
    const options = client.options()
    ;(await next('GET /api/v1/auth/options')).respond(200, { setup_needed: false })
    expect(await options).toEqual({ setup_needed: false })
  })

  it('R46 send the same body on the retry, even if the caller changed it meanwhile', async () => {
    const { client, next } = await signedInWorld()
    const groups = ['a']
    const sent = client.request('/api/v1/thing', { method: 'POST', json: { groups } })
    const first = await next('POST /api/v1/thing')
    groups.push('b')
    first.respond(401, expired)
    ;(await next('POST /refresh')).respond(200, granted('new'))
    const second = await next('POST /api/v1/thing')
    expect(second.body).toEqual({ groups: ['a'] })
    expect(second.init.body).toBe(first.init.body)
    expect(
      [first, second].map(({ init }) => new Headers(init.headers).get('authorization')),
    ).toEqual(['Bearer old', 'Bearer new'])
    second.respond(204)
    expect(await sent).toBeUndefined()
  })

  it('that are aborted are not sent again, and do not abort the refresh for others', async () => {
    const { client, next, count, signedOut } = await signedInWorld()
    const abort = new AbortController()
    void client.request('/api/v1/one', { signal: abort.signal })
    const other = client.request('/api/v1/two')
    ;(await next('GET /api/v1/one')).respond(401, expired)
    ;(await next('GET /api/v1/two')).respond(401, expired)
    const refresh = await next('POST /refresh')
    abort.abort()
    expect(refresh.init.signal?.aborted).toBe(false)
    refresh.respond(200, granted('new'))
    ;(await next('GET /api/v1/two')).respond(200, { two: 2 })
    expect(await other).toEqual({ two: 2 })
    // The real `fetch` sends nothing if its signal is already aborted.
    expect((await next('GET /api/v1/one')).init.signal?.aborted).toBe(true)
    expect([signedOut, count('POST /refresh')]).toEqual([[], 1])
  })
})
