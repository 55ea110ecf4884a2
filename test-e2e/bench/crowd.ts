import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { distributedWorld, type World } from '../support/distributed.ts'
import { ken, startKen, type ServerProgram } from '../support/ken-program.ts'
import { addMembersWithPassword, member } from '../support/member.ts'
import { bearer, sessionOf } from '../support/session.ts'
import { keepAliveClient, type KeepAliveClient } from './keep-alive-client.ts'
import { median, residentMegabytes } from './process-figures.ts'

const seconds = Number(process.env['KEN_BENCH_SECONDS'] ?? 60)
const signInsInFlight = 200
const searchesPerSecond = 200
const people = 60
const pages = 50
const secondsPerSample = 5

/**
 * 200 sign-ins in flight beside 200 searches a second (R91): statuses and times of both, searches alone for comparison, the
 * delay of the event loop, and the server's memory every five seconds.
 */
export async function crowd(): Promise<unknown> {
  await using world = await distributedWorld()
  const members = await addMembersWithPassword(world, people)
  await importPages(world)
  const monitor = fileURLToPath(new URL('loop-monitor.ts', import.meta.url))
  const env = {
    ...world.env,
    KEN_LOG_LEVEL: 'warn',
    KEN_TRUSTED_PROXIES: '127.0.0.1,::1',
    NODE_OPTIONS: `--import=${monitor}`,
  }
  await using server = await startKen(['http'], { ...world, env })
  const tokens: string[] = []
  for (const person of members) tokens.push((await sessionOf(server, person)).token)
  const client = keepAliveClient(server.url, 2 * signInsInFlight)
  const search = (position: number) =>
    timed(client, '/public/v1/search', bearer(tokens[position % people]!), {
      query: 'harbour printers',
    })

  const alone: Timed[] = []
  for (let position = 0; position < searchesPerSecond; position += 1)
    alone.push(await search(position))
  const delaysBefore = delaysOf(server).length
  const over = new AbortController()
  const signingIn = Array.from({ length: signInsInFlight }, (_, position) =>
    signInsUntil(over.signal, client, position),
  )
  const { searches, residentMb } = await searchesAtRate(server, search)
  over.abort()
  const signIns = (await Promise.all(signingIn)).flat()
  client.close()
  const delays = delaysOf(server).slice(delaysBefore)
  return {
    seconds,
    searchesAlone: figuresOf(alone),
    searches: figuresOf(searches),
    signIns: figuresOf(signIns),
    loopP99Ms: {
      median: median(delays),
      secondsOver100Ms: delays.filter((delay) => delay > 100).length,
      seconds: delays.length,
    },
    residentMb,
  }
}

async function importPages(world: World): Promise<void> {
  const lines = Array.from({ length: pages }, (_, page) =>
    JSON.stringify({
      source: 'wiki',
      external_id: `page-${page}`,
      title: `Page ${page}`,
      body: `The harbour has printers on floor ${page}. `.repeat(20),
      url: `https://wiki.example.com/${page}`,
      allowed: ['everyone'],
    }),
  )
  writeFileSync(join(world.cwd, 'pages.jsonl'), lines.join('\n'))
  const { code, stderr } = await ken(['import', 'pages.jsonl'], world)
  if (code !== 0) throw new Error(`the pages were not imported: ${stderr}`)
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

/** One sign-in after the other, each person from an address of their own. */
async function signInsUntil(
  signal: AbortSignal,
  client: KeepAliveClient,
  position: number,
): Promise<readonly Timed[]> {
  const done: Timed[] = []
  const credentials = { ...member, email: `member-${position % people}@example.com` }
  while (!signal.aborted)
    done.push(
      await timed(client, '/login', { 'x-forwarded-for': `198.51.100.${position}` }, credentials),
    )
  return done
}

/** Searches at the times that the rate asks for, whether earlier ones have returned or not. */
async function searchesAtRate(server: ServerProgram, search: (position: number) => Promise<Timed>) {
  const residentMb: number[] = []
  const searches: Promise<Timed>[] = []
  const started = performance.now()
  for (let position = 0; position < seconds * searchesPerSecond; position += 1) {
    if (position % (secondsPerSample * searchesPerSecond) === 0)
      residentMb.push(residentMegabytes(server.child.pid!))
    searches.push(search(position))
    await sleep(
      Math.max(0, started + ((position + 1) * 1_000) / searchesPerSecond - performance.now()),
    )
  }
  return { searches: await Promise.all(searches), residentMb }
}

const delaysOf = ({ output }: ServerProgram): readonly number[] =>
  [...output.stderr.matchAll(/loop_p99_ms=([\d.]+)/g)].map((match) => Number(match[1]))

function figuresOf(responses: readonly Timed[]) {
  const statuses: { [status: number]: number } = {}
  for (const { status } of responses) statuses[status] = (statuses[status] ?? 0) + 1
  const served = responses.filter(({ status }) => status === 200)
  const times = served
    .map(({ milliseconds }) => Math.round(milliseconds))
    .toSorted((left, right) => left - right)
  return {
    statuses,
    servedMs: { median: median(times), p99: times[Math.floor(times.length * 0.99)] },
  }
}
