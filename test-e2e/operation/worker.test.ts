import { outageProxy, smtpSink, type SmtpSink } from '@ken/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { distributedWorld, type World } from '../support/distributed.ts'
import { jobsAreDone, unfinishedJobs, leasesOfWorkersExpire } from '../support/jobs.ts'
import { kenJsonHere, startInBackgroundHere } from '../support/ken-here.ts'
import { startInBackground, type Environment, type Started } from '../support/ken-program.ts'
import { mailSettings } from '../support/mail.ts'

const started = new AsyncDisposableStack()
let world: World
let sink: SmtpSink

beforeAll(async () => {
  sink = started.adopt(await smtpSink(), ({ close }) => close())
  const { env, ...rest } = started.use(await distributedWorld())
  world = {
    ...rest,
    env: { ...env, ...mailSettings(sink) },
  }
})
afterAll(() => started.disposeAsync())
beforeEach(() => sink.behave('ok'))

type Role = 'worker' | 'scheduler'

function untilTestEnds<Program extends Started>(running: Program): Program {
  onTestFinished(() => running[Symbol.asyncDispose]())
  return running
}

/** Runs one in the process of the test, until that ends. */
const start = async (role: Role, env: Environment = {}) =>
  untilTestEnds(await startInBackgroundHere(role, { ...world, env: { ...world.env, ...env } }))
/** Runs one in a process of its own, until the test ends. */
const startApart = async (role: Role) => untilTestEnds(await startInBackground(role, world))

/** Adds a person with a new key; the notice of the key is the job of these tests. */
async function notify(name: string): Promise<string> {
  const email = `${name}@example.com`
  await world.addMember(email)
  await kenJsonHere(['keys', 'create', '--email', email, '--name', 'test'], world)
  return email
}

const unfinished = () => unfinishedJobs(world)

/** Waits until the mail server has an email that it has not accepted. */
async function beingSent(): Promise<void> {
  await expect.poll(() => unfinished()).toEqual(['active'])
  await expect.poll(() => sink.openConnections()).toBeGreaterThan(0)
}

describe('ken worker', () => {
  it('R86 shares 60 invitations with another worker, each sent once', async () => {
    // Slow enough that one worker does not send all before the other takes some.
    sink.behave({ slowMs: 50 })
    const people = Array.from({ length: 60 }, (_, position) => `person-${position}@example.com`)
    const list = ['email,role', ...people.map((email) => `${email},Member`)].join('\n')
    const workers = await Promise.all([start('worker'), startApart('worker')])
    await kenJsonHere(['users', 'import', '-'], { ...world, input: list })
    await expect.poll(unfinished).toEqual([])
    const recipients = sink.emails
      .flatMap((mail) => mail.recipients)
      .filter((email) => email.startsWith('person-'))
    expect(recipients.toSorted()).toEqual(people.toSorted())
    for (const worker of workers) expect(await worker.stop()).toBe(0)
  })

  it('R86 loses nothing when it is killed while sending: another worker sends the email, at most twice in total', async () => {
    const email = await notify('killed')
    sink.behave({ slowMs: 2_000 })
    const first = await startApart('worker')
    await beingSent()
    await first.stop('SIGKILL')
    sink.behave('ok')
    await leasesOfWorkersExpire(world)
    await start('worker')
    await expect.poll(() => jobsAreDone(world), { timeout: 45_000, interval: 500 }).toBe(true)
    expect(sink.emailsTo(email).length).toBeGreaterThanOrEqual(1)
    expect(sink.emailsTo(email).length).toBeLessThanOrEqual(2)
  })

  it('R89 finishes what is in progress when it is stopped', async () => {
    const email = await notify('ended')
    sink.behave({ slowMs: 1_000 })
    const worker = await start('worker')
    await beingSent()
    expect(await worker.stop()).toBe(0)
    expect(sink.emailsTo(email)).toHaveLength(1)
    expect(await unfinished()).toEqual([])
  })

  it('R86 dead-letters an email that the mail server refuses for too long; ken queue lists and retries it', async () => {
    sink.behave({ code: 451 })
    const worker = await start('worker')
    const email = await notify('failed')
    await expect.poll(unfinished).toEqual(['retry'])
    await world.sql(
      `update pgboss.job set created_on = now() - interval '49 hours', start_after = now() where state = 'retry'`,
    )
    await expect.poll(() => worker.output.stderr).toContain('job.given_up')
    const queue = await kenJsonHere<{ dead_letters: readonly { id: string; kind: string }[] }>(
      ['queue'],
      world,
    )
    expect(queue.dead_letters).toMatchObject([
      { kind: 'deliver_notice', tries: 2, reason: expect.stringContaining('451') },
    ])
    expect(worker.output.stderr).toContain(queue.dead_letters[0]!.id)
    expect(worker.output.stderr).not.toContain(email)
    sink.behave('ok')
    expect(await kenJsonHere(['queue', 'retry', queue.dead_letters[0]!.id], world)).toEqual({
      retried: [queue.dead_letters[0]!.id],
    })
    await sink.nextEmailTo(email, 15_000)
    expect(await kenJsonHere(['queue'], world)).toMatchObject({ dead_letters: [] })
  })

  it('R85 survives an outage of the database, and logs it once', async () => {
    const proxy = await outageProxy(world.env['KEN_DATABASE_URL']!)
    onTestFinished(proxy.close)
    const worker = await start('worker', { KEN_DATABASE_URL: proxy.url })
    await proxy.cut()
    const email = await notify('outage')
    await expect.poll(() => worker.output.stderr).toContain('queue.failed')
    await proxy.heal()
    await sink.nextEmailTo(email, 15_000)
    const lines = worker.output.stderr.split('\n').filter((line) => line.includes('"queue.'))
    expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
      'queue.failed',
      'queue.recovered',
    ])
    expect(await worker.stop()).toBe(0)
  })
})

describe('ken scheduler', () => {
  it('is reported as a scheduler, and runs once what became due while none was running, although two start at the same time', async () => {
    await world.addMember('visitor@example.com')
    await (await start('scheduler')).stop()
    await world.sql(`
      insert into sessions (id, user_id, generation, rotated_at, created_at, expires_at, device, last_active_at, remember_me)
      select gen_random_uuid(), id, 1, now(), now(), now() - interval '1 second', '', now(), false
      from users, generate_series(1, 2500) where email = 'visitor@example.com'
    `)
    await world.sql(`update pgboss.version set cron_on = now() - interval '2 hours'`)
    await world.sql(`update pgboss.schedule set created_on = now() - interval '1 day'`)
    // One in the process of the test would have started, and made up for it, long before the other.
    await Promise.all([startApart('scheduler'), startApart('scheduler')])
    const reportedSchedulers = async () =>
      (await world.sql(`select from heartbeats where report ->> 'role' = 'scheduler'`)).length
    await expect.poll(reportedSchedulers).toBe(2)
    const countOver = async () =>
      (await world.sql('select from sessions where expires_at <= now()')).length
    await expect.poll(countOver, { timeout: 60_000 }).toBe(0)
    const namesOf = async (text: string) => (await world.sql(text)).map(({ name }) => String(name))
    const runs = await namesOf(`select name from pgboss.job where name like 'schedule%'`)
    const occurrences = await namesOf(
      `select distinct data ->> 'name' as name, data ->> 'slot' as at from pgboss.job where name = '__pgboss__send-it'`,
    )
    expect(runs).toContain('schedule_pruneSessions')
    // A time that comes in the middle of this is one more occurrence, with a run of its own.
    for (const name of new Set(runs)) {
      const countIn = (names: readonly string[]) => names.filter((each) => each === name).length
      expect(countIn(runs)).toBeLessThanOrEqual(countIn(occurrences))
    }
  })
})
