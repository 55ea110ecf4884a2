import { migrate, openEmbedded, openServer, type Database } from '@ken/postgres'
import { sql } from 'kysely'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quantileSorted } from 'simple-statistics'
import { distributedWorld } from '../support/distributed.ts'
import { measureList } from './lists/explained-database.ts'
import { fillStatements } from './lists/fill-lists.ts'
import { auditCases, invitationCases, keyCases, peopleCases } from './lists/list-cases.ts'

const scale = { people: 100_000, entries: 1_000_000, keys: 10_000, invitations: 100_000 }
const runs = 3
const worstMax = 20

const say = (line: string) => process.stderr.write(`${line}\n`)
const log = { debug() {}, info() {}, warn: say, error: say }

/**
 * Milliseconds of the database for every filter and combination of filters of the long lists, on a
 * server and embedded, without statistics and with them. Prints the slowest.
 */
export async function lists(): Promise<unknown> {
  await using world = await distributedWorld({ owner: false })
  const url = world.env['KEN_DATABASE_URL'] ?? ''
  const server = await measured('server', () => openServer({ url, poolMax: 1, log }))
  const directory = await mkdtemp(join(tmpdir(), 'ken-lists-'))
  try {
    return { server, embedded: await measured('embedded', () => openEmbedded({ directory, log })) }
  } finally {
    await rm(directory, { recursive: true })
  }
}

async function measured(engine: string, open: () => Promise<Database>): Promise<unknown> {
  const database = await open()
  const run = (text: string) => sql.raw(text).execute(database.withoutTimeout)
  await migrate(database.withoutTimeout)
  for (const [table, statement] of Object.entries(fillStatements(scale))) {
    say(`${engine}: fill ${table}`)
    await run(statement)
  }
  const results: { [list: string]: unknown } = {}
  for (const statistics of ['without statistics', 'with statistics']) {
    if (statistics === 'with statistics') await run('analyze')
    const cases = {
      audit: auditCases(scale.entries),
      people: peopleCases(),
      keys: keyCases(),
      invitations: invitationCases(),
    }
    for (const [list, questions] of Object.entries(cases)) {
      say(`${engine}, ${statistics}: ${questions.length} questions of ${list}`)
      const times: { name: string; p50: number; p99: number; planning: number; wall: number }[] = []
      for (const { name, run: ask } of questions) {
        const { executionMs, planningMs, wallMs } = await measureList(database, ask, runs)
        const [p50, p99] = [quantile(executionMs, 0.5), quantile(executionMs, 0.99)]
        times.push({
          name,
          p50,
          p99,
          planning: quantile(planningMs, 0.5),
          wall: quantile(wallMs, 0.5),
        })
      }
      const worst = times.toSorted((one, other) => other.p50 - one.p50).slice(0, worstMax)
      for (const { name, p50, p99, planning, wall } of worst)
        say(`  ${p50} ms (p99 ${p99}, planning ${planning}, until returned ${wall}): ${name}`)
      const all = times.map(({ p50 }) => p50)
      results[`${list} ${statistics}`] = {
        questions: times.length,
        p50: quantile(all, 0.5),
        p99: quantile(all, 0.99),
        worst,
      }
    }
  }
  await database.close()
  return results
}

const quantile = (times: readonly number[], share: number): number =>
  Number(
    quantileSorted(
      times.toSorted((one, other) => one - other),
      share,
    ).toFixed(3),
  )
