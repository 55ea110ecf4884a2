import { importDocuments, operator } from '@ken/core'
import type { Principal } from '@ken/core/ports'
import { aDocument, newId } from '@ken/core/testing'
import { migrate, openServer, postgresPorts, type Database } from '@ken/postgres'
import { freshSchema } from '@ken/testing'
import { existsSync, readFileSync } from 'node:fs'
import { randomNumbers } from './random-numbers.ts'

const documents = Number(process.env['KEN_BENCH_PASSAGES'] ?? 20_000)
const samples = Number(process.env['KEN_BENCH_SAMPLES'] ?? 20)
const batchSize = 500
const vocabulary = 200_000

/** Which share of the documents each group sees. */
const shares = { everyone: 1, third: 1 / 3, tenth: 0.1, hundredth: 0.01, thousandth: 0.001 }
type Share = keyof typeof shares

/** Words by rank: 0 is the most frequent. Each query takes one of each range. */
const classes: { readonly [name: string]: readonly (readonly [from: number, to: number])[] } = {
  rare: [[30_000, 200_000]],
  middle: [[500, 5_000]],
  common: [[0, 20]],
  'two common': [
    [0, 20],
    [20, 60],
  ],
  question: [
    [0, 30],
    [40, 100],
    [150, 900],
    [1_000, 5_000],
    [6_000, 60_000],
  ],
  'sixteen words': Array.from({ length: 16 }, (_, at) => [at * 1_000, at * 1_000 + 900] as const),
}

/**
 * Keyword searches through the adapter, in documents that the import wrote: milliseconds of processor
 * time of the database and of this process, and of the clock, by kind of query and share of visible
 * documents. Takes KEN_BENCH_PASSAGES documents.
 */
export async function search(): Promise<unknown> {
  const schema = await freshSchema()
  const name = `ken_bench_${schema.schema}`
  const database = await openServer({
    url: `${schema.url}&application_name=${name}`,
    poolMax: 8,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  })
  try {
    await migrate(database.withoutTimeout)
    const random = randomNumbers(20_261_123)
    const importMs = await fill(database, random)
    const results: { [kind: string]: { [share: string]: Figures } } = {}
    for (const [kind, ranges] of Object.entries(classes)) {
      const row: { [share: string]: Figures } = {}
      for (const share of Object.keys(shares) as Share[])
        row[share] = await measure(database, name, share, () =>
          ranges.map(([from, to]) => wordOf(from + Math.floor(random() * (to - from)))).join(' '),
        )
      results[kind] = row
    }
    const result = {
      documents,
      importedPerSecond: Math.round(documents / (importMs / 1_000)),
      results,
    }
    console.error(tableOf(results))
    return result
  } finally {
    await database.close()
    await schema.close()
  }
}

const silentJobs = () => ({}) as never

async function fill(database: Database, random: () => number): Promise<number> {
  const ports = { ...postgresPorts(database, silentJobs), ids: { newId } }
  const started = performance.now()
  for (let first = 0; first < documents; first += batchSize) {
    const batch = Array.from({ length: Math.min(batchSize, documents - first) }, (_, at) => {
      const allowed = (Object.keys(shares) as Share[]).filter((share) => random() < shares[share])
      return aDocument({
        externalId: `page-${first + at}`,
        title: `Page ${first + at} ${wordOf(rankOf(random))}`,
        body: Array.from({ length: 60 + Math.floor(random() * 140) }, () =>
          wordOf(rankOf(random)),
        ).join(' '),
        allowed: allowed.map((share) =>
          share === 'everyone' ? ('group:everyone' as Principal) : (`group:${share}` as Principal),
        ),
      })
    })
    await importDocuments(ports, { actor: operator, documents: batch })
    if (first % 10_000 === 0) console.error(`imported ${first} of ${documents}`)
  }
  const lasted = performance.now() - started
  await ports.searchIndex.indexPending(1, null)
  await database.backgroundQuery('bench_analyze', 'analyze', [])
  return lasted
}

type Figures = {
  readonly processorMs: Spread
  /** Of this process, which ranks and quotes. */
  readonly ownMs: Spread
  readonly clockMs: Spread
}
type Spread = { readonly median: number; readonly most: number }

async function measure(
  database: Database,
  name: string,
  share: Share,
  query: () => string,
): Promise<Figures> {
  const { searchIndex } = postgresPorts(database, silentJobs)
  const visibility = { principals: [`group:${share}` as Principal], sources: null }
  const [processor, own, clock]: [number[], number[], number[]] = [[], [], []]
  for (let sample = -2; sample < samples; sample += 1) {
    const text = query()
    const before = await processorMs(database, name)
    const [started, begun] = [performance.now(), process.cpuUsage()]
    await searchIndex.searchText(text, visibility, 10)
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
  }
  return { processorMs: spreadOf(processor), ownMs: spreadOf(own), clockMs: spreadOf(clock) }
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

const rounded = (value: number): number => Math.round(value * 10) / 10

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((left, right) => left - right)
  return {
    median: rounded(sorted[Math.floor(sorted.length / 2)] ?? 0),
    most: rounded(sorted.at(-1) ?? 0),
  }
}

const cellOf = ({ processorMs: { median, most }, ownMs }: Figures): string =>
  `${median}/${most} + ${ownMs.median}`.padEnd(20)

function tableOf(results: { readonly [kind: string]: { readonly [share: string]: Figures } }) {
  const heads = Object.keys(shares).map((share) => share.padEnd(20))
  return [
    `${'database ms, median/most + own'.padEnd(32)}${heads.join('')}`,
    ...Object.entries(results).map(
      ([kind, row]) => `${kind.padEnd(32)}${Object.values(row).map(cellOf).join('')}`,
    ),
  ].join('\n')
}

/** About as natural words: each rank is half as frequent as half its rank. */
const rankOf = (random: () => number) => Math.floor(vocabulary ** random())

const wordOf = (rank: number) => `w${rank.toString(36)}x`
