import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { distributedWorld, type World } from '../../support/distributed.ts'
import { kenJson, startKen } from '../../support/ken-program.ts'
import { addMembersWithPassword, member } from '../../support/member.ts'
import { bearer, sessionOf } from '../../support/session.ts'
import { keepAliveClient, type KeepAliveClient } from '../keep-alive-client.ts'
import { median } from '../process-figures.ts'

const passages = Number(process.env['KEN_BENCH_PASSAGES'] ?? 40_000)
const samples = Number(process.env['KEN_BENCH_SAMPLES'] ?? 60)
const people = 12
const atOnce = 12
/** In every passage, so that each search has to rank all of them. */
const common = 'harbour printer manual'
const rare = 'zephyrquartz'

/** Who sends the searches of a crowd: the position of the person, for each of those at once. */
const crowds: { readonly [name: string]: (position: number) => number } = {
  onePerson: () => 0,
  tenPeople: (position) => position % 10,
}

/**
 * A bystander's search for a rare word and sign-ins, alone and beside twelve searches at once for words that are in every
 * passage: milliseconds, and the statuses and times of the crowd.
 */
export async function searchCrowd(): Promise<unknown> {
  await using world = await distributedWorld()
  const members = await addMembersWithPassword(world, people)
  await importPassages(world)
  const env = {
    ...world.env,
    KEN_LOG_LEVEL: 'error',
    KEN_PERSON_LIMIT: '1000000',
    KEN_TRUSTED_PROXIES: '127.0.0.1,::1',
  }
  await using server = await startKen(['http'], { ...world, env })
  const tokens: string[] = []
  for (const person of members) tokens.push((await sessionOf(server, person)).token)
  const client = keepAliveClient(server.url, 4 * atOnce)
  const search = (position: number, query: string) =>
    timed(client, '/public/v1/search', bearer(tokens[position]!), { query })
  const bystander = async () => {
    const [searches, signIns]: [Timed[], Timed[]] = [[], []]
    for (let sample = 0; sample < samples; sample += 1) {
      searches.push(await search(people - 1, rare))
      signIns.push(await signIn(client, sample))
    }
    return { search: figuresOf(searches), signIn: figuresOf(signIns) }
  }
  await bystander()
  const commonAlone: Timed[] = []
  for (let sample = 0; sample < 5; sample += 1) commonAlone.push(await search(0, common))
  const result: { [name: string]: unknown } = {
    passages,
    commonSearchAlone: figuresOf(commonAlone),
    alone: await bystander(),
  }
  for (const [name, personOf] of Object.entries(crowds)) {
    const over = new AbortController()
    const searching = Array.from({ length: atOnce }, (_, position) =>
      untilAborted(over.signal, () => search(personOf(position), common)),
    )
    const beside = await bystander()
    over.abort()
    const crowd = figuresOf((await Promise.all(searching)).flat())
    result[name] = { ...beside, crowd }
  }
  client.close()
  console.error(tableOf(result))
  return result
}

async function importPassages(world: World): Promise<void> {
  const lines = Array.from({ length: passages }, (_, position) =>
    JSON.stringify({
      source: 'wiki',
      external_id: `page-${position}`,
      title: `Page ${position}`,
      body: `The ${common} ${position} ${position % 997} ${position % 89} says how to proceed.${position === 7 ? ` ${rare}` : ''}`,
      url: `https://wiki.example.com/${position}`,
      allowed: ['everyone'],
    }),
  )
  writeFileSync(join(world.cwd, 'passages.jsonl'), lines.join('\n'))
  await kenJson(['import', 'passages.jsonl'], world)
  await world.sql('analyze')
}

type Timed = { readonly status: number; readonly milliseconds: number }

async function timed(
  client: KeepAliveClient,
  path: string,
  headers: Record<string, string>,
  body: object,
): Promise<Timed> {
  const started = performance.now()
  const { status } = await client.post(path, headers, JSON.stringify(body))
  return { status, milliseconds: performance.now() - started }
}

/** Each from an address of its own, so that no limit per address counts. */
const signIn = (client: KeepAliveClient, sample: number): Promise<Timed> =>
  timed(
    client,
    '/login',
    { 'x-forwarded-for': `198.51.${Math.floor(sample / 250)}.${1 + (sample % 250)}` },
    { ...member, email: `member-${sample % people}@example.com` },
  )

async function untilAborted(
  signal: AbortSignal,
  work: () => Promise<Timed>,
): Promise<readonly Timed[]> {
  const done: Timed[] = []
  while (!signal.aborted) done.push(await work())
  return done
}

type Figures = {
  readonly statuses: { readonly [status: number]: number }
  readonly median: number
  readonly p95: number
  readonly p99: number
}

function figuresOf(responses: readonly Timed[]): Figures {
  const statuses: { [status: number]: number } = {}
  for (const { status } of responses) statuses[status] = (statuses[status] ?? 0) + 1
  const times = responses
    .filter(({ status }) => status === 200)
    .map(({ milliseconds }) => Number(milliseconds.toFixed(1)))
    .toSorted((left, right) => left - right)
  const at = (share: number) => times[Math.floor(times.length * share)]!
  return { statuses, median: median(times), p95: at(0.95), p99: at(0.99) }
}

function tableOf(result: { readonly [name: string]: unknown }): string {
  const rows = ['alone', ...Object.keys(crowds)].flatMap((name) =>
    Object.entries(result[name] as { readonly [what: string]: Figures }).map(
      ([what, { median: middle, p95, p99, statuses }]) =>
        `| ${name} | ${what} | ${middle} | ${p95} | ${p99} | ${JSON.stringify(statuses)} |`,
    ),
  )
  return [
    '| beside | what | median ms | p95 ms | p99 ms | statuses |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}
