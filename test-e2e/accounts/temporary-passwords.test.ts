import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { distributedWorld, ownerEmail, ownerPassword, type World } from '../support/distributed.ts'
import { homeWithOwner } from '../support/embedded.ts'
import { everythingStored } from '../support/jobs.ts'
import { kenHere, startKenHere } from '../support/ken-here.ts'
import { kenJson, startKen, type Server } from '../support/ken-program.ts'
import { actOn, aPerson, recovery } from '../support/recovery.ts'
import { bearer, cookieOf, enrolOwner, refresh, sessionOf, stepOf } from '../support/session.ts'
import { post, searchWith } from '../support/surface.ts'

const owner = { email: ownerEmail, password: ownerPassword }
const newPassword = 'eleven shy geese above the tunnel'
const started = new AsyncDisposableStack()
let world: World
let server: Server
let ownerToken: string
let visitor: ReturnType<typeof recovery>

beforeAll(async () => {
  world = started.use(await distributedWorld())
  server = started.use(await startKenHere(['http'], world))
  ownerToken = (await enrolOwner(world, server)).step.access_token
  visitor = recovery(server)
})
afterAll(() => started.disposeAsync())

type Temporary = { readonly temporary_password: string; readonly expires_at: string }

describe('without a mail server', () => {
  it('R19 an administrator issues a password that is shown once, ends sessions, suspends keys, and must be replaced', async () => {
    const person = await aPerson(world, 'ada')
    const { key } = await world.createKey(person.email)
    const { cookie, token } = await sessionOf(server, person.credentials)
    const response = await actOn(server, ownerToken, person, 'password-reset')
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const { temporary_password: temporary, ...shown } = (await response.json()) as Temporary
    expect(shown).toEqual({ method: 'temporary_password', expires_at: expect.any(String) })
    expect((Date.parse(shown.expires_at) - Date.now()) / 3_600_000).toBeCloseTo(24, 0)

    expect((await refresh(server, cookie)).status).toBe(401)
    expect((await fetch(`${server.url}/api/v1/me`, { headers: bearer(token) })).status).toBe(403)
    expect((await searchWith(server.url, key, 'anything')).status).toBe(403)
    expect(await visitor.login(person.credentials)).toMatchObject({ status: 401 })
    const step = await visitor.login({ ...person.credentials, password: temporary })
    expect(step).toMatchObject({ status: 'password_change_required' })
    const set = (password: string) =>
      post(`${server.url}/login/password`, { challenge: step.challenge, new_password: password })
    expect(await (await set(temporary)).json()).toMatchObject({ reasons: ['same_as_current'] })
    const signedIn = await set(newPassword)
    expect(cookieOf(signedIn)).toContain('ken_refresh')
    expect((await stepOf(signedIn)).status).toBe('signed_in')
    expect((await searchWith(server.url, key, 'anything')).status).toBe(200)
    expect(await visitor.login({ ...person.credentials, password: temporary })).toMatchObject({
      status: 401,
    })

    const stored = await everythingStored(world)
    expect(stored).toContain('password.issue_reset')
    for (const text of [stored, server.output.stderr, server.output.stdout])
      expect(text).not.toContain(temporary)
  })

  it('R19 the password works for a day', async () => {
    const person = await aPerson(world, 'late')
    const response = await actOn(server, ownerToken, person, 'password-reset')
    const { temporary_password: password } = (await response.json()) as Temporary
    await world.sql('update users set temp_password_expires_at = now() where id = $1', [person.id])
    expect(await visitor.login({ ...person.credentials, password })).toMatchObject({ status: 401 })
  })

  it('no one can request a link', async () => {
    for (const email of [ownerEmail, 'unknown@example.com']) {
      const response = await visitor.forgot(email)
      expect([response.status, await response.json()]).toMatchObject([
        409,
        { code: 'SMTP_NOT_CONFIGURED' },
      ])
    }
  })
})

describe('ken reset-password', () => {
  it('sets the password of the only Owner, ends their session, keeps their second factor, and refuses anyone else', async () => {
    const { confirmed } = await enrolOwner(world, server)
    const cookie = cookieOf(confirmed)
    const reset = (email: string) =>
      kenHere(['reset-password', '--email', email], { ...world, input: `${newPassword}\n` })
    expect((await reset((await aPerson(world, 'member')).email)).stderr).toContain(
      'only active Owner',
    )
    const second = await aPerson(world, 'second')
    await world.sql(`update users set role = 'Owner' where id = $1`, [second.id])
    expect(await reset(ownerEmail)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Another Owner can reset'),
    })
    expect((await refresh(server, cookie)).status).toBe(200)

    await world.sql(`update users set status = 'deactivated' where id = $1`, [second.id])
    expect(await reset(ownerEmail)).toMatchObject({ code: 0, stderr: '' })
    expect((await refresh(server, cookie)).status).toBe(401)
    expect(await visitor.login(owner)).toMatchObject({ status: 401 })
    expect(await visitor.login({ ...owner, password: newPassword })).toMatchObject({
      status: 'mfa_required',
    })
  })

  it('works next to a server that has the embedded database', async () => {
    using home = await homeWithOwner()
    const options = { cwd: home.path }
    await using embedded = await startKen(['start'], options)
    const reset = ['reset-password', '--email', ownerEmail, '--temporary']
    const { temporary_password: password } = await kenJson<Temporary>(reset, options)
    const { login } = recovery(embedded)
    expect(await login(owner)).toMatchObject({ status: 401 })
    expect(await login({ ...owner, password })).toMatchObject({
      status: 'password_change_required',
    })
    expect(await embedded.stop()).toBe(0)
  })
})
