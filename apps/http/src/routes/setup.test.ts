import { describe, expect, it } from 'vitest'
import { aBrowser } from '../testing/browser.ts'
import { httpWorld, owner, postJson } from '../testing/http-world.ts'

const json = async (response: Response) => (await response.json()) as Record<string, unknown>

/** Everything of an answer but what is new every time. */
async function trace(response: Response): Promise<string> {
  const requestId = response.headers.get('x-request-id') ?? ''
  const text = `${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`
  return text.replaceAll(requestId, 'ID')
}

describe('POST /setup', () => {
  it('R26 makes the first Owner, who goes on to the second factor that the role requires, without a session', async () => {
    const { app, ports } = await httpWorld({ setUp: false })
    const response = await app.request('/setup', postJson(owner))
    expect(response.status).toBe(201)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await json(response)).toEqual({
      user: { id: expect.any(String), email: owner.email, name: owner.name, role: 'Owner' },
      status: 'mfa_enrolment_required',
      challenge: expect.any(String),
      expires_in: 300,
    })
    expect(response.headers.has('set-cookie')).toBe(false)
    const [entry] = ports.database.tables.audit.values()
    expect(entry).toMatchObject({ action: 'account.set_up', requestId: response.headers.get('x-request-id') })
  })

  it('R30 signs the first Owner in after the enrolment', async () => {
    const { app, ports } = await httpWorld({ setUp: false })
    const browser = aBrowser(app)
    const { challenge } = (await browser.post('/setup', owner)).json
    const { secret } = (await browser.post('/login/mfa/enrol', { challenge })).json
    const code = ports.oneTimeCodes.codeAt(secret, ports.clock.now())
    expect((await browser.post('/login/mfa/confirm', { challenge, code })).json.status).toBe('signed_in')
    expect((await browser.get('/api/v1/me')).json).toMatchObject({ email: owner.email, role: 'Owner' })
  })

  it('names the Owner after the address when no name is given', async () => {
    const { app } = await httpWorld({ setUp: false })
    const { name: _, ...unnamed } = owner
    expect(await json(await app.request('/setup', postJson(unnamed)))).toMatchObject({ user: { name: 'ada' } })
  })

  it('R49 lets exactly one of twenty at once succeed; the others find nothing there', async () => {
    const { app, ports } = await httpWorld({ setUp: false })
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) =>
        app.request('/setup', postJson({ ...owner, email: `${index}@example.com` })),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([201, ...Array(19).fill(404)])
    expect(ports.database.tables.accounts.size).toBe(1)
  })

  it('R49 is an unknown address once set up, to the byte, for every method and body', async () => {
    const { app } = await httpWorld()
    const inits: RequestInit[] = [
      postJson(owner),
      postJson('{'),
      postJson({ email: 'x' }),
      { method: 'POST' },
      postJson(owner, undefined, { 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' }),
      { method: 'GET' },
      { method: 'GET', headers: { accept: 'text/html' } },
      { method: 'HEAD', headers: { accept: 'text/html' } },
      postJson(owner, undefined, { accept: 'text/html' }),
      { method: 'HEAD' },
      { method: 'PUT' },
      { method: 'DELETE' },
      { method: 'OPTIONS' },
    ]
    for (const init of inits) {
      const unknown = await trace(await app.request('/unknown', init))
      expect(unknown).toMatch(/^404 /)
      expect(await trace(await app.request('/setup', init))).toBe(unknown)
    }
  })

  it('tells why a password is not accepted', async () => {
    const { app } = await httpWorld({ setUp: false })
    const response = await app.request('/setup', postJson({ ...owner, password: 'aaaa' }))
    expect(response.status).toBe(422)
    expect(await json(response)).toMatchObject({
      code: 'PASSWORD_REJECTED',
      reasons: ['too_short', 'too_weak'],
      errors: [{ pointer: '#/password' }, { pointer: '#/password' }],
    })
  })

  it.each([
    ['an address that is none', { ...owner, email: 'ada' }, '#/email'],
    ['a list of addresses', { ...owner, email: [owner.email] }, '#/email'],
    ['a name of blanks', { ...owner, name: ' ' }, '#/name'],
    ['a missing password', { email: owner.email }, '#/password'],
    ['a role', { ...owner, role: 'Owner' }, '#/role'],
  ])('refuses %s', async (_what, body, pointer) => {
    const { app, ports } = await httpWorld({ setUp: false })
    const response = await app.request('/setup', postJson(body))
    expect(response.status).toBe(400)
    expect(await json(response)).toMatchObject({ code: 'INVALID_REQUEST', errors: [{ pointer }] })
    expect(ports.database.tables.accounts.size).toBe(0)
  })
})

describe('R44 who may send /setup', () => {
  const own = 'http://ken.example.com'
  it.each([
    [201, {}],
    [201, { origin: own }],
    [201, { 'sec-fetch-site': 'same-origin' }],
    [201, { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:8080' }],
    [201, { 'sec-fetch-site': 'none' }],
    [403, { 'sec-fetch-site': 'cross-site' }],
    [403, { 'sec-fetch-site': 'same-site' }],
    [403, { 'sec-fetch-site': 'cross-site', origin: own }],
    [403, { 'sec-fetch-site': '' }],
    [403, { 'sec-fetch-site': 'same-origin, none' }],
    [403, { origin: 'null' }],
    [403, { origin: 'http://evil.example.com' }],
    [403, { origin: `${own}.evil.example.com` }],
    [403, { origin: 'https://ken.example.com' }],
    [403, { origin: `${own}:8080` }],
    [403, { origin: '' }],
    [415, { 'content-type': 'text/plain' }],
    [415, { 'content-type': 'application/x-www-form-urlencoded' }],
    [415, { 'content-type': '' }],
  ])('%i for %j', async (status, headers) => {
    const { app, ports } = await httpWorld({ setUp: false })
    const response = await app.request('/setup', postJson(owner, undefined, headers))
    expect(response.status).toBe(status)
    expect(ports.database.tables.accounts.size).toBe(status === 201 ? 1 : 0)
    const { code } = await json(response)
    expect(code).toBe({ 201: undefined, 403: 'FORBIDDEN', 415: 'UNSUPPORTED_MEDIA_TYPE' }[status])
  })

  it('415 for a body without a type', async () => {
    const { app } = await httpWorld({ setUp: false })
    const body = new Blob([JSON.stringify(owner)])
    expect((await app.request('/setup', { method: 'POST', body })).status).toBe(415)
  })
})
