import { randomApiKeySource } from '@ken/crypto'
import { Redis } from 'ioredis'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  distributedWorld,
  ownerEmail,
  ownerPassword,
  type World,
} from '../../support/distributed.ts'
import { startKen } from '../../support/ken-program.ts'
import { sessionOf } from '../../support/session.ts'
import { figuresOf, tableOf, type Sample } from './figures.ts'
import { sendLoad, type Load } from './load.ts'
import { processorMicroseconds } from './processor-time.ts'

const keysCount = 20_000
const peopleCount = 1_000
const rounds = Number(process.env['KEN_BENCH_ROUNDS'] ?? 20)
const secondsPerRound = 1
/** Of each target before the first round: until then, compiling its code takes much of the processor. */
const warmUpRequests = 20_000
/** Another program to measure in the same rounds, such as the one of another checkout. */
const otherProgram = process.env['KEN_BENCH_PROGRAM']

type Target = Load & { readonly name: string; readonly pid: number }

/**
 * Processor time and rate of requests that only authenticate and find nothing, beside a bare "hello" of the framework
 * and beside a skeleton without rules, in short alternating rounds. Ratios count; the microseconds depend on the machine.
 */
export async function request(): Promise<unknown> {
  await using world = await distributedWorld({ redis: true })
  await world.sql(`update org_settings set mfa_required_roles = '{}'`)
  const keysFile = join(world.cwd, 'keys')
  const tokenFile = join(world.cwd, 'token')
  writeFileSync(keysFile, (await addKeys(world)).join('\n'))
  await world.sql('analyze')

  await using opened = new AsyncDisposableStack()
  const targets: Target[] = []
  for (const kind of ['hello', 'skeleton'])
    targets.push(await bareTarget(opened, world, kind, keysFile))
  for (const program of [undefined, ...(otherProgram === undefined ? [] : [otherProgram])]) {
    // The token is of one person, who would soon have used up what a person may send.
    const env = { ...world.env, KEN_PERSON_LIMIT: '1000000' }
    const ken = opened.use(await startKen(['http'], { ...world, env, ...(program && { program }) }))
    const credentials = { email: ownerEmail, password: ownerPassword }
    if (program === undefined) writeFileSync(tokenFile, (await sessionOf(ken, credentials)).token)
    const search = { method: 'POST', body: '{"query":"nothingmatchesthis"}' } as const
    const shown = (name: string) => (program === undefined ? name : `${name}, other program`)
    const [pid, url] = [ken.child.pid!, ken.url.replace('localhost', '127.0.0.1')]
    const searchUrl = `${url}/public/v1/search`
    targets.push(
      { name: shown('search by key'), pid, url: searchUrl, ...search, credentialsFile: keysFile },
      {
        name: shown('search by token'),
        pid,
        url: searchUrl,
        ...search,
        credentialsFile: tokenFile,
      },
      {
        name: shown('profile by token'),
        pid,
        url: `${url}/api/v1/me`,
        method: 'GET',
        body: null,
        credentialsFile: tokenFile,
      },
    )
  }
  const samples = await measured(world, targets)
  const figures = figuresOf(samples)
  console.error(tableOf(figures))
  return { rounds, secondsPerRound, keys: keysCount, people: peopleCount, targets: figures }
}

async function bareTarget(
  opened: AsyncDisposableStack,
  { env }: World,
  kind: string,
  credentialsFile: string,
): Promise<Target> {
  const program = fileURLToPath(new URL('bare-server.ts', import.meta.url))
  const server = spawn(
    process.execPath,
    [program, kind, env['KEN_DATABASE_URL']!, env['KEN_REDIS_URL']!],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  opened.defer(() => void server.kill())
  const [line] = (await once(server.stdout, 'data')) as [Buffer]
  const url = line.toString().trim()
  const target = { name: kind, pid: server.pid!, credentialsFile }
  return kind === 'hello'
    ? { ...target, url: `${url}/hello`, method: 'GET', body: null }
    : { ...target, url: `${url}/search`, method: 'POST', body: '{"query":"nothing"}' }
}

/** Every other round runs in the opposite order, so that a drift of the machine affects all alike. */
async function measured(world: World, targets: readonly Target[]): Promise<readonly Sample[]> {
  const redis = new Redis(world.env['KEN_REDIS_URL']!)
  const redisPid = Number(/process_id:(\d+)/.exec(await redis.info('server'))![1])
  redis.disconnect()
  const used = async (pid: number) => ({
    server: processorMicroseconds(pid),
    postgres: await backendMicroseconds(world),
    redis: processorMicroseconds(redisPid),
  })
  for (const target of targets)
    for (let sent = 0; sent < warmUpRequests;)
      sent += (await sendLoad(target, { seconds: secondsPerRound, folder: world.cwd })).requests
  const samples: Sample[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const target of round % 2 === 0 ? targets : targets.toReversed()) {
      const before = await used(target.pid)
      const sent = await sendLoad(target, { seconds: secondsPerRound, folder: world.cwd })
      const after = await used(target.pid)
      const spent = (part: keyof typeof before) => after[part] - before[part]
      samples.push({
        name: target.name,
        round,
        perSecond: sent.requests / sent.seconds,
        busyShare: spent('server') / (sent.seconds * 1_000_000),
        serverMicroseconds: spent('server') / sent.requests,
        postgresMicroseconds: spent('postgres') / sent.requests,
        redisMicroseconds: spent('redis') / sent.requests,
      })
    }
  }
  return samples
}

/** Microseconds of the backends that serve the database. One that has ended since the last call is missing. */
async function backendMicroseconds({ sql }: World): Promise<number> {
  const backends = await sql(
    `select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`,
  )
  let microseconds = 0
  for (const { pid } of backends) microseconds += processorMicroseconds(Number(pid))
  return microseconds
}

/** Keys of many people, as the limits of one person would bound the rate. */
async function addKeys(world: World): Promise<readonly string[]> {
  const source = randomApiKeySource()
  const keys = Array.from({ length: keysCount }, () => source.newApiKey())
  const people = await world.sql(
    `insert into users (id, email, name, role)
     select gen_random_uuid(), 'member-' || n || '@example.com', 'Member', 'Member' from generate_series(1, $1) as n returning id`,
    [peopleCount],
  )
  await world.sql(
    `insert into api_keys (id, owner_id, name, key_hash, prefix)
     select id, owner_id, 'bench', hash, prefix
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) as k (id, owner_id, hash, prefix)`,
    [
      keys.map(() => randomUUID()),
      keys.map((_, position) => people[position % peopleCount]!['id']),
      keys.map(({ digest }) => digest),
      keys.map(({ prefix }) => prefix),
    ],
  )
  return keys.map(({ plain }) => plain)
}
