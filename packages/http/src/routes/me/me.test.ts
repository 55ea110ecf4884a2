import { aPassword } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { aBrowser, enrolledIn, signedIn } from '../../testing/browser.ts'
import { httpWorld } from '../../testing/http-world.ts'

const newPassword = 'lantern quartz meadow'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'

describe('GET /api/v1/me', () => {
  it('shows the account, and whether two-factor authentication is enabled and required', async () => {
    const world = await httpWorld()
    const { account, browser } = await signedIn(world)
    const { id, email, name } = account
    const shown = await browser.get('/api/v1/me')
    expect(shown.json).toEqual({
      id,
      email,
      name,
      role: 'Member',
      created_at: account.createdAt.toISOString(),
      groups: [],
      mfa: { enabled: false, enabled_at: null, recovery_codes_left: 0, required: false },
      may: [],
      features: { mail: true, answers: false, mcp_url: 'http://ken.example.com/mcp' },
    })
    const admin = await enrolledIn(world, { role: 'Admin' })
    expect((await admin.browser.get('/api/v1/me')).json).toMatchObject({
      role: 'Admin',
      mfa: {
        enabled: true,
        enabled_at: expect.any(String),
        recovery_codes_left: 2,
        required: true,
      },
      may: expect.arrayContaining(['people.read', 'invite.Member', 'settings.read']),
    })
  })
})

describe('PUT /api/v1/me/name', () => {
  it('changes the name, and refuses an empty one at its field', async () => {
    const { browser } = await signedIn(await httpWorld())
    const path = '/api/v1/me/name'
    const json = { name: 'Grace Hopper' }
    expect(await browser.put(path, { name: ' Grace  Hopper ' })).toMatchObject({ json })
    expect(await browser.get('/api/v1/me')).toMatchObject({ json })
    expect(await browser.put(path, { name: ' ' })).toMatchObject({
      status: 400,
      json: { errors: [{ pointer: '#/name' }] },
    })
  })
})

const change = (current_password: string, new_password: string) => ({
  current_password,
  new_password,
})

describe('POST /api/v1/auth/password/change', () => {
  const path = '/api/v1/auth/password/change'

  it('R18 changes the password, keeps the current session and ends all others', async () => {
    const world = await httpWorld()
    const { account, browser } = await signedIn(world)
    const elsewhere = aBrowser(world.app)
    await elsewhere.post('/login', { email: account.email, password: aPassword })
    expect(await browser.post(path, change(aPassword, newPassword))).toMatchObject({
      status: 204,
      text: '',
    })
    expect((await browser.post('/refresh')).status).toBe(200)
    expect((await elsewhere.post('/refresh')).status).toBe(401)
    expect(
      (await elsewhere.post('/login', { email: account.email, password: newPassword })).json.status,
    ).toBe('signed_in')
  })

  it('refuses a wrong current password, and a weak new one with the reasons', async () => {
    const { browser } = await signedIn(await httpWorld())
    const wrong = await browser.post(path, change('wrong', newPassword))
    expect(wrong).toMatchObject({ status: 403, json: { code: 'CURRENT_PASSWORD_WRONG' } })
    const rejected = await browser.post(path, change(aPassword, 'aaaa'))
    expect(rejected).toMatchObject({
      status: 422,
      json: { code: 'PASSWORD_REJECTED', reasons: ['too_short', 'too_weak'] },
    })
    expect(rejected.json).toMatchObject({
      errors: [{ pointer: '#/new_password' }, { pointer: '#/new_password' }],
    })
    const same = await browser.post(path, change(aPassword, aPassword))
    expect(same).toMatchObject({ status: 422, json: { reasons: ['same_as_current'] } })
  })

  it('R24 R25 limits attempts over all paths together and says how long to wait; the session continues', async () => {
    const world = await httpWorld()
    const { account, browser } = await signedIn(world)
    for (let tries = 0; tries < 10; tries += 1)
      await browser.post(path, change('wrong', newPassword))
    const throttled = await browser.post(path, change(aPassword, newPassword))
    expect(throttled).toMatchObject({ status: 429, json: { code: 'RATE_LIMITED' } })
    const seconds = Number(throttled.headers.get('retry-after'))
    expect(throttled.json).toMatchObject({ detail: expect.stringContaining(`${seconds} s`) })
    const login = await aBrowser(world.app).post('/login', {
      email: account.email,
      password: aPassword,
    })
    expect(login.status).toBe(401)
    expect((await browser.get('/api/v1/me')).status).toBe(200)
    world.ports.clock.advance(seconds * 1_000)
    expect((await browser.post('/refresh')).status).toBe(200)
    expect((await browser.post(path, change(aPassword, newPassword))).status).toBe(204)
  })
})

describe("the caller's second factor", () => {
  const mfa = '/api/v1/me/mfa'

  it('is enrolled, enabled with its first code, and disabled with a new one', async () => {
    const { ports, app } = await httpWorld()
    const { browser } = await signedIn({ app, ports })
    const code = (secret: string) => ports.oneTimeCodes.codeAt(secret, ports.clock.now())
    const enrolling = await browser.post(`${mfa}/enrol`)
    expect(enrolling.json).toEqual({
      secret: expect.any(String),
      otpauth_uri: expect.stringMatching(/^otpauth:/),
    })
    const { secret } = enrolling.json
    const refused = await browser.post(`${mfa}/confirm`, { code: '000000' })
    expect(refused).toMatchObject({ status: 403, json: { code: 'MFA_CODE_REFUSED' } })
    const confirmed = await browser.post(`${mfa}/confirm`, { code: code(secret) })
    expect(confirmed).toMatchObject({ status: 200, json: { recovery_codes: expect.any(Array) } })
    expect(confirmed.json.recovery_codes).toHaveLength(10)

    expect(await browser.post(`${mfa}/disable`, { code: code(secret) })).toMatchObject({
      status: 403,
    })
    ports.clock.advance(30_000)
    expect(await browser.post(`${mfa}/disable`, { code: code(secret) })).toMatchObject({
      status: 204,
      text: '',
    })
    expect((await browser.get('/api/v1/me')).json).toMatchObject({ mfa: { enabled: false } })
  })

  it('responds with a conflict if there is none to verify, or one already', async () => {
    const world = await httpWorld()
    const conflict = { status: 409, json: { code: 'CONFLICT' } }
    const { browser } = await signedIn(world)
    for (const path of ['confirm', 'disable', 'recovery-codes']) {
      expect(await browser.post(`${mfa}/${path}`, { code: '000000' })).toMatchObject(conflict)
    }
    const enrolled = await enrolledIn(world)
    expect(await enrolled.browser.post(`${mfa}/enrol`)).toMatchObject(conflict)
  })

  it('R28 renews the recovery codes for an old one, and revokes the old set', async () => {
    const { browser, recoveryCodes } = await enrolledIn(await httpWorld())
    const renew = (recovery_code: string | undefined) =>
      browser.post(`${mfa}/recovery-codes`, { recovery_code })
    const renewed = await renew(recoveryCodes[0])
    expect(renewed.status).toBe(200)
    expect(renewed.json.recovery_codes).toHaveLength(10)
    for (const old of recoveryCodes)
      expect(await renew(old)).toMatchObject({ status: 403, json: { code: 'MFA_CODE_REFUSED' } })
  })

  it('R30 cannot be disabled if the role requires it', async () => {
    const { browser, recoveryCodes } = await enrolledIn(await httpWorld(), { role: 'Owner' })
    const refused = await browser.post(`${mfa}/disable`, { recovery_code: recoveryCodes[0] })
    expect(refused).toMatchObject({ status: 403, json: { code: 'FORBIDDEN' } })
    expect((await browser.get('/api/v1/me')).json).toMatchObject({ mfa: { enabled: true } })
  })

  it('R24 limits attempts with codes like those with passwords', async () => {
    const { browser } = await enrolledIn(await httpWorld())
    for (let tries = 0; tries < 10; tries += 1)
      await browser.post(`${mfa}/disable`, { code: '000000' })
    const throttled = await browser.post(`${mfa}/recovery-codes`, { code: '000000' })
    expect(throttled).toMatchObject({ status: 429, json: { code: 'RATE_LIMITED' } })
    expect(throttled.headers.has('retry-after')).toBe(true)
  })

  it('requires exactly one proof', async () => {
    const { browser } = await enrolledIn(await httpWorld())
    for (const body of [{}, { code: '000000', recovery_code: 'x' }]) {
      for (const path of ['disable', 'recovery-codes']) {
        expect(await browser.post(`${mfa}/${path}`, body)).toMatchObject({
          status: 400,
          json: { errors: [{ pointer: '#/code' }] },
        })
      }
    }
  })
})

/** A session as it is listed that has not been refreshed since. */
const view = (device: string, at: Date, current: boolean) => ({
  id: expect.any(String),
  device,
  address: null,
  created_at: at.toISOString(),
  last_active_at: at.toISOString(),
  current,
})

describe('the sessions of the caller', () => {
  const sessions = '/api/v1/me/sessions'

  /** A person who is signed in here and on a phone, and another person. */
  async function world() {
    const { app, ken, ports } = await httpWorld()
    const { account, browser } = await signedIn({ app, ports })
    ports.clock.advance(60_000)
    const telephone = aBrowser(app, safari)
    await telephone.post('/login', { email: account.email, password: aPassword })
    const stranger = await signedIn({ app, ports })
    const idOf = async (of: typeof browser) =>
      (await of.get(sessions)).json.data.find(({ current }) => current)?.id ?? ''
    return { ken, ports, browser, telephone, stranger: stranger.browser, idOf }
  }

  it('R47 are listed with device, address and times, latest activity first, without credentials', async () => {
    const { ports, browser, telephone } = await world()
    const { json } = await browser.get(sessions)
    const now = ports.clock.now()
    const earlier = new Date(now.getTime() - 60_000)
    expect(json).toEqual({
      data: [view('Safari on iOS', now, false), view('Firefox on Linux', earlier, true)],
      next_cursor: null,
    })
    expect((await telephone.get(sessions)).json.data.map(({ current }) => current)).toEqual([
      true,
      false,
    ])
  })

  it('R47 are listed page by page, and refuse a cursor of another list', async () => {
    const { browser } = await world()
    const first = await browser.get(`${sessions}?limit=1`)
    const rest = await browser.get(`${sessions}?limit=1&cursor=${first.json.next_cursor}`)
    expect([first, rest].map(({ json }) => json.data.map(({ current }) => current))).toEqual([
      [false],
      [true],
    ])
    expect(rest.json.next_cursor).toBeNull()
    for (const cursor of [
      'x',
      btoa('["listSessions","0197c1a2-7b1e-7cc3-9a51-0d2f6f6f0b11"]'),
      btoa('["listSessions",{"lastActiveAt":"now","id":"x"}]'),
    ]) {
      expect(await browser.get(`${sessions}?cursor=${cursor}`)).toMatchObject({
        status: 400,
        json: { code: 'INVALID_REQUEST' },
      })
    }
  })

  it('R47 end one by one, but not the current one, not one of another person, and none twice', async () => {
    const { browser, telephone, stranger, idOf } = await world()
    const end = (id: string) => browser.delete(`${sessions}/${id}`)
    const current = await idOf(browser)
    expect(await end(current)).toMatchObject({ status: 409, json: { code: 'CONFLICT' } })
    const other = await idOf(telephone)
    const unknown = [await idOf(stranger), '00000000-0000-7000-8000-000000000000']
    for (const id of unknown)
      expect(await end(id)).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } })
    expect((await stranger.post('/refresh')).status).toBe(200)

    expect(await end(other)).toMatchObject({ status: 204, text: '' })
    expect((await telephone.post('/refresh')).status).toBe(401)
    expect((await end(other)).status).toBe(404)
    expect((await browser.post('/refresh')).status).toBe(200)
  })

  it('R75 are not looked up with an invalid or non-canonical id', async () => {
    const { ken, browser, idOf } = await world()
    const current = await idOf(browser)
    Object.assign(ken.ports, { transact: () => Promise.reject(new Error('looked up')) })
    for (const id of ['x', current.toUpperCase(), `${current}0`, `%30${current.slice(1)}`]) {
      expect(await browser.delete(`${sessions}/${id}`)).toMatchObject({
        status: 404,
        json: { code: 'NOT_FOUND' },
      })
    }
  })

  it('end all at once except the current one', async () => {
    const { browser, telephone, stranger } = await world()
    expect(await browser.post(`${sessions}/end-others`)).toMatchObject({
      status: 200,
      text: '{"ended":1}',
      cookie: null,
    })
    expect((await telephone.post('/refresh')).status).toBe(401)
    for (const alive of [browser, stranger]) expect((await alive.post('/refresh')).status).toBe(200)
  })

  it('end on all devices, and the cookie is deleted', async () => {
    const { browser, telephone, stranger } = await world()
    const { cookie } = browser
    expect(await browser.post(`${sessions}/end-all`)).toMatchObject({
      status: 200,
      text: '{"ended":2}',
    })
    expect(browser.cookie).toBeNull()
    expect((await browser.post('/refresh', undefined, { cookie: cookie ?? '' })).status).toBe(401)
    expect((await telephone.post('/refresh')).status).toBe(401)
    expect((await stranger.post('/refresh')).status).toBe(200)
  })

  it('R1 end only for the caller, for any body', async () => {
    const { browser, stranger } = await world()
    expect((await browser.post(`${sessions}/end-all`, { user_id: 'x' })).status).toBe(400)
    expect((await stranger.post('/refresh')).status).toBe(200)
  })
})
