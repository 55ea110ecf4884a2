import { importDocuments, operator, type AccountId } from '@ken/core'
import { aDocument, aPassword } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { consoleDocument } from '../openapi.ts'
import { enrolledIn, read, signedIn, traceOf } from '../testing/browser.ts'
import { httpWorld, postJson, type HttpWorld } from '../testing/http-world.ts'
import { operationsOf } from '../testing/operations.ts'

const me = '/api/v1/me'
const search = '/public/v1/search'

/** What only a signed-in person may do. */
const operations = operationsOf(consoleDocument()).filter(({ credentials }) =>
  credentials.includes('accessToken'),
)

const bearer = async ({ app }: HttpWorld, path: string, credential: string) =>
  read(
    await app.request(
      path,
      path === search ? postJson({ query: 'printer' }, credential) : authorized(credential),
    ),
  )
const authorized = (credential: string): RequestInit => ({
  headers: { authorization: `Bearer ${credential}` },
})

describe('R4 access tokens', () => {
  it('are refused in every other form, with the same response', async () => {
    const world = await httpWorld()
    const { browser } = await signedIn(world)
    const token = browser.token ?? ''
    const credentials: readonly {
      readonly what: string
      readonly headers: { readonly [name: string]: string }
      readonly path?: string
    }[] = [
      { what: 'none', headers: {} },
      { what: 'another scheme', headers: { authorization: `Basic ${token}` } },
      { what: 'no scheme', headers: { authorization: token } },
      { what: 'no token', headers: { authorization: 'Bearer ' } },
      { what: 'two blanks', headers: { authorization: `Bearer  ${token}` } },
      { what: 'trailing bytes', headers: { authorization: `Bearer ${token}x` } },
      { what: 'a second word', headers: { authorization: `Bearer ${token} ${token}` } },
      { what: 'an altered token', headers: { authorization: `Bearer ${token.slice(0, -2)}` } },
      { what: 'two in one header', headers: { authorization: `Bearer ${token}, Bearer ${token}` } },
      { what: 'another header', headers: { 'x-access-token': token } },
      {
        what: 'a cookie',
        headers: {
          cookie: `access_token=${token}; __Host-ken_refresh=${token}; ken_refresh=${token}`,
        },
      },
      { what: 'the query string', headers: {}, path: `${me}?access_token=${token}` },
      { what: 'a very long one', headers: { authorization: `Bearer ${'k'.repeat(8_000)}` } },
    ]
    const responses = await Promise.all(
      credentials.map(async ({ headers, path = me }) =>
        traceOf(await read(await world.app.request(path, { headers }))),
      ),
    )
    expect(new Set(responses).size).toBe(1)
    expect(responses[0]).toMatch(/^401 /)
    expect(responses[0]).toContain('["www-authenticate","Bearer realm=\\"ken\\""]')
    expect((await bearer(world, me, token)).status).toBe(200)
  })

  it('get TOKEN_EXPIRED only if a refresh helps', async () => {
    const world = await httpWorld()
    const { browser } = await signedIn(world)
    world.ports.clock.advance(900_000)
    for (const path of [me, search]) {
      const expired = await bearer(world, path, browser.token ?? '')
      expect(expired).toMatchObject({ status: 401, json: { code: 'TOKEN_EXPIRED' } })
      expect(expired.headers.get('www-authenticate')).toBe(
        'Bearer realm="ken", error="invalid_token"',
      )
    }
    await browser.post('/refresh')
    expect((await browser.get(me)).status).toBe(200)
  })

  it('act only for their owner', async () => {
    const { browser } = await signedIn(await httpWorld())
    const response = await browser.post(search, { query: 'a' }, { 'Ken-On-Behalf-Of': 'U123' })
    expect(response).toMatchObject({ status: 400, json: { code: 'ON_BEHALF_OF_NOT_ALLOWED' } })
  })
})

describe('search', () => {
  it('R152 accepts an access token instead of a key, with the same results and the same rate limit of the person', async () => {
    const world = await httpWorld()
    const { browser } = await signedIn(world)
    const byToken = await bearer(world, search, browser.token ?? '')
    const byKey = await bearer(world, search, world.key)
    expect(byToken.status).toBe(200)
    expect(byToken.json).toEqual(byKey.json)
    const states = [byToken, byKey].map(({ headers }) =>
      headers.get('ratelimit')?.replaceAll(/t=\d+/g, 't'),
    )
    expect(states).toEqual(['"person";r=599;t', '"key";r=59;t, "person";r=599;t'])
  })

  it('R152 refuses a person beyond the rate limit, by key and by access token, and says when to try again', async () => {
    const world = await httpWorld()
    const { browser } = await signedIn(world)
    const byToken = () => bearer(world, search, browser.token ?? '')
    for (let call = 0; call < 600; call += 1) expect((await byToken()).status).toBe(200)
    const refused = await byToken()
    expect(refused).toMatchObject({ status: 429, json: { code: 'RATE_LIMITED' } })
    expect(refused.headers.get('ratelimit-policy')).toBe('"person";q=600;w=60')
    expect(refused.headers.get('ratelimit')).toMatch(/^"person";r=0;t=\d+$/)
    expect((await browser.get(me)).status).toBe(200)
    world.ports.clock.advance(Number(refused.headers.get('retry-after')) * 1_000)
    expect((await byToken()).status).toBe(200)
  })

  it('R152 counts a call on behalf of another person, which it refuses', async () => {
    const world = await httpWorld()
    const { browser } = await signedIn(world)
    const onBehalf = () => browser.post(search, { query: 'a' }, { 'Ken-On-Behalf-Of': 'U123' })
    const first = await onBehalf()
    expect([first.status, first.headers.get('ratelimit')]).toEqual([400, '"person";r=599;t=60'])
    for (let call = 1; call < 600; call += 1) await onBehalf()
    expect((await onBehalf()).status).toBe(429)
  })
})

/** Changes the account while the person is signed in. */
const update = ({ ports }: HttpWorld, id: AccountId, change: object) => {
  const { accounts } = ports.database.tables
  accounts.set(id, { ...accounts.get(id)!, ...change })
}

/** Changes the account of a signed-in person, then calls every guarded operation; returns the code of each response. */
const crawl = async (change: object) => {
  const world = await httpWorld()
  const { account, browser } = await signedIn(world)
  update(world, account.id, change)
  const responses = operations.map(async ({ name, method, path, example }) => {
    const init = {
      ...postJson(example ?? '', browser.token ?? ''),
      ...(example === undefined && { body: null }),
      method,
    }
    return [name, (await read(await world.app.request(path, init))).json.code] as const
  })
  return { world, browser, codes: new Map(await Promise.all(responses)) }
}

describe('the current state of the account', () => {
  it('R48 stops a deactivated person at once, even with a valid token', async () => {
    const { world, browser, codes } = await crawl({ status: 'deactivated' })
    expect([...codes.values()]).toEqual(Array(operations.length).fill('FORBIDDEN'))
    expect((await bearer(world, search, browser.token ?? '')).status).toBe(403)
  })

  it('R48 R6 gives a demoted person the permissions of the new role at once', async () => {
    const world = await httpWorld()
    const { account, browser } = await enrolledIn(world, { role: 'Owner' })
    await importDocuments(world.ports, {
      actor: operator,
      documents: [aDocument({ title: 'For Owners', body: 'xylophone', allowed: ['role:Owner'] })],
    })
    const found = async () => (await browser.post(search, { query: 'xylophone' })).json
    expect(await found()).toMatchObject({ results: [{ title: 'For Owners' }] })
    update(world, account.id, { role: 'Member' })
    expect(await found()).toMatchObject({ results: [] })
    expect((await browser.get(me)).json).toMatchObject({ role: 'Member' })
  })

  it('R19 allows a person with a temporary password only to replace it, refresh and sign out', async () => {
    const { world, browser, codes } = await crawl({ mustChangePassword: true })
    const stopped = [...codes]
      .filter(([, code]) => code === 'PASSWORD_CHANGE_REQUIRED')
      .map(([name]) => name)
    expect([...codes.keys()].filter((name) => !stopped.includes(name))).toEqual([
      'POST /api/v1/auth/password/change',
    ])
    expect((await bearer(world, search, browser.token ?? '')).status).toBe(403)
    expect((await browser.post('/refresh')).status).toBe(200)

    const change = { current_password: aPassword, new_password: 'lantern quartz meadow' }
    expect((await browser.post('/api/v1/auth/password/change', change)).status).toBe(204)
    expect((await browser.get(me)).status).toBe(200)
    expect((await browser.post('/logout')).status).toBe(204)
  })

  it('R30 allows a promoted person without a second factor only to enrol, refresh and sign out', async () => {
    const { world, browser, codes } = await crawl({ role: 'Admin' })
    const stopped = [...codes]
      .filter(([, code]) => code === 'MFA_ENROLMENT_REQUIRED')
      .map(([name]) => name)
    const open = [...codes.keys()].filter((name) => !stopped.includes(name))
    expect(open).toEqual(['POST /api/v1/me/mfa/enrol', 'POST /api/v1/me/mfa/confirm'])
    expect((await bearer(world, search, browser.token ?? '')).status).toBe(403)
    expect((await browser.post('/refresh')).status).toBe(200)

    const { secret } = (await browser.post('/api/v1/me/mfa/enrol')).json
    const code = world.ports.oneTimeCodes.codeAt(secret, world.ports.clock.now())
    expect((await browser.post('/api/v1/me/mfa/confirm', { code })).status).toBe(200)
    expect((await browser.get(me)).json).toMatchObject({
      role: 'Admin',
      mfa: { enabled: true, required: true },
    })
    expect((await browser.post('/logout')).status).toBe(204)
  })
})
