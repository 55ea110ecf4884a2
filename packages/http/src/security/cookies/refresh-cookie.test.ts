import { ok } from '@ken/core'
import { aPassword, aPasswordHash, aPersonIn, anEnrolledPersonIn } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { aBrowser, signedIn, traceOf, type Browser } from '../../testing/browser.ts'
import { httpWorld, owner, type HttpWorld } from '../../testing/http-world.ts'

const newPassword = 'lantern quartz meadow'
const https = { config: { baseUrl: 'https://ken.example.com' } }

/** Every request that sets the cookie. `run` returns the cookie without and with `remember_me`. */
const flows: readonly {
  readonly request: string
  readonly run: (world: HttpWorld, browser: Browser) => Promise<(string | null)[]>
}[] = [
  {
    request: 'POST /login',
    run: async ({ ports }, browser) => {
      const { account } = await aPersonIn(ports, { passwordHash: aPasswordHash })
      const login = (remember_me: boolean) =>
        browser.post('/login', { email: account.email, password: aPassword, remember_me })
      return [(await login(false)).cookie, (await login(true)).cookie]
    },
  },
  {
    request: 'POST /login/mfa',
    run: async ({ ports }, browser) => {
      const { account, recoveryCodes } = await anEnrolledPersonIn(ports)
      const login = async (remember_me: boolean, recovery_code: string | undefined) => {
        const { json } = await browser.post('/login', {
          email: account.email,
          password: aPassword,
          remember_me,
        })
        return (await browser.post('/login/mfa', { challenge: json.challenge, recovery_code }))
          .cookie
      }
      return [await login(false, recoveryCodes[0]), await login(true, recoveryCodes[1])]
    },
  },
  {
    request: 'POST /login/password',
    run: async ({ ports }, browser) => {
      const login = async (remember_me: boolean) => {
        const { account } = await aPersonIn(ports, {
          passwordHash: aPasswordHash,
          mustChangePassword: true,
        })
        const { json } = await browser.post('/login', {
          email: account.email,
          password: aPassword,
          remember_me,
        })
        return (
          await browser.post('/login/password', {
            challenge: json.challenge,
            new_password: newPassword,
          })
        ).cookie
      }
      return [await login(false), await login(true)]
    },
  },
  {
    request: 'POST /login/mfa/confirm',
    run: async ({ ports }, browser) => {
      const login = async (remember_me: boolean) => {
        const { account } = await aPersonIn(ports, { passwordHash: aPasswordHash, role: 'Admin' })
        const { json } = await browser.post('/login', {
          email: account.email,
          password: aPassword,
          remember_me,
        })
        const { challenge } = json
        const { secret } = (await browser.post('/login/mfa/enrol', { challenge })).json
        const code = ports.oneTimeCodes.codeAt(secret, ports.clock.now())
        return (await browser.post('/login/mfa/confirm', { challenge, code })).cookie
      }
      return [await login(false), await login(true)]
    },
  },
  {
    request: 'POST /refresh',
    run: async ({ ports }, browser) => {
      const refresh = async (remember_me: boolean) => {
        const { account } = await aPersonIn(ports, { passwordHash: aPasswordHash })
        await browser.post('/login', { email: account.email, password: aPassword, remember_me })
        return (await browser.post('/refresh')).cookie
      }
      return [await refresh(false), await refresh(true)]
    },
  },
]

describe('R43 the cookie', () => {
  it.each(flows)(
    'of $request is bound to host, path and https, hidden from scripts, and persistent only on request',
    async ({ run }) => {
      const world = await httpWorld(https)
      const [session, remembered] = await run(world, aBrowser(world.app))
      const attributes = 'Path=/; HttpOnly; Secure; SameSite=Strict'
      expect(session).toMatch(new RegExp(`^__Host-ken_refresh=[\\w.-]+; ${attributes}$`))
      expect(remembered).toMatch(
        new RegExp(`^__Host-ken_refresh=[\\w.-]+; Max-Age=2592000; ${attributes}$`),
      )
    },
  )

  it('of POST /setup is the same if no second factor is required', async () => {
    const { app, ports } = await httpWorld({ ...https, setUp: false })
    await ports.transact(async ({ settings }) =>
      ok(await settings.update({ mfaRequiredRoles: [] })),
    )
    const { cookie, json } = await aBrowser(app).post('/setup', owner)
    expect(json).toMatchObject({ status: 'signed_in', user: { email: owner.email } })
    expect(cookie).toMatch(
      /^__Host-ken_refresh=[\w.-]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
  })

  it.each(['/logout', '/api/v1/me/sessions/end-all'])(
    'is cleared by POST %s with the same attributes',
    async (path) => {
      const { browser } = await signedIn(await httpWorld(https))
      const { cookie } = await browser.post(path)
      expect(cookie).toBe(
        '__Host-ken_refresh=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict',
      )
    },
  )

  it.each([
    { name: '__Host-ken_refresh', baseUrl: 'https://ken.example.com' },
    { name: '__Host-ken_refresh', baseUrl: 'http://localhost:8080' },
    { name: '__Host-ken_refresh', baseUrl: 'http://127.0.0.1:8080' },
    { name: '__Host-ken_refresh', baseUrl: 'http://[::1]:8080' },
    { name: 'ken_refresh', baseUrl: 'http://ken.example.com' },
    { name: 'ken_refresh', baseUrl: 'http://192.168.1.7:8080' },
    { name: 'ken_refresh', baseUrl: 'http://127.evil.example.com' },
    { name: 'ken_refresh', baseUrl: 'http://localhost.example.com' },
  ])('is $name where people come to $baseUrl', async ({ name, baseUrl }) => {
    const { browser } = await signedIn(await httpWorld({ config: { baseUrl } }))
    expect(browser.cookie).toMatch(new RegExp(`^${name}=`))
    expect((await browser.post('/refresh')).cookie?.includes('Secure')).toBe(
      name.startsWith('__Host-'),
    )
  })

  it('is accepted only once and with its exact name', async () => {
    const world = await httpWorld(https)
    const { browser } = await signedIn(world)
    const [name = '', token = ''] = browser.cookie?.split('=') ?? []
    const own = `${name}=${token}`
    const refresh = async (cookie: string) =>
      (await world.app.request('/refresh', { method: 'POST', headers: { cookie } })).status
    const refused = [
      `${own}; ${own}`,
      `${name}=planted; ${own}`,
      `${own}; other=1; ${name}=planted`,
      `\u00a0${own}`,
      `${name}\u00a0=${token}`,
      `${name} =${token}`,
      `other=1;\t${own}`,
      `${name.toLowerCase()}=${token}`,
      `ken_refresh=${token}`,
      `__Secure-ken_refresh=${token}`,
      `x${own}`,
      `${name}="${token}"`,
      `${name}=`,
      name,
      '',
    ]
    for (const cookie of refused) expect([cookie, await refresh(cookie)]).toEqual([cookie, 401])
    for (const cookie of [`a=1; ${own}; \u00a0${name}=planted; ken_refresh=old`, own])
      expect(await refresh(cookie)).toBe(200)
  })
})

describe('POST /refresh', () => {
  it('gives a new access token and the next cookie', async () => {
    const { account, browser } = await signedIn(await httpWorld())
    const { id, email, name, role } = account
    const { cookie: before } = browser
    const response = await browser.post('/refresh')
    expect(response.json).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
      user: { id, email, name, role },
    })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(browser.cookie).not.toBe(before)
    expect((await browser.get('/api/v1/me')).status).toBe(200)
  })

  it('says without a refusal that there is no cookie, to those who prefer it; a refused one stays refused', async () => {
    const { browser } = await signedIn(await httpWorld())
    const headers = { prefer: 'optional-session' }
    const refresh = async (cookie: string) =>
      browser.post('/refresh', undefined, { ...headers, cookie })
    const nothing = await refresh('')
    expect(nothing).toMatchObject({ status: 204, text: '', cookie: null })
    expect(nothing.headers.get('cache-control')).toBe('no-store')
    expect((await refresh('ken_refresh=made-up')).status).toBe(401)
    expect((await browser.post('/refresh', undefined, headers)).status).toBe(200)
  })

  it.each([
    ['respond-async, optional-session', 204],
    ['wait=10,Optional-Session ; a=b', 204],
    ['other', 401],
    ['no-optional-session', 401],
    ['optional-sessions', 401],
  ])('finds the preference in a list (RFC 7240): %s', async (prefer, status) => {
    const { browser } = await signedIn(await httpWorld())
    expect((await browser.post('/refresh', undefined, { prefer, cookie: '' })).status).toBe(status)
  })

  it('R37 gives twenty concurrent requests with one cookie the same next token', async () => {
    const { browser } = await signedIn(await httpWorld())
    const headers = { cookie: browser.cookie ?? '' }
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => browser.post('/refresh', undefined, headers)),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(new Set(responses.map(({ cookie }) => cookie)).size).toBe(1)
  })

  it('R38 ends the session when an old cookie is reused later, with the usual refusal', async () => {
    const world = await httpWorld()
    const { browser } = await signedIn(world)
    const other = await signedIn(world)
    const old = { cookie: browser.cookie ?? '' }
    await browser.post('/refresh')
    world.ports.clock.advance(11_000)
    const responses = [
      await browser.post('/refresh', undefined, old),
      await browser.post('/refresh'),
      await aBrowser(world.app).post('/refresh'),
      await browser.post('/refresh', undefined, { cookie: 'ken_refresh=made-up' }),
    ]
    expect(new Set(responses.map(traceOf)).size).toBe(1)
    expect(responses[0]).toMatchObject({
      status: 401,
      json: { code: 'UNAUTHENTICATED' },
      cookie: null,
    })
    expect((await other.browser.post('/refresh')).status).toBe(200)
  })

  it('R39 consumes nothing when the database is unavailable', async () => {
    let isUnavailable = false
    const world = await httpWorld()
    const rotate: typeof world.ports.sessionRotation.rotate = (rotation) =>
      isUnavailable
        ? Promise.reject(new Error('away'))
        : world.ports.sessionRotation.rotate(rotation)
    Object.assign(world.ken.ports, { sessionRotation: { rotate } })
    const { browser } = await signedIn(world)
    isUnavailable = true
    expect(await browser.post('/refresh')).toMatchObject({ status: 500, cookie: null })
    isUnavailable = false
    expect((await browser.post('/refresh')).status).toBe(200)
  })

  it('R32 belongs to a new session after every sign-in, and the previous session ends', async () => {
    const world = await httpWorld()
    const { account, browser } = await signedIn(world)
    const planted = browser.cookie
    const [before] = world.ports.database.tables.sessions.keys()
    await browser.post('/login', { email: account.email, password: aPassword })
    expect(browser.cookie).not.toBe(planted)
    expect([...world.ports.database.tables.sessions.keys()]).not.toContain(before)
    expect((await browser.post('/refresh', undefined, { cookie: planted ?? '' })).status).toBe(401)
    expect((await browser.post('/refresh')).status).toBe(200)
  })
})

describe('POST /logout', () => {
  it('ends only the session of the cookie', async () => {
    const world = await httpWorld()
    const { account, browser } = await signedIn(world)
    const elsewhere = aBrowser(world.app)
    await elsewhere.post('/login', { email: account.email, password: aPassword })
    const { cookie } = browser
    expect(await browser.post('/logout')).toMatchObject({ status: 204, text: '' })
    expect((await browser.post('/refresh', undefined, { cookie: cookie ?? '' })).status).toBe(401)
    expect((await elsewhere.post('/refresh')).status).toBe(200)
  })

  it('responds 204 and clears the cookie for no cookie, an ended one and an unknown one', async () => {
    const { app } = await httpWorld()
    for (const cookie of ['', 'ken_refresh=made-up', 'ken_refresh=a; ken_refresh=b']) {
      const response = await aBrowser(app).post('/logout', undefined, { cookie })
      expect(response.status).toBe(204)
      expect(response.cookie).toMatch(/^ken_refresh=; Max-Age=0/)
    }
  })
})
