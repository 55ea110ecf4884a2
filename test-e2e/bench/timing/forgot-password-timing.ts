import { smtpSink } from '@ken/testing'
import { shuffle } from 'simple-statistics'
import { distributedWorld, type World } from '../../support/distributed.ts'
import { startInBackground, startKen } from '../../support/ken-program.ts'
import { mailSettings } from '../../support/mail.ts'
import { addMembersWithPassword } from '../../support/member.ts'
import { compareTimes } from './compare-times.ts'
import { keepAliveClient, type KeepAliveClient } from '../keep-alive-client.ts'

const samples = 300
const throttledAddress = '192.0.2.250'

/** Who asks for a link to set a new password, and from where: all of them must be answered in the same time (R57). */
type Asked = { readonly email: string; readonly address: () => string }

/**
 * How long a request for a link takes by whose address it names, in samples taken at once, compared with that of a person
 * who gets one, while a worker sends those emails to a mail server that is up, and to one that is not.
 */
export async function forgotPasswordTiming(): Promise<unknown> {
  const sink = await smtpSink()
  const world = await distributedWorld()
  const env = {
    ...world.env,
    ...mailSettings(sink),
    KEN_LOG_LEVEL: 'error',
    KEN_TRUSTED_PROXIES: '127.0.0.1,::1',
  }
  const server = await startKen(['http'], { ...world, env })
  const worker = await startInBackground('worker', {
    ...world,
    env: { ...env, KEN_LOG_LEVEL: 'info' },
  })
  const classes = await askedClasses(world)
  const client = keepAliveClient(server.url, Object.keys(classes).length)
  const mailed = compareTimes(await timesOf(client, world, classes), 'known')
  const emailsBefore = sink.emails.length
  await sink.stop()
  const mailServerDown = compareTimes(await timesOf(client, world, classes), 'known')
  client.close()
  await worker.stop()
  await server.stop()
  await world.close()
  return { emails: emailsBefore, mailed, mailServerDown }
}

async function timesOf(
  client: KeepAliveClient,
  world: World,
  classes: Readonly<Record<string, Asked>>,
) {
  const times = new Map(Object.keys(classes).map((name) => [name, [] as number[]]))
  for (let sample = -20; sample < samples; sample += 1) {
    // Everybody who is mailed a link is mailed one each time, but for who had enough.
    await world.sql(`delete from password_resets where expires_at < now() + interval '1 day'`)
    const requests = shuffle(Object.entries(classes)).map(async ([name, { email, address }]) => {
      const started = performance.now()
      const headers = { 'x-forwarded-for': address() }
      const { status } = await client.post(
        '/api/v1/auth/password/forgot',
        headers,
        JSON.stringify({ email }),
      )
      const milliseconds = performance.now() - started
      if (status !== 202) throw new Error(`a request for a link answered ${status}`)
      if (sample >= 0) times.get(name)!.push(milliseconds)
    })
    await Promise.all(requests)
  }
  return times
}

async function askedClasses(world: World): Promise<Readonly<Record<string, Asked>>> {
  const [known, deactivated, throttled] = await addMembersWithPassword(world, 3)
  await world.sql(`update users set status = 'deactivated' where email = $1`, [deactivated!.email])
  await world.sql(
    `insert into password_resets (id, user_id, token_hash, expires_at)
     select gen_random_uuid(), id, null, now() + interval '2 days' from users, generate_series(1, 3) where email = $1`,
    [throttled!.email],
  )
  // Closed for an hour by requests of a minute ago.
  await world.sql(
    `insert into guess_budgets (bucket, failures, consecutive, window_ends_at, taken_at, closed_until)
     values ('reset_request:address:' || $1, 20, 20, now() + interval '1 h', now() - interval '1 min', now() + interval '1 h')`,
    [throttledAddress],
  )
  let last = 0
  const newAddress = () => `10.${(last += 1) >> 16}.${(last >> 8) & 255}.${last & 255}`
  const from = (email: string, address = newAddress): Asked => ({ email, address })
  return {
    known: from(known!.email),
    unknown: from('unknown@example.com'),
    deactivated: from(deactivated!.email),
    throttledAccount: from(throttled!.email),
    throttledAddress: from(known!.email, () => throttledAddress),
  }
}
