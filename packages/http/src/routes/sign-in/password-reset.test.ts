import { deliverPasswordReset, Unavailable } from '@ken/core'
import {
  anEnrolledPersonIn,
  aPassword,
  aPasswordHash,
  aPasswordResetIn,
  aPersonIn,
  noticesTo,
  type MemoryPorts,
} from '@ken/core/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startHttpServer } from '../../server/server.ts'
import { aBrowser, signedIn, traceOf } from '../../testing/browser.ts'
import { httpWorld, postJson, type HttpWorldOptions } from '../../testing/http-world.ts'

const [forgot, reset] = ['/api/v1/auth/password/forgot', '/api/v1/auth/password/reset']
const newPassword = 'lantern quartz meadow'
const tokenInvalid = { status: 400, json: { code: 'TOKEN_INVALID' } }

async function world(options: HttpWorldOptions = {}) {
  const { app, ports } = await httpWorld(options)
  const browser = aBrowser(app)
  const setWith = (token: string, new_password = newPassword) =>
    browser.post(reset, { token, new_password })
  return { app, ports, browser, setWith }
}

/** What a worker does with what waits. */
async function deliverAll(ports: MemoryPorts): Promise<readonly string[]> {
  for (const job of ports.database.tables.jobs.values())
    if (job.kind === 'deliver_password_reset') await deliverPasswordReset(ports, job)
  return ports.mailer.sent.flatMap((mail) => (mail.kind === 'password_reset' ? [mail.token] : []))
}

describe(`POST ${forgot}`, () => {
  it('R57 gives the same response to known, unknown, deactivated and invalid addresses, and sends nothing before', async () => {
    const { ports, browser } = await world()
    const { account } = await aPersonIn(ports, { passwordHash: aPasswordHash })
    const { account: gone } = await aPersonIn(ports, { status: 'deactivated' })
    const emails = [
      account.email,
      gone.email,
      'unknown@example.com',
      'none',
      '',
      ...Array<string>(20).fill(account.email),
    ]
    const responses = await Promise.all(emails.map((email) => browser.post(forgot, { email })))
    expect(new Set(responses.map(traceOf)).size).toBe(1)
    expect(responses[0]).toMatchObject({ status: 202, text: '', cookie: null })
    expect(responses[0]?.headers.get('cache-control')).toBe('no-store')
    expect(ports.mailer.sent).toEqual([])
    expect(await deliverAll(ports)).toHaveLength(3)
  })

  it('R57 responds to the 21st request of an address like the first, and no sooner', async () => {
    const { ken, ports } = await httpWorld()
    const server = await startHttpServer({ ken, log: ports.log, limits: { leadMs: 0 } })
    onTestFinished(server.close)
    const request = async () => {
      const startedAt = performance.now()
      const response = await fetch(
        `http://127.0.0.1:${server.port}${forgot}`,
        postJson({ email: 'ada@example.com' }),
      )
      return {
        status: response.status,
        text: await response.text(),
        isLater: performance.now() - startedAt > 99,
      }
    }
    const responses = await Promise.all(Array.from({ length: 25 }, request))
    expect(responses).toEqual(responses.map(() => ({ status: 202, text: '', isLater: true })))
    const queued = [...ports.database.tables.jobs.values()].filter(
      ({ kind }) => kind === 'deliver_password_reset',
    )
    expect(queued).toHaveLength(20)
  })

  it('responds 409 without a mail server', async () => {
    const { browser } = await world({ ports: { mailer: null } })
    const response = await browser.post(forgot, { email: 'ada@example.com' })
    expect(response).toMatchObject({ status: 409, json: { code: 'SMTP_NOT_CONFIGURED' } })
  })

  it('R85 responds 503 when the database is unavailable', async () => {
    const { browser } = await world({
      ports: { transact: () => Promise.reject(new Unavailable('database', 'Away.')) },
    })
    expect(await browser.post(forgot, { email: 'ada@example.com' })).toMatchObject({
      status: 503,
      json: { code: 'UNAVAILABLE' },
    })
  })

  it.each([
    {
      name: 'R55 a list of addresses',
      body: { email: ['a@example.com', 'b@example.com'] },
      pointer: '#/email',
    },
    {
      name: 'R59 an address to go to',
      body: { email: 'a@example.com', redirect_to: '//evil.example.com' },
      pointer: '#/redirect_to',
    },
    { name: 'nothing', body: {}, pointer: '#/email' },
  ])('refuses $name', async ({ body, pointer }) => {
    const { browser } = await world()
    expect(await browser.post(forgot, body)).toMatchObject({
      status: 400,
      json: { errors: [{ pointer }] },
    })
  })
})

describe(`POST ${reset}`, () => {
  it('R31 R42 sets a new password, ends every session, and gives neither token nor cookie', async () => {
    const { app, ports, browser, setWith } = await world()
    const person = await signedIn({ app, ports })
    await browser.post(forgot, { email: person.account.email })
    const [token] = await deliverAll(ports)
    const response = await setWith(token!)
    expect(response).toMatchObject({ status: 204, text: '', cookie: null })
    expect(noticesTo(ports, person.account)).toEqual([{ kind: 'password_changed' }])
    expect((await person.browser.post('/refresh')).status).toBe(401)
    const login = (password: string) =>
      browser.post('/login', { email: person.account.email, password })
    expect((await login(aPassword)).status).toBe(401)
    expect((await login(newPassword)).json.status).toBe('signed_in')
  })

  it('R31 does not skip the second factor', async () => {
    const { ports, browser, setWith } = await world()
    const { account } = await anEnrolledPersonIn(ports)
    await setWith(await aPasswordResetIn(ports, account))
    const step = await browser.post('/login', { email: account.email, password: newPassword })
    expect(step.json.status).toBe('mfa_required')
  })

  it('R58 refuses unknown, used, expired, superseded and void tokens with the same bytes', async () => {
    const { ports, setWith } = await world()
    const withLink = async () => {
      const { account } = await aPersonIn(ports, { passwordHash: aPasswordHash })
      return { account, token: await aPasswordResetIn(ports, account) }
    }
    const expired = await withLink()
    ports.clock.advance(3_600_000)
    const [used, superseded, voided] = [await withLink(), await withLink(), await withLink()]
    await setWith(used.token)
    await aPasswordResetIn(ports, superseded.account)
    ports.database.tables.accounts.set(voided.account.id, {
      ...voided.account,
      status: 'deactivated',
    })
    const tokens = [
      ...[expired, used, superseded, voided].map(({ token }) => token),
      'token-999',
      '',
      'x'.repeat(5_000),
    ]
    const responses = await Promise.all(
      tokens.map((token) => setWith(token, 'tangerine walrus orbit')),
    )
    expect(new Set(responses.map(traceOf)).size).toBe(1)
    expect(responses[0]).toMatchObject(tokenInvalid)
  })

  it('says why a password is refused, and accepts another with the same link', async () => {
    const { ports, setWith } = await world()
    const { account } = await aPersonIn(ports, { passwordHash: aPasswordHash })
    const token = await aPasswordResetIn(ports, account)
    const rejected = await setWith(token, 'aaaa')
    expect(rejected).toMatchObject({
      status: 422,
      json: { code: 'PASSWORD_REJECTED', reasons: ['too_short', 'too_weak'] },
    })
    expect(rejected.json).toMatchObject({
      errors: [{ pointer: '#/new_password' }, { pointer: '#/new_password' }],
    })
    expect((await setWith(token, aPassword)).json).toMatchObject({ reasons: ['same_as_current'] })
    expect((await setWith(token)).status).toBe(204)
  })

  it('R58 R59 takes no account: the token alone determines it', async () => {
    const { app, ports } = await world()
    const token = await aPasswordResetIn(ports, (await aPersonIn(ports)).account)
    const { account: other } = await aPersonIn(ports)
    for (const more of [{ user_id: other.id }, { email: other.email }]) {
      const body = { token, new_password: newPassword, ...more }
      expect((await app.request(reset, postJson(body))).status).toBe(400)
    }
    const inQuery = await app.request(
      `${reset}?token=${token}`,
      postJson({ new_password: newPassword }),
    )
    expect(inQuery.status).toBe(400)
  })
})
