import { smtpSink, type SmtpSink, type SunkMail } from '@ken/testing'
import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeOf } from '../support/authenticator.ts'
import { distributedWorld, type World } from '../support/distributed.ts'
import { everythingStored, jobsAreDone, jobsAreDue, unfinishedJobs } from '../support/jobs.ts'
import { kenJsonHere, startInBackgroundHere, startKenHere } from '../support/ken-here.ts'
import type { Server, Started } from '../support/ken-program.ts'
import { mailSettings, tokenIn } from '../support/mail.ts'
import { actOn, aPerson, enrolled, recovery, type Person } from '../support/recovery.ts'
import { bearer, cookieOf, enrolOwner, refresh, sessionOf } from '../support/session.ts'
import { post, served } from '../support/surface.ts'

const baseUrl = 'https://ken.example.com'
const newPassword = 'eleven shy geese above the tunnel'
const started = new AsyncDisposableStack()
let world: World
let sink: SmtpSink
let server: Server
let ownerToken: string
let visitor: ReturnType<typeof recovery>

beforeAll(async () => {
  sink = started.adopt(await smtpSink(), ({ close }) => close())
  const { env, ...rest } = started.use(await distributedWorld())
  const proxies = { KEN_BASE_URL: baseUrl, KEN_TRUSTED_PROXIES: '127.0.0.1,::1' }
  world = { ...rest, env: { ...env, ...mailSettings(sink), ...proxies } }
  server = started.use(await startKenHere(['http'], world))
  ownerToken = (await enrolOwner(world, server)).step.access_token
  visitor = recovery(server)
})
afterAll(() => started.disposeAsync())
beforeEach(async () => {
  sink.behave('ok')
  await world.sql('delete from guess_budgets')
})

/** The next email with this subject that a person gets; others are passed over, because emails can overtake each other. */
async function nextEmail({ email }: Person, subject: string): Promise<SunkMail> {
  for (;;) {
    const mail = await sink.nextEmailTo(email, 20_000)
    if (mail.content.subject === subject) return mail
  }
}

const nextLink = (person: Person) => nextEmail(person, 'Set a new password for Ken')

/** Asks for a link, and answers the token of its mail. */
async function mailed(person: Person): Promise<string> {
  expect((await visitor.forgot(person.email)).status).toBe(202)
  return tokenIn(await nextLink(person))
}

/** A refusal as everybody sees it, but for the id of the request. */
async function problemOf(response: Response): Promise<string> {
  const { request_id: _, ...problem } = (await response.json()) as { request_id: string }
  return JSON.stringify([response.status, problem])
}

/** What the Owner does to an account. */
const asOwner = (method: string, { id }: Person, path: string, body?: object) =>
  fetch(`${server.url}/api/v1/admin/users/${id}${path}`, {
    method,
    headers: { ...bearer(ownerToken), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })

/** What no link outlives, each answering whether it happened. */
const events: { readonly [event: string]: (person: Person, token: string) => Promise<boolean> } = {
  changed: async ({ credentials }) => {
    const { token } = await sessionOf(server, credentials)
    const change = { current_password: credentials.password, new_password: newPassword }
    return (await post(`${server.url}/api/v1/auth/password/change`, change, bearer(token))).ok
  },
  forced: async ({ id, credentials }) => {
    await world.sql('update users set must_change_password = true where id = $1', [id])
    const { challenge } = await visitor.login(credentials)
    return (await post(`${server.url}/login/password`, { challenge, new_password: newPassword })).ok
  },
  used: async (_, token) => (await visitor.reset(token, newPassword)).ok,
  readdressed: async (person) =>
    (await asOwner('PUT', person, '/email', { email: 'elsewhere@example.com' })).ok,
  deactivated: async (person) =>
    (await asOwner('POST', person, '/deactivate')).ok &&
    (await asOwner('POST', person, '/reactivate')).ok,
  deleted: async (person) => (await asOwner('DELETE', person, '')).ok,
  superseded: async (person) => (await mailed(person)) !== '',
  expired: async ({ id }) =>
    (
      await world.sql(
        'update password_resets set expires_at = now() where user_id = $1 returning 1',
        [id],
      )
    ).length === 1,
}

describe('a link for a new password', () => {
  let worker: Started
  beforeAll(async () => {
    worker = await startInBackgroundHere('worker', world)
  })
  afterAll(() => worker.stop())

  it('R31 R42 leads from the email through a new password and the second factor to a session; the old password no longer works', async () => {
    const person = await aPerson(world, 'ada')
    await world.sql(`update users set role = 'Admin' where id = $1`, [person.id])
    const { cookie, secret } = await enrolled(server, person.credentials)
    const token = await mailed(person)
    const reset = await visitor.reset(token, newPassword)
    expect([reset.status, reset.headers.getSetCookie(), await reset.text()]).toEqual([204, [], ''])
    expect((await refresh(server, cookie)).status).toBe(401)
    expect(await visitor.login(person.credentials)).toMatchObject({ status: 401 })
    const step = await visitor.login({ ...person.credentials, password: newPassword })
    expect(step.status).toBe('mfa_required')
    await world.sql('update users set mfa_last_step = null')
    const signedIn = await post(`${server.url}/login/mfa`, {
      challenge: step.challenge,
      code: codeOf(secret),
    })
    expect(cookieOf(signedIn)).toContain('ken_refresh')
    await nextEmail(person, 'Your password was changed')
  })

  it('R57 is emailed at most three times for a hundred requests from many addresses, and one token works', async () => {
    const person = await aPerson(world, 'flooded')
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        served(() => visitor.forgot(person.email, { 'x-forwarded-for': `10.0.0.${n}` })),
      ),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([202]))
    await expect.poll(() => unfinishedJobs(world)).toEqual([])
    const tokens = sink.emailsTo(person.email).map(tokenIn)
    expect(tokens).toHaveLength(3)
    const outcomes = []
    for (const token of tokens) outcomes.push((await visitor.reset(token, newPassword)).status)
    expect(outcomes.toSorted((one, other) => one - other)).toEqual([204, 400, 400])
  })

  it('R57 goes to no unknown or deactivated address, and to none after twenty requests; all responses are the same', async () => {
    const [known, gone] = [await aPerson(world, 'known'), await aPerson(world, 'gone')]
    await world.sql(`update users set status = 'deactivated' where id = $1`, [gone.id])
    const headers = { 'x-forwarded-for': '192.0.2.7' }
    const emails = [
      known.email,
      gone.email,
      'none',
      ...Array<string>(17).fill('unknown@example.com'),
    ]
    const responses = await Promise.all(emails.map((email) => visitor.forgot(email, headers)))
    responses.push(await visitor.forgot(known.email, headers))
    const shown = await Promise.all(
      responses.map(async (response) => [response.status, await response.text()].join()),
    )
    expect(new Set(shown)).toEqual(new Set(['202,']))
    await expect.poll(() => unfinishedJobs(world)).toEqual([])
    expect([known, gone].map(({ email }) => sink.emailsTo(email).length)).toEqual([1, 0])
    expect(sink.emailsTo('unknown@example.com')).toEqual([])
  })

  it('R59 leads to the configured address, not the one in headers, and a GET does not consume it', async () => {
    const person = await aPerson(world, 'poisoned')
    const evil = 'evil.example'
    const poisons: readonly Record<string, string>[] = [
      { host: evil },
      { host: `${evil}:443` },
      { 'x-forwarded-host': evil, 'x-forwarded-proto': 'https' },
      { 'x-forwarded-server': evil, 'x-forwarded-port': '444' },
      { forwarded: `host=${evil};proto=https` },
      { 'x-original-host': evil, 'x-host': evil },
      { 'x-original-url': `//${evil}/`, 'x-rewrite-url': `//${evil}/` },
      { referer: `https://${evil}/`, 'x-forwarded-prefix': `//${evil}` },
      { via: `1.1 ${evil}`, 'x-http-host-override': evil },
      { 'x-forwarded-for': `198.51.100.7, ${evil}` },
    ]
    for (const headers of poisons) {
      await world.sql('delete from password_resets')
      expect(await raw('/api/v1/auth/password/forgot', { email: person.email }, headers)).toBe(202)
      const mail = await nextLink(person)
      expect(mail.raw).not.toContain(evil)
      expect(mail.links).toContain(`${baseUrl}/reset#${tokenIn(mail)}`)
    }
    const token = await mailed(person)
    for (let looks = 0; looks < 3; looks += 1) {
      expect((await fetch(`${server.url}/reset`)).headers.get('referrer-policy')).toBe(
        'no-referrer',
      )
      await fetch(
        `${server.url}/api/v1/auth/password/reset?token=${token}&new_password=${newPassword}`,
      )
    }
    expect((await visitor.reset(token, newPassword)).status).toBe(204)
  })

  it('R58 sets exactly one of twenty concurrent passwords', async () => {
    const token = await mailed(await aPerson(world, 'raced'))
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => visitor.reset(token, `${newPassword} ${n}`)),
    )
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    // A full hashing queue may send some away for a moment.
    expect(statuses.every((status) => [204, 400, 503].includes(status))).toBe(true)
  })

  it('R58 is void after every event that revokes it, and refused like a token that never existed', async () => {
    const refusals = new Map([
      ['made up', await problemOf(await visitor.reset('A'.repeat(43), newPassword))],
    ])
    for (const [name, event] of Object.entries(events)) {
      const person = await aPerson(world, name)
      const token = await mailed(person)
      if (!(await event(person, token))) throw new Error(`${name} did not happen`)
      refusals.set(name, await problemOf(await visitor.reset(token, `${newPassword} once more`)))
    }
    expect(refusals.size).toBe(9)
    expect([...new Set(refusals.values())]).toEqual([expect.stringContaining('TOKEN_INVALID')])
  })

  it('R86 has its token only in the email: in no table, no queue and no log', async () => {
    const person = await aPerson(world, 'canary')
    const token = await mailed(person)
    await visitor.reset(token, 'short')
    const stored = await everythingStored(world)
    expect(stored).toContain(person.email)
    const logged = [server, worker].map(({ output }) => output.stderr + output.stdout).join('\n')
    for (const text of [stored, logged]) expect(text).not.toContain(token)
    expect((await visitor.reset(token, newPassword)).status).toBe(204)
    const [audited] =
      await world.sql(`select actor_id, target, address from audit_log where action = 'password.reset'
      and outcome = 'success' order by id desc limit 1`)
    expect(audited).toMatchObject({ actor_id: person.id, target: `user:${person.id}` })
  })

  it('R51 is emailed on request of an administrator, even if the person reached their limit, and not shown to the administrator', async () => {
    const person = await aPerson(world, 'ordered')
    for (let asked = 0; asked < 3; asked += 1) await mailed(person)
    const { cookie } = await sessionOf(server, person.credentials)
    const response = await actOn(server, ownerToken, person, 'password-reset')
    expect([response.status, await response.json()]).toEqual([202, { method: 'mail' }])
    const token = tokenIn(await nextLink(person))
    expect((await refresh(server, cookie)).status).toBe(200)
    expect((await visitor.reset(token, newPassword)).status).toBe(204)
    expect((await refresh(server, cookie)).status).toBe(401)
  })
})

describe('when something fails', () => {
  it('R57 R86 sends every kind of email at most twice to a server that accepts without a reply, and the last link works', async () => {
    const person = await aPerson(world, 'swallowed')
    sink.behave('swallow')
    await visitor.forgot(person.email)
    await kenJsonHere(['keys', 'create', '--email', person.email, '--name', 'test'], world)
    await kenJsonHere(['users', 'invite', 'swallowed-too@example.com'], world)
    await using worker = await startInBackgroundHere('worker', world)
    await expect.poll(() => jobsAreDone(world), { timeout: 40_000, interval: 500 }).toBe(true)
    expect(await worker.stop()).toBe(0)
    const links = sink
      .emailsTo(person.email)
      .filter(({ links: [link] }) => link?.includes('/reset#'))
    expect([
      links.length,
      sink.emailsTo(person.email).length,
      sink.emailsTo('swallowed-too@example.com').length,
    ]).toEqual([2, 4, 2])
    expect((await visitor.reset(tokenIn(links[0]!), newPassword)).status).toBe(400)
    sink.behave('ok')
    expect((await visitor.reset(tokenIn(links[1]!), newPassword)).status).toBe(204)
    const invited = await world.sql(
      `select state, last_error from invitations where email = 'swallowed-too@example.com'`,
    )
    expect(invited).toEqual([
      { state: 'sent', last_error: expect.stringContaining('did not accept or refuse') },
    ])
  })

  it('R86 R57 responds as usual while the mail server is down, and sends once it is back', async () => {
    const person = await aPerson(world, 'patient')
    await sink.stop()
    expect((await visitor.forgot(person.email)).status).toBe(202)
    await using worker = await startInBackgroundHere('worker', world)
    const retried = () =>
      world.sql(
        `select 1 from pgboss.job where name = 'deliver_password_reset' and state = 'retry'`,
      )
    await expect.poll(retried).toHaveLength(1)
    expect(
      await world.sql('select 1 from password_resets where user_id = $1', [person.id]),
    ).toEqual([])
    await sink.start()
    await jobsAreDue(world)
    // Wakes the worker.
    await visitor.forgot('unknown@example.com')
    const token = tokenIn(await nextLink(person))
    expect((await visitor.reset(token, newPassword)).status).toBe(204)
    expect(await worker.stop()).toBe(0)
  })
})

/** Posts with headers that `fetch` does not send, and answers the status. */
const raw = (path: string, body: object, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const all = { 'content-type': 'application/json', ...headers }
    const outgoing = request(
      `${server.url}${path}`,
      { method: 'POST', headers: all },
      (incoming) => {
        incoming.resume().once('end', () => resolve(incoming.statusCode ?? 0))
      },
    )
    outgoing.once('error', reject).end(JSON.stringify(body))
  })
