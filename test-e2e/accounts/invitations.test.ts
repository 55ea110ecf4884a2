import { smtpSink, type SmtpSink } from '@ken/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { codeOf } from '../support/authenticator.ts'
import { distributedWorld, ownerPassword, type World } from '../support/distributed.ts'
import { homeWithOwner } from '../support/embedded.ts'
import { invited, inviter } from '../support/invitations.ts'
import {
  everythingStored,
  jobsAreDone,
  jobsAreDue,
  leasesOfWorkersExpire,
} from '../support/jobs.ts'
import { startInBackgroundHere, startKenHere } from '../support/ken-here.ts'
import {
  kenJson,
  startInBackground,
  startKen,
  type Started,
  type RunOptions,
  type Server,
} from '../support/ken-program.ts'
import { mailSettings, tokenIn } from '../support/mail.ts'
import { bearer, enrolOwner, stepOf } from '../support/session.ts'
import { post } from '../support/surface.ts'

const baseUrl = 'https://ken.example.com'
const started = new AsyncDisposableStack()
let world: World
let sink: SmtpSink
let server: Server
let owner: ReturnType<typeof inviter>
let guest: ReturnType<typeof invited>

beforeAll(async () => {
  sink = started.adopt(await smtpSink(), ({ close }) => close())
  const { env, ...rest } = started.use(await distributedWorld())
  world = {
    ...rest,
    env: { ...env, ...mailSettings(sink), KEN_BASE_URL: baseUrl },
  }
  server = started.use(await startKenHere(['http'], world))
  owner = inviter(server, (await enrolOwner(world, server)).step.access_token)
  guest = invited(server)
})
afterAll(() => started.disposeAsync())
beforeEach(() => sink.behave('ok'))

/** Starts a worker, which sends emails until the test ends. */
async function aWorker(): Promise<void> {
  const worker = await startInBackgroundHere('worker', world)
  onTestFinished(() => worker[Symbol.asyncDispose]())
}

/** One for all tests of a group; answers what it says. */
function withWorker(): () => string {
  let worker: Started
  beforeAll(async () => {
    worker = await startInBackgroundHere('worker', world)
  })
  afterAll(() => worker.stop())
  return () => worker.output.stdout + worker.output.stderr
}

/** Invites an address and answers the token of its mail. */
async function mailed(email: string, role?: string): Promise<string> {
  expect((await owner.invite(email, role)).status).toBe(201)
  return tokenIn(await sink.nextEmailTo(email))
}

const statusOf = async (token: string): Promise<number> => (await guest.preview(token)).status

/** Backdates the invitations of an address, as if they had been sent that long ago. */
const age = (email: string, interval: string) =>
  world.sql(`update invitations set expires_at = expires_at - $2::interval where email = $1`, [
    email,
    interval,
  ])

describe('an invitation', () => {
  const workerOutput = withWorker()

  it('leads an Admin from the email through registration and enrolment to a session', async () => {
    const token = await mailed('grace@example.com', 'Admin')
    const registered = await guest.accept(token, ownerPassword)
    expect([registered.status, registered.headers.getSetCookie()]).toEqual([201, []])
    const { status, challenge } = await stepOf(registered)
    expect(status).toBe('mfa_enrolment_required')
    const { secret } = await stepOf(await post(`${server.url}/login/mfa/enrol`, { challenge }))
    const confirmed = await post(`${server.url}/login/mfa/confirm`, {
      challenge,
      code: codeOf(secret),
    })
    const { access_token } = await stepOf(confirmed)
    const me = await fetch(`${server.url}/api/v1/me`, { headers: bearer(access_token) })
    expect(await me.json()).toMatchObject({
      email: 'grace@example.com',
      name: 'Grace Hopper',
      role: 'Admin',
    })
    const again = await stepOf(
      await post(`${server.url}/login`, { email: 'grace@example.com', password: ownerPassword }),
    )
    expect(again.status).toBe('mfa_required')
    expect(await owner.list('state=accepted')).toHaveLength(1)
  })

  it('R59 links to the configured address, not the one in headers, and a GET does not consume it', async () => {
    const poison = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    }
    await owner.invite('poisoned@example.com', 'Member', poison)
    const mail = await sink.nextEmailTo('poisoned@example.com')
    expect(mail.raw).not.toContain('evil.example')
    const token = tokenIn(mail)
    expect(mail.links).toContain(`${baseUrl}/invite#${token}`)
    for (let time = 0; time < 3; time += 1) {
      await fetch(`${server.url}/invite`)
      await fetch(`${server.url}/api/v1/auth/invitations/accept?token=${token}`)
    }
    expect((await guest.accept(token, ownerPassword)).status).toBe(201)
  })

  it('R52 has its token only in the email: in no table, no queue and no log', async () => {
    const token = await mailed('canary@example.com')
    await guest.preview(token)
    await guest.accept(token, 'x')
    const stored = await everythingStored(world)
    expect(stored).toContain('canary@example.com')
    for (const text of [stored, server.output.stderr, server.output.stdout, workerOutput()])
      expect(text).not.toContain(token)
  })

  it('R52 works for 47:59 hours, not for 48:01, and not after it is used, revoked or superseded; every refusal is the same', async () => {
    const [used, revoked, superseded, old] = [
      await mailed('used@example.com'),
      await mailed('revoked@example.com'),
      await mailed('superseded@example.com'),
      await mailed('old@example.com'),
    ]
    await age('old@example.com', '47 hours 59 minutes')
    for (const token of [used, revoked, superseded, old]) expect(await statusOf(token)).toBe(200)
    await age('old@example.com', '2 minutes')
    await guest.accept(used, ownerPassword)
    const { id } = (await owner.list('state=sent')).find(
      ({ email }) => email === 'revoked@example.com',
    )!
    expect(await owner.act(id, 'revoke')).toBe(200)
    const next = await mailed('superseded@example.com')

    const bodies = new Set<string>()
    for (const token of [used, revoked, superseded, old, 'A'.repeat(43)]) {
      for (const response of [
        await guest.preview(token),
        await guest.accept(token, ownerPassword),
      ]) {
        const { request_id: _, ...problem } = (await response.json()) as { request_id: string }
        bodies.add(JSON.stringify([response.status, problem]))
      }
    }
    expect([...bodies]).toEqual([expect.stringContaining('TOKEN_INVALID')])
    expect(await statusOf(next)).toBe(200)
  })

  it('R52 creates one account for twenty concurrent registrations', async () => {
    const token = await mailed('race@example.com')
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => guest.accept(token, ownerPassword)),
    )
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    // A full hashing queue may send some away for a moment.
    expect(statuses.every((status) => [201, 400, 503].includes(status))).toBe(true)
    expect(await world.sql(`select 1 from users where email = 'race@example.com'`)).toHaveLength(1)
  })
})

describe('a list of many people', () => {
  withWorker()

  it('R54 results in one invitation and email per line after four uploads, three of them concurrent', async () => {
    const people = Array.from({ length: 100 }, (_, position) => `person-${position}@example.com`)
    const list = ['email,role', ...people.map((email) => `${email},Member`)].join('\n')
    const uploads = await Promise.all([owner.upload(list), owner.upload(list), owner.upload(list)])
    uploads.push(await owner.upload(list))
    const responses = await Promise.all(
      uploads.map(async (one) => (await one.json()) as { id: string; counts: { created: number } }),
    )
    expect(
      responses.map(({ counts }) => counts.created).toSorted((left, right) => right - left),
    ).toEqual([people.length, 0, 0, 0])
    const { id } = responses.find(({ counts }) => counts.created > 0)!
    await expect
      .poll(() => owner.progress(id), { timeout: 60_000, interval: 250 })
      .toMatchObject({ queued: 0, sent: people.length })
    const recipients = sink.emails
      .flatMap((mail) => mail.recipients)
      .filter((email) => email.startsWith('person-'))
    expect(recipients.toSorted()).toEqual(people.toSorted())
  })
})

describe('the command line next to a server on the embedded database', () => {
  const opened = new AsyncDisposableStack()
  let options: RunOptions
  let embedded: Server

  // The first home of a run waits for a new database.
  beforeAll(async () => {
    const home = opened.use(await homeWithOwner())
    options = { cwd: home.path, env: mailSettings(sink) }
    embedded = opened.use(await startKen(['start'], options))
  })
  afterAll(() => opened.disposeAsync())

  it('invites one person and many, and waits until the server has sent the emails', async () => {
    await kenJson(['users', 'invite', 'ana@example.com', '--role', 'Owner'], options)
    const token = tokenIn(await sink.nextEmailTo('ana@example.com', 20_000))
    expect((await invited(embedded).accept(token, ownerPassword)).status).toBe(201)

    const people = Array.from({ length: 20 }, (_, position) => `colleague-${position}@example.com`)
    const input = ['email,role', ...people.map((email) => `${email},member`)].join('\r\n')
    const waited = await kenJson(['users', 'import', '-', '--wait'], { ...options, input })
    expect(waited).toMatchObject({
      counts: { created: people.length, already_invited: 0, already_a_user: 0, invalid: 0 },
    })
    expect(people.map((email) => sink.emailsTo(email).length)).toEqual(people.map(() => 1))
    expect(await kenJson(['users', 'import', '-'], { ...options, input })).toMatchObject({
      counts: { created: 0 },
    })
    expect(await embedded.stop()).toBe(0)
  })
})

describe('when something fails', () => {
  it('R86 loses no email while the mail server is down, and shows why it waits', async () => {
    await sink.stop()
    const emails = [1, 2, 3].map((number) => `patient-${number}@example.com`)
    for (const email of emails) expect((await owner.invite(email)).status).toBe(201)
    await aWorker()
    const reasons = async () =>
      (await owner.list('state=queued'))
        .filter(({ email }) => emails.includes(email))
        .map(({ last_error }) => last_error)
    const away = 'nothing listens at its address: start it, or check host and port in KEN_SMTP_URL'
    await expect.poll(reasons, { timeout: 20_000 }).toEqual([away, away, away])
    await sink.start()
    await jobsAreDue(world)
    for (const email of emails)
      expect(await statusOf(tokenIn(await sink.nextEmailTo(email, 20_000)))).toBe(200)
    expect(emails.map((email) => sink.emailsTo(email).length)).toEqual([1, 1, 1])
  })

  it('R52 R86 sends at most two emails when a worker is killed while sending, and exactly one token works', async () => {
    const email = 'killed@example.com'
    sink.behave({ slowMs: 1_500 })
    await owner.invite(email)
    await using worker = await startInBackground('worker', world)
    await expect
      .poll(() =>
        world.sql(`select 1 from invitations where email = $1 and sending_since is not null`, [
          email,
        ]),
      )
      .toHaveLength(1)
    await expect.poll(() => sink.openConnections(), { timeout: 10_000 }).toBeGreaterThan(0)
    await worker.stop('SIGKILL')
    sink.behave('ok')
    await leasesOfWorkersExpire(world)
    await aWorker()
    await expect.poll(() => jobsAreDone(world), { timeout: 45_000, interval: 500 }).toBe(true)
    expect(await owner.list('state=sent&limit=1')).toMatchObject([{ email }])
    const tokens = sink.emailsTo(email).map(tokenIn)
    expect([1, 2]).toContain(tokens.length)
    const good = await Promise.all(tokens.map(statusOf))
    expect(good).toEqual([...tokens.slice(1).map(() => 400), 200])
  })
})
