import { ok, Unavailable } from '@ken/core'
import { aPassword, aPasswordHash, aPersonIn, anEnrolledPersonIn } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { aBrowser, traceOf, type ReadResponse } from '../../testing/browser.ts'
import { httpWorld, postJson, type HttpWorldOptions } from '../../testing/http-world.ts'

const newPassword = 'lantern quartz meadow'

async function world(options: HttpWorldOptions = {}) {
  const { app, ports } = await httpWorld(options)
  const browser = aBrowser(app)
  const login = (email: string, password: string = aPassword) =>
    browser.post('/login', { email, password })
  return { app, ports, browser, login }
}

/** Nothing that could be used as a session. */
const isEmptyHanded = ({ cookie, json }: ReadResponse): boolean =>
  cookie === null && json.access_token === undefined

const refused = { status: 401, json: { code: 'UNAUTHENTICATED' } }

describe('POST /login', () => {
  it('signs in a person without further steps: token, cookie and user', async () => {
    const { ports, browser, login } = await world()
    const { account } = await aPersonIn(ports, {
      email: 'grace@example.com',
      passwordHash: aPasswordHash,
    })
    const response = await login(' Grace@Example.com ')
    expect(response.status).toBe(200)
    expect(response.json).toEqual({
      status: 'signed_in',
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
      user: { id: account.id, email: 'grace@example.com', name: account.name, role: 'Member' },
    })
    expect(response.cookie).toMatch(/^ken_refresh=/)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect([...ports.database.tables.sessions.values()]).toMatchObject([
      { device: 'Firefox on Linux', userId: account.id },
    ])
    expect((await browser.get('/api/v1/me')).status).toBe(200)
  })

  it('R20 refuses unknown, wrong, too long, deactivated, without password, expired and throttled with the same response', async () => {
    const { ports, login } = await world()
    const person = async (overrides: Parameters<typeof aPersonIn>[1]) =>
      (await aPersonIn(ports, { passwordHash: aPasswordHash, ...overrides })).account.email
    const throttled = await person({})
    for (let tries = 0; tries < 10; tries += 1) await login(throttled, 'wrong')
    const past = new Date(ports.clock.now().getTime() - 1)
    const responses = [
      await login('unknown@example.com'),
      await login('no address'),
      await login(await person({}), 'wrong'),
      await login(await person({}), 'x'.repeat(5_000)),
      await login(await person({ status: 'deactivated' })),
      await login(await person({ passwordHash: null })),
      await login(await person({ mustChangePassword: true, temporaryPasswordExpiresAt: past })),
      await login(throttled),
    ]
    expect(new Set(responses.map(traceOf)).size).toBe(1)
    expect(responses[0]).toMatchObject(refused)
    expect(responses[0]?.headers.get('www-authenticate')).toBe('Bearer realm="ken"')
  })

  it('R21 responds 503 when the password cannot be verified, and counts no attempt', async () => {
    const away = {
      hash: async () => '',
      isOutdated: () => false,
      verify: () => Promise.reject(new Unavailable('hasher', 'Busy.')),
    }
    const { ports, login } = await world({ ports: { passwordHasher: away } })
    const { account } = await aPersonIn(ports, { passwordHash: aPasswordHash })
    const response = await login(account.email)
    expect(response).toMatchObject({ status: 503, json: { code: 'UNAVAILABLE' } })
    expect(response.headers.get('retry-after')).toBe('2')
    expect(
      [...ports.database.tables.attempts.values()].filter(({ failures }) => failures > 0),
    ).toEqual([])
  })

  it.each([
    {
      name: 'R22 a list of addresses',
      body: { email: ['a@example.com'], password: 'x' },
      pointer: '#/email',
    },
    {
      name: 'a password that is none',
      body: { email: 'a@example.com', password: 1 },
      pointer: '#/password',
    },
    {
      name: 'a choice that is none',
      body: { email: 'a@example.com', password: 'x', remember_me: 'yes' },
      pointer: '#/remember_me',
    },
    {
      name: 'R1 a role',
      body: { email: 'a@example.com', password: 'x', role: 'Owner' },
      pointer: '#/role',
    },
  ])('refuses $name', async ({ body, pointer }) => {
    const { browser } = await world()
    expect(await browser.post('/login', body)).toMatchObject({
      status: 400,
      json: { errors: [{ pointer }] },
    })
  })

  it('R22 refuses a body with two email addresses', async () => {
    const { app } = await world()
    const twice = '{"email":"a@example.com","email":"b@example.com","password":"x"}'
    expect((await app.request('/login', postJson(twice))).status).toBe(400)
  })
})

describe('POST /login/mfa', () => {
  it('R26 gives token, cookie and session only after the code', async () => {
    const { ports, browser, login } = await world()
    const { account, code } = await anEnrolledPersonIn(ports, { role: 'Admin' })
    const first = await login(account.email)
    expect(first.json).toEqual({
      status: 'mfa_required',
      challenge: expect.any(String),
      expires_in: 300,
    })
    expect(isEmptyHanded(first)).toBe(true)
    expect(ports.database.tables.sessions.size).toBe(0)

    const second = await browser.post('/login/mfa', {
      challenge: first.json.challenge,
      code: code(),
    })
    expect(second).toMatchObject({
      status: 200,
      json: { status: 'signed_in', user: { id: account.id } },
    })
    expect(second.cookie).not.toBeNull()
  })

  it('R28 accepts a recovery code instead of a code, once', async () => {
    const { ports, browser, login } = await world()
    const { account, recoveryCodes } = await anEnrolledPersonIn(ports)
    const use = async () => {
      const { json } = await login(account.email)
      return browser.post('/login/mfa', {
        challenge: json.challenge,
        recovery_code: recoveryCodes[0],
      })
    }
    expect((await use()).json.status).toBe('signed_in')
    expect(await use()).toMatchObject(refused)
  })

  it('R26 R27 refuses a wrong code, a used code, a used challenge, a foreign one and an expired one with the same response', async () => {
    const { ports, browser, login } = await world()
    const { account, code } = await anEnrolledPersonIn(ports)
    const other = await anEnrolledPersonIn(ports)
    const challengeOf = async (email: string) => (await login(email)).json.challenge
    const prove = (challenge: string, proof: string) =>
      browser.post('/login/mfa', { challenge, code: proof })

    const used = await challengeOf(account.email)
    expect((await prove(used, code())).status).toBe(200)
    const responses = [
      await prove(used, code()),
      await prove(await challengeOf(account.email), code()),
      await prove(await challengeOf(account.email), '000000'),
      await prove(await challengeOf(other.account.email), code()),
      await prove('', code()),
    ]
    const late = await challengeOf(other.account.email)
    ports.clock.advance(300_000)
    responses.push(await prove(late, other.code()))
    expect(new Set(responses.map(traceOf)).size).toBe(1)
    expect(responses[0]).toMatchObject(refused)
    expect(responses.every(isEmptyHanded)).toBe(true)
  })

  it.each([
    { name: 'no proof', proof: {} },
    { name: 'two codes', proof: { code: '000000', recovery_code: 'CODEX-00001' } },
  ])('refuses $name and says what a body has', async ({ proof }) => {
    const { browser } = await world()
    const response = await browser.post('/login/mfa', { challenge: 'token-1', ...proof })
    expect(response.status).toBe(400)
    expect(response.json).toMatchObject({
      errors: [{ pointer: '#/code', detail: expect.stringContaining('`recovery_code`') }],
    })
  })
})

describe('POST /login/password', () => {
  it('R31 continues with the remaining steps: a temporary password neither signs in nor skips the second factor', async () => {
    const { ports, browser, login } = await world()
    const { account, code } = await anEnrolledPersonIn(ports, { mustChangePassword: true })
    const first = await login(account.email)
    expect(first.json.status).toBe('mfa_required')
    const second = await browser.post('/login/mfa', {
      challenge: first.json.challenge,
      code: code(),
    })
    expect(second.json.status).toBe('password_change_required')
    const third = await browser.post('/login/password', {
      challenge: second.json.challenge,
      new_password: newPassword,
    })
    expect(third.json.status).toBe('signed_in')
    expect([first, second, third].map(isEmptyHanded)).toEqual([true, true, false])
    expect(await login(account.email)).toMatchObject(refused)
  })

  it('says why a password is refused, and accepts another with the same challenge', async () => {
    const { ports, browser, login } = await world()
    const { account } = await aPersonIn(ports, {
      passwordHash: aPasswordHash,
      mustChangePassword: true,
    })
    const { challenge } = (await login(account.email)).json
    const set = (new_password: string) =>
      browser.post('/login/password', { challenge, new_password })
    const rejected = await set('aaaa')
    expect(rejected).toMatchObject({
      status: 422,
      json: { code: 'PASSWORD_REJECTED', reasons: ['too_short', 'too_weak'] },
    })
    expect(rejected.json).toMatchObject({
      errors: [{ pointer: '#/new_password' }, { pointer: '#/new_password' }],
    })
    expect((await set(aPassword)).json).toMatchObject({ reasons: ['same_as_current'] })
    expect((await set(newPassword)).json.status).toBe('signed_in')
  })

  it('R31 refuses a missing, empty or unknown challenge, and one of another step', async () => {
    const { ports, browser, login } = await world()
    const { account } = await anEnrolledPersonIn(ports, { mustChangePassword: true })
    const ofAnotherStage = (await login(account.email)).json.challenge
    for (const challenge of ['', 'token-999', ofAnotherStage]) {
      expect(
        await browser.post('/login/password', { challenge, new_password: newPassword }),
      ).toMatchObject(refused)
    }
    expect((await browser.post('/login/password', { new_password: newPassword })).status).toBe(400)
    expect(ports.database.tables.accounts.get(account.id)?.passwordHash).toBe(aPasswordHash)
  })
})

describe('POST /login/mfa/enrol and /login/mfa/confirm', () => {
  it('R30 enrol a second factor with recovery codes if required, and only then give a session', async () => {
    const { ports, browser, login } = await world()
    const { account } = await aPersonIn(ports, { role: 'Owner', passwordHash: aPasswordHash })
    const first = await login(account.email)
    expect(first.json.status).toBe('mfa_enrolment_required')
    const { challenge } = first.json
    const enrolling = await browser.post('/login/mfa/enrol', { challenge })
    expect(enrolling.json).toEqual({
      secret: expect.any(String),
      otpauth_uri: expect.stringMatching(/^otpauth:/),
    })
    expect([first, enrolling].every(isEmptyHanded)).toBe(true)

    expect(await browser.post('/login/mfa/confirm', { challenge, code: '000000' })).toMatchObject(
      refused,
    )
    const code = ports.oneTimeCodes.codeAt(enrolling.json.secret, ports.clock.now())
    const confirmed = await browser.post('/login/mfa/confirm', { challenge, code })
    expect(confirmed).toMatchObject({
      status: 200,
      json: { status: 'signed_in', user: { id: account.id, role: 'Owner' } },
    })
    expect(confirmed.json.recovery_codes).toHaveLength(10)
    expect(isEmptyHanded(confirmed)).toBe(false)
    expect((await login(account.email)).json.status).toBe('mfa_required')
  })

  it('refuse an unknown challenge and one of another step', async () => {
    const { ports, browser, login } = await world()
    const { account, code } = await anEnrolledPersonIn(ports, { role: 'Owner' })
    for (const challenge of ['', 'token-999', (await login(account.email)).json.challenge]) {
      expect(await browser.post('/login/mfa/enrol', { challenge })).toMatchObject(refused)
      expect(await browser.post('/login/mfa/confirm', { challenge, code: code() })).toMatchObject(
        refused,
      )
    }
  })
})

/** The sign-in options. */
const options = async (given: HttpWorldOptions) => {
  const { browser } = await world(given)
  return (await browser.get('/api/v1/auth/options')).json
}

describe('GET /api/v1/auth/options', () => {
  it('shows without credentials whether setup is needed and the sign-in options', async () => {
    expect(await options({ setUp: false })).toMatchObject({
      setup_needed: true,
      organisation_name: null,
      providers: ['local'],
    })
    expect(await options({ setUp: true })).toMatchObject({
      setup_needed: false,
      organisation_name: null,
      providers: ['local'],
    })
  })

  it('offers a password reset by email only with a mail server', async () => {
    expect(await options({})).toMatchObject({ forgot_password: true })
    expect(await options({ ports: { mailer: null } })).toMatchObject({ forgot_password: false })
  })
})

describe('settings of the organisation', () => {
  it('R30 require enrolment only for the listed roles', async () => {
    const { ports, login } = await world()
    await ports.transact(async ({ settings }) =>
      ok(await settings.update({ mfaRequiredRoles: ['Member'] })),
    )
    const statusOf = async (role: 'Owner' | 'Member') => {
      const { account } = await aPersonIn(ports, { role, passwordHash: aPasswordHash })
      return (await login(account.email)).json.status
    }
    expect([await statusOf('Owner'), await statusOf('Member')]).toEqual([
      'signed_in',
      'mfa_enrolment_required',
    ])
  })
})
