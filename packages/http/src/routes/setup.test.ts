import { describe, expect, it } from 'vitest'
import { aBrowser } from '../testing/browser.ts'
import { httpWorld, owner, postJson } from '../testing/http-world.ts'

const json = async (response: Response) => (await response.json()) as Record<string, unknown>

/** The whole response, without the request id. */
async function trace(response: Response): Promise<string> {
  const requestId = response.headers.get('x-request-id') ?? ''
  const text = `${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`
  return text.replaceAll(requestId, 'ID')
}

describe('POST /setup', () => {
  it('R26 creates the first Owner and continues with required two-factor enrolment, without a session', async () => {
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
    expect(entry).toMatchObject({
      action: 'account.set_up',
      requestId: response.headers.get('x-request-id'),
    })
  })

  it('R30 signs the first Owner in after the enrolment', async () => {
    const { app, ports } = await httpWorld({ setUp: false })
    const browser = aBrowser(app)
    const { challenge } = (await browser.post('/setup', owner)).json
    const { secret } = (await browser.post('/login/mfa/enrol', { challenge })).json
    const code = ports.oneTimeCodes.codeAt(secret, ports.clock.now())
    expect((await browser.post('/login/mfa/confirm', { challenge, code })).json.status).toBe(
      'signed_in',
    )
    expect((await browser.get('/api/v1/me')).json).toMatchObject({
      email: owner.email,
      role: 'Owner',
    })
  })

  it('derives the name of the Owner from the email address by default', async () => {
    const { app } = await httpWorld({ setUp: false })
    const { name: _, ...unnamed } = owner
    expect(await json(await app.request('/setup', postJson(unnamed)))).toMatchObject({
      user: { name: 'ada' },
    })
  })

  it('R49 lets exactly one of twenty concurrent requests succeed; the others get 404', async () => {
    const { app, ports } = await httpWorld({ setUp: false })
    const responses = await Promise.all(
      Array.from({ length: 20 }, async (_, index) =>
        app.request('/setup', postJson({ ...owner, email: `${index}@example.com` })),
      ),
    )
    expect(responses.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
      201,
      ...Array(19).fill(404),
    ])
    expect(ports.database.tables.accounts.size).toBe(1)
  })

  it('R49 responds like an unknown address after the setup, for every method and body', async () => {
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

  it('says why a password is refused', async () => {
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
    { name: 'an address that is none', body: { ...owner, email: 'ada' }, pointer: '#/email' },
    { name: 'a list of addresses', body: { ...owner, email: [owner.email] }, pointer: '#/email' },
    { name: 'a name of blanks', body: { ...owner, name: ' ' }, pointer: '#/name' },
    { name: 'a missing password', body: { email: owner.email }, pointer: '#/password' },
    { name: 'a role', body: { ...owner, role: 'Owner' }, pointer: '#/role' },
  ])('refuses $name', async ({ body, pointer }) => {
    const { app, ports } = await httpWorld({ setUp: false })
    const response = await app.request('/setup', postJson(body))
    expect(response.status).toBe(400)
    expect(await json(response)).toMatchObject({ code: 'INVALID_REQUEST', errors: [{ pointer }] })
    expect(ports.database.tables.accounts.size).toBe(0)
  })
})

describe('R44 the origin of requests to /setup', () => {
  const own = 'http://ken.example.com'
  it.each([
    { status: 201, headers: {} },
    { status: 201, headers: { origin: own } },
    { status: 201, headers: { 'sec-fetch-site': 'same-origin' } },
    { status: 201, headers: { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:8080' } },
    { status: 201, headers: { 'sec-fetch-site': 'none' } },
    { status: 403, headers: { 'sec-fetch-site': 'cross-site' } },
    { status: 403, headers: { 'sec-fetch-site': 'same-site' } },
    { status: 403, headers: { 'sec-fetch-site': 'cross-site', origin: own } },
    { status: 403, headers: { 'sec-fetch-site': '' } },
    { status: 403, headers: { 'sec-fetch-site': 'same-origin, none' } },
    { status: 403, headers: { origin: 'null' } },
    { status: 403, headers: { origin: 'http://evil.example.com' } },
    { status: 403, headers: { origin: `${own}.evil.example.com` } },
    { status: 403, headers: { origin: 'https://ken.example.com' } },
    { status: 403, headers: { origin: `${own}:8080` } },
    { status: 403, headers: { origin: '' } },
    { status: 415, headers: { 'content-type': 'text/plain' } },
    { status: 415, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    { status: 415, headers: { 'content-type': '' } },
  ])('$status for $headers', async ({ status, headers }) => {
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
