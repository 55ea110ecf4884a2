import { hmacAccessTokens, parseKeyRing } from '@ken/crypto'
import { smtpSink, type SmtpSink } from '@ken/testing'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { distributedWorld, ownerEmail, ownerPassword, type World } from '../support/distributed.ts'
import { kenHere, kenJsonHere, startInBackgroundHere, startKenHere } from '../support/ken-here.ts'
import { type Server } from '../support/ken-program.ts'
import { mailSettings, tokenIn } from '../support/mail.ts'
import { aPerson, recovery, type Person } from '../support/recovery.ts'
import { bearer, refresh, sessionOf, type Session } from '../support/session.ts'
import { post } from '../support/surface.ts'

const newPassword = 'eleven shy geese above the tunnel'
const breachedPassword = 'nine loud herons below the bridge'
const started = new AsyncDisposableStack()
let world: World
let server: Server
let owner: Session & { readonly id: string }
let admin: Session & { readonly id: string; readonly email: string }
let member: Person
let sink: SmtpSink
/** What an invitation, an import of some, and a request for a link came to without a mail server. */
let withoutMail: readonly Response[]

beforeAll(async () => {
  sink = started.adopt(await smtpSink(), ({ close }) => close())
  const { env, ...rest } = started.use(await distributedWorld())
  world = { ...rest, env: { ...env, ...mailSettings(sink), KEN_BREACH_URL: await rangeServer() } }
  await world.sql(`update org_settings set mfa_required_roles = '{}'`)
  member = await aPerson(world, 'member')
  const { id, credentials } = await aPerson(world, 'admin')
  await world.sql(`update users set role = 'Admin' where id = $1`, [id])
  const [row] = await world.sql('select id from users where email = $1', [ownerEmail])

  server = await startKenHere(['http'], { ...rest, env })
  admin = { id, email: credentials.email, ...(await sessionOf(server, credentials)) }
  owner = {
    id: String(row?.['id']),
    ...(await sessionOf(server, { email: ownerEmail, password: ownerPassword })),
  }
  withoutMail = [
    await as(owner, 'POST', invitations, { email: 'new@example.com', role: 'Member' }),
    await upload(owner, 'email,role\nnew@example.com,Member\n'),
    await recovery(server).forgot(member.email),
  ]
  await server.stop()
  server = started.use(await startKenHere(['http'], world))
})
afterAll(() => started.disposeAsync())

/** A range API that knows one password. */
async function rangeServer(): Promise<string> {
  const sha1 = createHash('sha1').update(breachedPassword).digest('hex').toUpperCase()
  const body = `${sha1.slice(5)}:17\r\n`
  const response = `HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  const range = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.end(response))
  }).listen(0, '127.0.0.1')
  started.defer(() => void range.close())
  await once(range, 'listening')
  return `http://127.0.0.1:${(range.address() as AddressInfo).port}`
}

const users = '/api/v1/admin/users'
const invitations = '/api/v1/admin/invitations'

function as(
  { token }: Pick<Session, 'token'>,
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  const headers = { ...bearer(token), ...(body && { 'content-type': 'application/json' }) }
  return fetch(server.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
}

const upload = ({ token }: Pick<Session, 'token'>, body: string): Promise<Response> =>
  fetch(`${server.url}${invitations}/import`, {
    method: 'POST',
    headers: { ...bearer(token), 'content-type': 'text/csv' },
    body,
  })

/** An error as everybody sees it, but for the id of the request. */
async function problemOf(
  response: Response,
): Promise<{ readonly status: number; readonly code?: string }> {
  expect(response.headers.get('content-type')).toContain('application/problem+json')
  const { request_id: _, ...problem } = (await response.json()) as {
    request_id: string
    status: number
    code: string
  }
  expect(problem.status).toBe(response.status)
  return problem
}

const forbidden = { status: 403, code: 'FORBIDDEN' }

/** The token of a link for each, from their emails. */
async function mailedTokens(...emails: readonly string[]): Promise<readonly string[]> {
  for (const email of emails) expect((await recovery(server).forgot(email)).status).toBe(202)
  await using worker = await startInBackgroundHere('worker', world)
  const received = await Promise.all(emails.map((email) => sink.nextEmailTo(email)))
  await worker.stop()
  return received.map(tokenIn)
}

/** What becomes of a new password of the member. */
async function changePassword(newOne: string): Promise<Response> {
  const session = await sessionOf(server, member.credentials)
  const body = { current_password: member.credentials.password, new_password: newOne }
  return as(session, 'POST', '/api/v1/auth/password/change', body)
}

describe('the table of errors', () => {
  it('Admin assigns the Owner role in an invitation: 403 FORBIDDEN', async () => {
    const invite = (role: string) =>
      as(admin, 'POST', invitations, { email: 'new@example.com', role })
    expect(await problemOf(await invite('Owner'))).toMatchObject(forbidden)
    expect(await problemOf(await invite('Admin'))).toMatchObject(forbidden)
    const imported = await upload(
      admin,
      'email,role\nfirst@example.com,Member\nsecond@example.com,Owner\n',
    )
    expect(await problemOf(imported)).toMatchObject(forbidden)
    expect(await world.sql('select 1 from invitations')).toEqual([])
    expect((await invite('Member')).status).toBe(201)
  })

  it('invitation created while SMTP is not configured: 409 SMTP_NOT_CONFIGURED', async () => {
    for (const response of withoutMail)
      expect(await problemOf(response)).toMatchObject({ status: 409, code: 'SMTP_NOT_CONFIGURED' })
  })

  it('email change to an address already taken: 409 CONFLICT', async () => {
    const change = (email: string) => as(owner, 'PUT', `${users}/${member.id}/email`, { email })
    for (const email of [ownerEmail, ownerEmail.toUpperCase()])
      expect(await problemOf(await change(email))).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(await world.sql('select email from users where id = $1', [member.id])).toEqual([
      { email: member.email },
    ])
  })

  it('/setup called when a user already exists: 404', async () => {
    const setUp = await post(`${server.url}/setup`, {
      email: 'late@example.com',
      password: newPassword,
    })
    const unknown = await post(`${server.url}/no-such-route`, {})
    expect(await problemOf(setUp)).toEqual(await problemOf(unknown))
    expect([setUp.status, (await fetch(`${server.url}/setup`)).status]).toEqual([404, 404])
  })

  it('expired access token on a protected call: 401 (client refreshes once)', async () => {
    const { token, cookie } = await sessionOf(server, member.credentials)
    const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as {
      sub: string
      jti: string
    }
    const past = { now: () => new Date(Date.now() - 3_600_000) }
    const old = await hmacAccessTokens(parseKeyRing(world.env['KEN_SECRETS']!), past).issue({
      // Brands of the core, which these tests do not know.
      userId: claims.sub as never,
      role: 'Member',
      sessionId: claims.jti.split('.')[0] as never,
    })
    const refused = await as(old, 'GET', '/api/v1/me')
    expect(refused.headers.get('www-authenticate')).toContain('Bearer')
    expect(await problemOf(refused)).toMatchObject({ status: 401, code: 'TOKEN_EXPIRED' })
    expect(await problemOf(await as({ token: 'forged' }, 'GET', '/api/v1/me'))).toMatchObject({
      code: 'UNAUTHENTICATED',
    })
    const { access_token: fresh } = (await (await refresh(server, cookie)).json()) as {
      access_token: string
    }
    expect((await as({ token: fresh }, 'GET', '/api/v1/me')).status).toBe(200)
  })

  it('expired or used reset token: indistinguishable to the client', async () => {
    const [used, expired] = (await mailedTokens(member.email, admin.email)) as [string, string]
    const reset = (token: string) => recovery(server).reset(token, newPassword)
    expect((await reset(used)).status).toBe(204)
    await world.sql('update password_resets set expires_at = now() where user_id = $1', [admin.id])
    const refusals = []
    for (const token of [used, expired, 'A'.repeat(43)]) {
      const refused = await reset(token)
      refusals.push([[...refused.headers.keys()], await problemOf(refused)])
    }
    expect(refusals[0]).toMatchObject([expect.anything(), { status: 400, code: 'TOKEN_INVALID' }])
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal)))).toHaveProperty('size', 1)
    member = { ...member, credentials: { ...member.credentials, password: newPassword } }
  })

  it('new password equal to the current one: rejected', async () => {
    const refused = await problemOf(await changePassword(member.credentials.password))
    expect(refused).toMatchObject({
      status: 422,
      code: 'PASSWORD_REJECTED',
      reasons: ['same_as_current'],
    })
  })

  it.each([
    { name: 'length: too short', password: 'Sh0rt!', reasons: ['too_short', 'too_weak'] },
    { name: 'length: too long', password: 'nine loud herons '.repeat(8), reasons: ['too_long'] },
    { name: 'strength', password: 'password1234', reasons: ['too_weak'] },
    { name: 'breach', password: breachedPassword, reasons: ['breached'] },
  ])('new password fails policy ($name): rejected', async ({ password, reasons }) => {
    expect(await problemOf(await changePassword(password))).toMatchObject({
      status: 422,
      code: 'PASSWORD_REJECTED',
      reasons,
    })
  })

  it('deletion, deactivation or demotion of the only active Owner: forbidden', async () => {
    const target = `${users}/${owner.id}`
    expect(await problemOf(await as(owner, 'DELETE', target))).toMatchObject(forbidden)
    expect(await problemOf(await as(owner, 'POST', `${target}/deactivate`, {}))).toMatchObject(
      forbidden,
    )
    expect(
      await problemOf(await as(owner, 'PUT', `${target}/role`, { role: 'Member' })),
    ).toMatchObject(forbidden)
    const { code, stderr } = await kenHere(['users', 'deactivate', ownerEmail], world)
    expect([code, stderr]).toEqual([1, expect.stringMatching(/only active Owner/)])
    expect(await world.sql('select role, status from users where id = $1', [owner.id])).toEqual([
      { role: 'Owner', status: 'active' },
    ])
  })

  it('Admin acts on a non-Member, or self-deactivation: forbidden', async () => {
    const other = await aPerson(world, 'other-admin')
    await world.sql(`update users set role = 'Admin' where id = $1`, [other.id])
    const acts: readonly { method: string; path: string; body?: object }[] = [
      { method: 'POST', path: '/deactivate', body: {} },
      { method: 'POST', path: '/reactivate', body: {} },
      { method: 'POST', path: '/end-sessions', body: {} },
      { method: 'POST', path: '/password-reset', body: {} },
      { method: 'POST', path: '/mfa-reset', body: {} },
      { method: 'PUT', path: '/email', body: { email: 'taken-over@example.com' } },
      { method: 'PUT', path: '/role', body: { role: 'Member' } },
      { method: 'DELETE', path: '' },
    ]
    for (const id of [owner.id, other.id]) {
      for (const { method, path, body } of acts)
        expect(
          await problemOf(await as(admin, method, `${users}/${id}${path}`, body)),
        ).toMatchObject(forbidden)
    }
    for (const { id, token } of [owner, admin])
      expect(
        await problemOf(await as({ token }, 'POST', `${users}/${id}/deactivate`, {})),
      ).toMatchObject(forbidden)
    expect(await world.sql(`select 1 from users where status <> 'active'`)).toEqual([])
  })

  it('enabling the team-chat bot when the probe fails: enabling is rolled back; the reason is returned', async () => {
    const switchOn = {
      base_url: 'http://169.254.169.254',
      bot_token: 'x'.repeat(26),
      enabled: true,
    }
    for (const who of [admin, owner]) {
      const response = await as(who, 'PUT', '/api/v1/admin/teamchat', switchOn)
      expect(await problemOf(response)).toMatchObject({
        status: 422,
        code: 'PROBE_FAILED',
        reason: 'address_forbidden',
      })
      const settings = await world.sql(
        'select enabled, bot_user_id, last_test_ok from teamchat_settings',
      )
      expect(settings).toEqual([{ enabled: false, bot_user_id: null, last_test_ok: false }])
    }
  })

  it('unlinked chat user: neutral refusal identical for all senders', async () => {
    const source = ['--source', 'portal', '--name', 'bot']
    const { key } = await kenJsonHere<{ key: string }>(['keys', 'create-service', ...source], world)
    const gone = await aPerson(world, 'gone')
    await world.sql(
      `insert into identity_mapping (id, source, external_id, user_id, created_at) values (gen_random_uuid(), $1, 'gone', $2, now())`,
      ['portal', gone.id],
    )
    await world.sql(`update users set status = 'deactivated' where id = $1`, [gone.id])
    const ask = (path: string, body: object, external_id: string) =>
      post(server.url + path, body, { ...bearer(key), 'ken-on-behalf-of': external_id })
    const refusals = []
    for (const sender of ['stranger', 'gone', member.email])
      refusals.push(await ask('/public/v1/search', { query: 'x' }, sender))
    for (const sender of ['stranger', 'gone'])
      refusals.push(
        await post(
          `${server.url}/api/v1/surfaces/link`,
          { external_id: sender, code: 'AAAA-AAAA' },
          bearer(key),
        ),
      )
    const problems = await Promise.all(refusals.map(problemOf))
    expect(problems[0]).toMatchObject({ status: 403, code: 'IDENTITY_NOT_LINKED' })
    for (const problem of problems) expect(problem).toEqual(problems[0])
  })

  it('refresh token presented outside the grace window after rotation: whole token family revoked', async () => {
    const [first, elsewhere] = [
      await sessionOf(server, member.credentials),
      await sessionOf(server, member.credentials),
    ]
    const rotated = await refresh(server, first.cookie)
    expect(rotated.status).toBe(200)
    const successor = rotated.headers.getSetCookie()[0]!.split(';')[0]!
    await world.sql(`update sessions set rotated_at = rotated_at - interval '11 seconds'`)
    for (const cookie of [first.cookie, successor])
      expect(await problemOf(await refresh(server, cookie))).toMatchObject({
        status: 401,
        code: 'UNAUTHENTICATED',
      })
    expect((await refresh(server, elsewhere.cookie)).status).toBe(200)
  })
})
