import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { distributedWorld, type World } from '../support/distributed.ts'
import { kenHere } from '../support/ken-here.ts'
import { startKen, type ServerProgram } from '../support/ken-program.ts'
import { figuresMark, type LoadFigures } from '../support/load-figures.ts'
import { addMembersWithPassword, member } from '../support/member.ts'
import { realPasswordCost } from '../support/password-cost.ts'
import { bearer, sessionOf } from '../support/session.ts'
import { post } from '../support/surface.ts'
import { atOnce } from '../support/two-processes.ts'

const peopleCount = 16
const signInsPerRound = 32
const searchesPerRound = 64
/** As long as a password may be: a second and more of work for the scorer. */
const complexPassword = '4@8({[<369&#!1/|0$5+7%2'.repeat(6).slice(0, 128)

const started = new AsyncDisposableStack()
let world: World
let server: ServerProgram
let people: readonly (typeof member)[]
let tokens: readonly string[]

beforeAll(async () => {
  world = started.use(await distributedWorld())
  people = await addMembersWithPassword(world, peopleCount)
  const pages = Array.from({ length: 50 }, (_, page) => ({
    source: 'wiki',
    external_id: `page-${page}`,
    title: `Page ${page}`,
    body: `The harbour has printers on floor ${page}. `.repeat(20),
    url: `https://wiki.example.com/${page}`,
    allowed: ['everyone'],
  }))
  const pagesFile = join(world.cwd, 'pages.jsonl')
  writeFileSync(pagesFile, pages.map((page) => JSON.stringify(page)).join('\n'))
  const measured = {
    NODE_OPTIONS: `--import=${import.meta.resolve('../support/load-figures.ts')}`,
    KEN_TEST_LOAD_FIGURES: '1',
  }
  const [imported, running] = await Promise.all([
    kenHere(['import', pagesFile], world),
    startKen(['http'], {
      ...world,
      env: { ...world.env, ...realPasswordCost, KEN_LOG_LEVEL: 'warn', ...measured },
    }),
  ])
  server = started.use(running)
  if (imported.code !== 0) throw new Error(`the pages were not imported: ${imported.stderr}`)
  tokens = await atOnce(
    peopleCount,
    async (position) => (await sessionOf(server, people[position]!)).token,
  )
})
afterAll(() => started.disposeAsync())

async function figures(): Promise<LoadFigures> {
  const lines = () =>
    server.output.stderr.split('\n').filter((line) => line.startsWith(figuresMark))
  const before = lines().length
  server.child.kill('SIGUSR2')
  await expect.poll(() => lines().length, { timeout: 20_000, interval: 5 }).toBe(before + 1)
  return JSON.parse(lines().at(-1)!.slice(figuresMark.length)) as LoadFigures
}

/**
 * The statuses of a load, and what it used. Processor time does not depend on what else the machine does: other programs
 * make the load slower, and leave the share of the thread that serves requests as it is.
 */
async function under(load: () => Promise<readonly number[]>) {
  const before = await figures()
  const statuses = await load()
  const after = await figures()
  const shareOfMain = (after.mainMs - before.mainMs) / (after.allMs - before.allMs)
  return { statuses: new Set(statuses), shareOfMain, heldBytes: after.heldBytes }
}

/** Sends requests, at most `inFlight` at a time. */
async function statusesOf(
  count: number,
  inFlight: number,
  send: (position: number) => Promise<Response>,
): Promise<number[]> {
  const statuses: number[] = []
  let next = 0
  await atOnce(inFlight, async () => {
    for (let position = (next += 1); position <= count; position = next += 1) {
      const response = await send(position)
      await response.arrayBuffer()
      statuses.push(response.status)
    }
  })
  return statuses
}

const signIns = () =>
  statusesOf(signInsPerRound, peopleCount, (position) =>
    post(`${server.url}/login`, people[position % peopleCount]),
  )
const searches = (count = searchesPerRound) =>
  statusesOf(count, 8, (position) =>
    post(
      `${server.url}/public/v1/search`,
      { query: 'harbour printers' },
      bearer(tokens[position % peopleCount]!),
    ),
  )
const both = async () => (await Promise.all([signIns(), searches()])).flat()

/** Success, or "try again later". */
const expected = new Set([200, 429, 503])

describe('R91 many concurrent sign-ins and searches', () => {
  it(
    'are all served, hash passwords off the event loop, and leave nothing in memory',
    { timeout: 120_000 },
    async () => {
      const first = await under(both)
      const second = await under(both)
      for (const { statuses, shareOfMain } of [first, second]) {
        expect([...statuses.difference(expected)]).toEqual([])
        expect(statuses).toContain(200)
        // Hashing is three quarters of the work.
        expect(shareOfMain).toBeLessThan(0.6)
      }
      const heldBytesPerRequest =
        (second.heldBytes - first.heldBytes) / (signInsPerRound + searchesPerRound)
      expect(heldBytesPerRequest).toBeLessThan(65_536)
    },
  )

  it(
    'are served beside a password that costs the scorer seconds',
    { timeout: 120_000 },
    async () => {
      const body = { current_password: member.password, new_password: complexPassword }
      const change = () =>
        statusesOf(1, 1, () =>
          post(`${server.url}/api/v1/auth/password/change`, body, bearer(tokens[0]!)),
        )
      const { statuses, shareOfMain } = await under(async () =>
        (await Promise.all([change(), searches(40)])).flat(),
      )
      expect([...statuses.difference(new Set([...expected, 204, 422]))]).toEqual([])
      expect(shareOfMain).toBeLessThan(0.6)
    },
  )
})
