import { analyzeQuery, type Principal, type Visibility } from '@ken/core/ports'
import { migrate, openServer, postgresPorts, type Database } from '@ken/postgres'
import { passageValues } from '@ken/postgres/testing'
import { freshSchema } from '@ken/testing'
import { existsSync, readFileSync } from 'node:fs'
import { Client } from 'pg'
import { groupOf, shareNames, type Share } from './corpus.ts'
import { exactShare } from './exact-share.ts'
import { fill, silentJobs } from './fill.ts'
import { queryKinds } from './queries.ts'
import { randomFrom } from './words.ts'

const passages = Number(process.env['KEN_BENCH_PASSAGES'] ?? 20_000)
const samples = Number(process.env['KEN_BENCH_SAMPLES'] ?? 100)
/** For how many queries of each kind and share all visible passages are scored, too. */
const exactSamples = Number(process.env['KEN_BENCH_EXACT'] ?? 10)

/**
 * Keyword searches through the adapter: milliseconds of processor time of the database and of this
 * process, and of the clock, and the share of the exact score sum, by kind of query and share of
 * visible documents. Takes about KEN_BENCH_PASSAGES passages, KEN_BENCH_SAMPLES queries of each kind, and
 * KEN_BENCH_EXACT of them for the exact scores.
 */
export async function search(): Promise<unknown> {
  const schema = await freshSchema()
  const name = `ken_bench_${schema.schema}`
  const options = {
    url: `${schema.url}&application_name=${name}`,
    poolMax: 8,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  }
  const client = new Client({ connectionString: schema.url })
  await client.connect()
  try {
    const filling = await openServer(options)
    await migrate(filling.withoutTimeout)
    const started = performance.now()
    await fill(filling, client, passages)
    const storedPerSecond = Math.round((1_000 * passages) / (performance.now() - started))
    await filling.close()
    // A connection chooses how to plan when it opens.
    const database = await openServer(options)
    try {
      return { passages, storedPerSecond, results: await measureAll(database, client, name) }
    } finally {
      await database.close()
    }
  } finally {
    await client.end()
    await schema.close()
  }
}

async function measureAll(database: Database, client: Client, name: string) {
  const results: { [kind: string]: { [share: string]: Figures } } = {}
  console.error(`database ms, p50/p95/p99 + own, exact share: ${shareNames.join(', ')}`)
  for (const kind of Object.keys(queryKinds)) {
    const row: { [share: string]: Figures } = {}
    for (const share of shareNames) row[share] = await measure(database, client, name, kind, share)
    results[kind] = row
    console.error(lineOf(kind, row))
  }
  return results
}

type Figures = {
  readonly processorMs: Spread
  /** Of this process, which ranks and quotes. */
  readonly ownMs: Spread
  readonly clockMs: Spread
  /** Of the exact score sum, mean. */
  readonly exactShare: number | null
}
type Spread = { readonly p50: number; readonly p95: number; readonly p99: number }

async function measure(
  database: Database,
  client: Client,
  name: string,
  kind: string,
  share: Share,
): Promise<Figures> {
  const { searchIndex } = postgresPorts(database, silentJobs)
  const random = randomFrom(2)
  const visibility = { principals: [groupOf(share) as Principal], sources: null }
  const [processor, own, clock, exact]: [number[], number[], number[], number[]] = [[], [], [], []]
  for (let sample = -5; sample < samples; sample += 1) {
    const query = queryKinds[kind]!(random)
    const before = await processorMs(database, name)
    const [started, begun] = [performance.now(), process.cpuUsage()]
    await searchIndex.searchText(query, visibility, 10)
    const { user, system } = process.cpuUsage(begun)
    const lasted = performance.now() - started
    const after = await processorMs(database, name)
    if (sample < 0) continue
    // A new connection has used time before this search.
    processor.push(
      [...after].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? used), 0),
    )
    own.push((user + system) / 1_000)
    clock.push(lasted)
    const found = sample < exactSamples ? await exactShareOf(client, query, visibility) : null
    if (found !== null) exact.push(found)
  }
  return {
    processorMs: spreadOf(processor),
    ownMs: spreadOf(own),
    clockMs: spreadOf(clock),
    exactShare:
      exact.length === 0 ? null : exact.reduce((sum, each) => sum + each, 0) / exact.length,
  }
}

/** A query with its terms, as the adapter asks the database. */
function exactShareOf(client: Client, query: string, visibility: Visibility) {
  const [forms, words, spellings, asked] = passageValues(analyzeQuery(query), visibility, 10)
  return exactShare(client, { forms, words, spellings, asked, readers: visibility.principals })
}

/** What each connection except the one that asks has used so far. */
async function processorMs(database: Database, name: string): Promise<ReadonlyMap<number, number>> {
  const rows = await database.query<{ pid: number }>(
    'search_backends',
    `select pid from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()`,
    [name],
  )
  return new Map(
    rows.flatMap(({ pid }) => {
      const file = `/proc/${pid}/schedstat`
      // It may have ended since.
      if (!existsSync(file)) return []
      return [[pid, Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6] as const]
    }),
  )
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((left, right) => left - right)
  const at = (share: number) =>
    Math.round(10 * (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)) /
    10
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

const lineOf = (kind: string, row: { readonly [share: string]: Figures }): string =>
  kind.padEnd(20) +
  Object.values(row)
    .map(({ processorMs: { p50, p95, p99 }, ownMs, exactShare: exact }) =>
      `${p50}/${p95}/${p99} + ${ownMs.p50} ${exact?.toFixed(3) ?? ''}`.padEnd(30),
    )
    .join('')
