import { shuffle } from 'simple-statistics'
import { distributedWorld, type World } from '../../support/distributed.ts'
import { startKen } from '../../support/ken-program.ts'
import { addMembersWithPassword } from '../../support/member.ts'
import { compareTimes } from './compare-times.ts'
import { keepAliveClient } from '../keep-alive-client.ts'

const samples = 300
const unknown = 'unknown@example.com'
const throttledAddress = '192.0.2.250'
const wrongPassword = 'seven noisy herons over the harbour'

/** Who cannot sign in, and from where: all of them must be refused in the same time (R20). */
type Refused = { readonly email: string; readonly address: () => string }

/**
 * How long a sign-in is refused for each reason, in interleaved samples; how far each median is from that of a wrong
 * password, and how likely so much difference is by chance alone (Mann-Whitney, two-sided). A client whose own budget is
 * closed waits for a fixed time instead: there, an account is compared with none.
 */
export async function signInTiming(): Promise<unknown> {
  const world = await distributedWorld()
  const env = { ...world.env, KEN_LOG_LEVEL: 'warn', KEN_TRUSTED_PROXIES: '127.0.0.1,::1' }
  const server = await startKen(['http'], { ...world, env })
  const classes = await refusedClasses(world)
  const client = keepAliveClient(server.url, 1)
  const times = new Map(Object.keys(classes).map((name) => [name, [] as number[]]))
  for (let sample = -20; sample < samples; sample += 1) {
    // The samples before throttle no one, and each writes the same rows.
    await world.sql('delete from guess_budgets where closed_until is null')
    for (const [name, { email, address }] of shuffle(Object.entries(classes))) {
      const started = performance.now()
      const { status, body } = await client.post(
        '/login',
        { 'x-forwarded-for': address() },
        JSON.stringify({ email, password: wrongPassword }),
      )
      const milliseconds = performance.now() - started
      if (status !== 401) throw new Error(`sign-in answered ${status} ${body}`)
      if (sample >= 0) times.get(name)!.push(milliseconds)
    }
  }
  client.close()
  await server.stop()
  await world.close()
  const only = (keep: (name: string) => boolean) =>
    new Map([...times].filter(([name]) => keep(name)))
  return {
    ...compareTimes(
      only((name) => !isClosed(name)),
      'wrong',
    ),
    closedAddress: compareTimes(only(isClosed), 'closedAddressKnown'),
  }
}

const isClosed = (name: string) => name.startsWith('closedAddress')

async function refusedClasses(world: World): Promise<Readonly<Record<string, Refused>>> {
  const [wrong, deactivated, passwordless, throttled] = await addMembersWithPassword(world, 4)
  await world.sql(`update users set status = 'deactivated' where email = $1`, [deactivated!.email])
  await world.sql('update users set password_hash = null where email = $1', [passwordless!.email])
  // Closed for an hour by attempts of a minute ago.
  await world.sql(
    `insert into guess_budgets (bucket, failures, consecutive, window_ends_at, taken_at, closed_until)
     select bucket, 60, 60, now() + interval '1 h', now() - interval '1 min', now() + interval '1 h'
     from (select 'account:' || id from users where email = $1 union select 'address:' || $2) as closed (bucket)`,
    [throttled!.email, throttledAddress],
  )
  let last = 0
  const newAddress = () => `10.0.${(last += 1) >> 8}.${last & 255}`
  const from = (email: string, address = newAddress): Refused => ({ email, address })
  return {
    wrong: from(wrong!.email),
    unknown: from(unknown),
    deactivated: from(deactivated!.email),
    passwordless: from(passwordless!.email),
    throttledAccount: from(throttled!.email),
    closedAddressKnown: from(wrong!.email, () => throttledAddress),
    closedAddressUnknown: from(unknown, () => throttledAddress),
  }
}
