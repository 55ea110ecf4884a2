import { setTimeout as sleep } from 'node:timers/promises'
import { distributedWorld, type World } from '../support/distributed.ts'
import { startKen } from '../support/ken-program.ts'
import { addMembersWithPassword, member } from '../support/member.ts'
import { keepAliveClient, type KeepAliveClient } from './keep-alive-client.ts'
import { cpuMicroseconds, median } from './process-figures.ts'

const seconds = Number(process.env['KEN_BENCH_SECONDS'] ?? 60)
const floodPerSecond = 60
const stranger = '192.0.2.66'
const bystander = '198.51.100.9'

/**
 * A minute without and a minute with 60 refused sign-ins a second from one address: processor time of the server and of
 * PostgreSQL, rows in the audit log, and how long a bystander at another address takes to sign in, once a second.
 */
export async function signInFlood(): Promise<unknown> {
  await using world = await distributedWorld()
  const [victim, person] = await addMembersWithPassword(world, 2)
  const env = { ...world.env, KEN_LOG_LEVEL: 'warn', KEN_TRUSTED_PROXIES: '127.0.0.1,::1' }
  const server = await startKen(['http'], { ...world, env })
  const client = keepAliveClient(server.url, 256)
  const flood = () =>
    signIn(client, stranger, { email: victim!.email, password: 'seven noisy herons' })
  const signInOfBystander = () =>
    signIn(client, bystander, { email: person!.email, password: member.password })
  await signInOfBystander()
  const quiet = await measured(world, server.child.pid!, signInOfBystander, null)
  const flooded = await measured(world, server.child.pid!, signInOfBystander, flood)
  // What has been counted is stored within a second.
  await sleep(1_500)
  const [counted] = await world.sql(
    'select coalesce(sum(count), 0)::int as count, count(*)::int as rows from refusals',
  )
  client.close()
  await server.stop()
  return { seconds, floodPerSecond, quiet, flooded, counted }
}

/** Signs the bystander in once a second, beside a flood when there is one. */
async function measured(
  world: World,
  pid: number,
  bystand: () => Promise<Timed>,
  flood: (() => Promise<Timed>) | null,
) {
  const [before, rowsBefore, serverBefore] = [
    await databaseCpu(world),
    await auditRows(world),
    cpuMicroseconds(pid),
  ]
  const refusals: Promise<Timed>[] = []
  const signIns: Promise<Timed>[] = []
  for (let tick = 0; tick < seconds * floodPerSecond; tick += 1) {
    if (tick % floodPerSecond === 0) signIns.push(bystand())
    if (flood !== null) refusals.push(flood())
    await sleep(1_000 / floodPerSecond)
  }
  const [refused, signedIn] = [await Promise.all(refusals), await Promise.all(signIns)]
  const after = await databaseCpu(world)
  return {
    serverCpuSeconds: rounded((cpuMicroseconds(pid) - serverBefore) / 1_000_000),
    databaseCpuSeconds: rounded((after - before) / 1_000_000),
    auditRows: (await auditRows(world)) - rowsBefore,
    refused: countByStatus(refused),
    refusedMs: figuresOf(refused),
    bystander: countByStatus(signedIn),
    bystanderMs: figuresOf(signedIn),
  }
}

type Timed = { readonly status: number; readonly milliseconds: number }

async function signIn(
  client: KeepAliveClient,
  address: string,
  credentials: object,
): Promise<Timed> {
  const started = performance.now()
  const { status } = await client.post(
    '/login',
    { 'x-forwarded-for': address },
    JSON.stringify(credentials),
  )
  return { status, milliseconds: performance.now() - started }
}

/** The processor time of the connections to the database, as far as they run on this machine. */
async function databaseCpu({ sql }: World): Promise<number> {
  const rows = await sql('select pid from pg_stat_activity where datname = current_database()')
  return rows.reduce((sum, row) => sum + cpuOrNone((row as { pid: number }).pid), 0)
}

function cpuOrNone(pid: number): number {
  try {
    return cpuMicroseconds(pid)
  } catch {
    return 0
  }
}

const auditRows = async ({ sql }: World): Promise<number> =>
  Number(((await sql('select count(*) as count from audit_log'))[0] as { count: string }).count)

const countByStatus = (responses: readonly Timed[]) =>
  Object.fromEntries(
    [...new Set(responses.map(({ status }) => status))].map((one) => [
      one,
      responses.filter(({ status }) => status === one).length,
    ]),
  )

const figuresOf = (responses: readonly Timed[]) => {
  const times = responses
    .map(({ milliseconds }) => milliseconds)
    .toSorted((left, right) => left - right)
  if (times.length === 0) return null
  return { median: rounded(median(times)), p99: rounded(times[Math.floor(times.length * 0.99)]!) }
}

const rounded = (value: number): number => Number(value.toFixed(2))
