import { randomApiKeySource } from '@ken/crypto'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { keepAliveClient } from './keep-alive-client.ts'
import { cpuMicroseconds, median, perSecond } from './process-figures.ts'
import { distributedWorld, ownerEmail, type World } from '../support/distributed.ts'
import { startKen } from '../support/ken-program.ts'

const keysCount = 10_000
const requestsPerRound = 3_000
const rounds = 3
const concurrency = 16

type Target = {
  readonly url: string
  readonly path: string
  readonly pid: number
  readonly body: string | null
  readonly authorization: () => string
}

/**
 * CPU of one key-authenticated search that finds nothing, beside a bare "hello" of the framework, in
 * alternating rounds on the same cores. Ratios count; the microseconds depend on the machine.
 */
export async function requestCost(): Promise<unknown> {
  const world = await distributedWorld({ redis: true })
  const keys = await addKeys(world)
  // All keys are of one person, who would soon have used up what a person may send.
  const unlimited = { KEN_LOG_LEVEL: 'warn', KEN_PERSON_LIMIT: '1000000' }
  const ken = await startKen(['http'], { ...world, env: { ...world.env, ...unlimited } })
  const hello = spawn(process.execPath, [fileURLToPath(new URL('hello.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(hello.stdout, 'data')) as [Buffer]

  let next = 0
  const searching: Target = {
    url: ken.url,
    path: '/public/v1/search',
    pid: ken.child.pid!,
    body: '{"query":"nothingmatchesthis"}',
    authorization: () => `Bearer ${keys[(next += 1) % keys.length]}`,
  }
  const greeting: Target = {
    url: line.toString().trim(),
    path: '/hello',
    pid: hello.pid!,
    body: null,
    authorization: () => 'none',
  }
  await round(searching)
  await round(greeting)
  const costs = { search: [] as number[], hello: [] as number[] }
  for (let count = 0; count < rounds; count += 1) {
    costs.hello.push(await round(greeting))
    costs.search.push(await round(searching))
  }
  hello.kill()
  await ken.stop()
  await world.close()
  const [search, bare] = [median(costs.search), median(costs.hello)]
  return {
    keys: keysCount,
    searchMicroseconds: Math.round(search),
    helloMicroseconds: Math.round(bare),
    ratio: Number((search / bare).toFixed(1)),
  }
}

async function addKeys(world: World): Promise<readonly string[]> {
  const source = randomApiKeySource()
  const keys = Array.from({ length: keysCount }, () => source.newApiKey())
  await world.sql(
    `insert into api_keys (id, owner_id, name, key_hash, prefix)
     select id, (select id from users where email = $1), 'bench', hash, prefix from unnest($2::uuid[], $3::text[], $4::text[]) as k (id, hash, prefix)`,
    [
      ownerEmail,
      keys.map(() => randomUUID()),
      keys.map(({ digest }) => digest),
      keys.map(({ prefix }) => prefix),
    ],
  )
  return keys.map(({ plain }) => plain)
}

/** Microseconds of CPU that the target spent per request of one round. */
async function round(target: Target): Promise<number> {
  const client = keepAliveClient(target.url, concurrency)
  const before = cpuMicroseconds(target.pid)
  await perSecond(requestsPerRound, concurrency, async () => {
    const headers = { authorization: target.authorization() }
    const { status, body } =
      target.body === null
        ? await client.get(target.path, headers)
        : await client.post(target.path, headers, target.body)
    if (status !== 200) throw new Error(`${target.path} answered ${status} ${body}`)
  })
  client.close()
  return (cpuMicroseconds(target.pid) - before) / requestsPerRound
}
