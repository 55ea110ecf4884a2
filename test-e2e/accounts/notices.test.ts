import { loopbackCertificate, smtpSink, type SmtpSink } from '@ken/testing'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { distributedWorld, type World } from '../support/distributed.ts'
import { startKenHere } from '../support/ken-here.ts'
import { emptyHome, ken, type Environment, type Server } from '../support/ken-program.ts'
import { mailSettings } from '../support/mail.ts'
import { addMemberWithPassword, member } from '../support/member.ts'
import { bearer, sessionOf } from '../support/session.ts'
import { post } from '../support/surface.ts'

const newPassword = 'eleven shy geese above the tunnel'

const started = new AsyncDisposableStack()
let world: World
let server: Server
let sink: SmtpSink

beforeAll(async () => {
  sink = started.adopt(await smtpSink(), ({ close }) => close())
  world = started.use(await distributedWorld())
  await addMemberWithPassword(world)
  server = started.use(
    await startKenHere(['start'], { ...world, env: { ...world.env, ...mailSettings(sink) } }),
  )
})
afterAll(() => started.disposeAsync())

it('R25 R33 R86 responds as usual while the mail server is down, and notifies people once it is back', async () => {
  await sink.stop()
  const { token } = await sessionOf(server, member)
  const change = { current_password: member.password, new_password: newPassword }
  const changed = await post(`${server.url}/api/v1/auth/password/change`, change, bearer(token))
  expect(changed.status).toBe(204)
  for (let attempt = 0; attempt < 10; attempt += 1) {
    expect(
      (await post(`${server.url}/login`, { ...member, password: 'a wrong guess at it' })).status,
    ).toBe(401)
  }
  const jobs = await world.sql('select data from pgboss.job')
  expect(JSON.stringify(jobs)).toContain('guesses_exhausted')
  expect(JSON.stringify(jobs)).not.toMatch(
    new RegExp(`${member.password}|${newPassword}|wrong guess`),
  )

  await sink.start()
  const mailed = async () => {
    // As if the pause before the next attempt were over.
    await world.sql(`update pgboss.job set start_after = now() where state = 'retry'`)
    return sink.emails.map(({ content }) => content.subject ?? '').toSorted()
  }
  await expect
    .poll(mailed, { timeout: 20_000, interval: 200 })
    .toEqual(['Failed sign-in attempts for your account', 'Your password was changed'])
  expect(await server.stop()).toBe(0)
  expect(sink.emails.map(({ recipients }) => recipients)).toEqual([[member.email], [member.email]])
})

it('ken doctor sends email only over an encrypted connection to a trusted server', async () => {
  const certificate = await loopbackCertificate()
  const login = { user: 'ken', password: 'a password' }
  const guarded = await smtpSink({ login, tls: { from: 'starttls', ...certificate } })
  onTestFinished(guarded.close)
  using home = emptyHome()
  const authority = join(home.path, 'authority.pem')
  writeFileSync(authority, certificate.cert)
  const env = mailSettings({ url: `${guarded.url}?tls=required` })
  const doctor = (more: Environment) =>
    ken(['doctor', '--mail-to', 'ada@example.com'], { cwd: home.path, env: { ...env, ...more } })

  expect(await doctor({})).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('its certificate is not trusted'),
  })
  expect(guarded.emails).toEqual([])
  expect(await doctor({ NODE_EXTRA_CA_CERTS: authority })).toMatchObject({ code: 0 })
  expect(guarded.emails).toMatchObject([
    { recipients: ['ada@example.com'], user: 'ken', isEncrypted: true },
  ])
})
