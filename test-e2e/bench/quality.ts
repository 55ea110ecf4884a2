import { queries } from '../quality/collection.ts'
import { engines, type Engine } from '../quality/engines.ts'
import { gainOf, hasRepeats } from '../quality/gain.ts'

type Gains = { readonly [group: string]: number }

/**
 * How good the results of the reference queries are: nDCG@10 for each group of queries and each
 * index, and in `repeats` the share of lists with several pages of almost the same text. `KEN_BENCH_ENGINES` chooses the indexes, `KEN_BENCH_MISSES` prints queries whose best page is not first.
 */
export async function quality(): Promise<unknown> {
  const chosen = (process.env['KEN_BENCH_ENGINES'] ?? Object.keys(engines).join(',')).split(',')
  const gains = new Map<string, Gains>()
  for (const [name, open] of Object.entries(engines)) {
    if (!chosen.includes(name)) continue
    const engine = await open()
    gains.set(name, await gainsOf(engine, name))
    await engine.close()
  }
  console.error(tableOf(gains))
  return { queries: queries.length, gains: Object.fromEntries(gains) }
}

async function gainsOf({ find }: Engine, name: string): Promise<Gains> {
  const groups = new Map<string, number[]>([['all', []]])
  for (const query of queries) {
    const found = await find(query.text)
    const gain = gainOf(found, query)
    const measured = [
      ['all', gain],
      [query.group, gain],
      ['repeats', hasRepeats(found) ? 1 : 0],
    ] as const
    for (const [group, value] of measured) groups.set(group, [...(groups.get(group) ?? []), value])
    if (process.env['KEN_BENCH_MISSES'] === name && gain < 0.95)
      console.error(gain.toFixed(2), query.group, query.text, '→', found.slice(0, 4).join(' '))
  }
  return Object.fromEntries(
    [...groups].map(([group, values]) => [group, Math.round(meanOf(values) * 1_000) / 1_000]),
  )
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

function tableOf(gains: ReadonlyMap<string, Gains>): string {
  const names = [...gains.keys()]
  const groups = [...new Set([...gains.values()].flatMap((each) => Object.keys(each)))]
  const rows = groups.map((group) => [
    group.padEnd(14),
    ...names.map((name) => (gains.get(name)?.[group] ?? 0).toFixed(3).padStart(9)),
  ])
  return [['group'.padEnd(14), ...names.map((name) => name.padStart(9))], ...rows]
    .map((row) => row.join(' '))
    .join('\n')
}
