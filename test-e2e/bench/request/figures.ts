import { median } from '../process-figures.ts'

/** One round of one target. The figures of processes are per request. */
export type Sample = {
  readonly name: string
  readonly round: number
  readonly perSecond: number
  /** Of one core: near 1 if the load fills the server. */
  readonly busyShare: number
  readonly serverMicroseconds: number
  readonly postgresMicroseconds: number
  readonly redisMicroseconds: number
}

type Spread = { readonly median: number; readonly quarter: number; readonly threeQuarters: number }
export type Figures = { readonly [name: string]: { readonly [figure: string]: Spread } }

const spreadOf = (values: readonly number[]): Spread => {
  const sorted = values.toSorted((left, right) => left - right)
  const at = (share: number) => rounded(sorted[Math.floor(sorted.length * share)]!)
  return { median: rounded(median(values)), quarter: at(0.25), threeQuarters: at(0.75) }
}
const rounded = (value: number): number => Number(value.toPrecision(4))

/** Median and quartiles of each target, and of its ratios to the bare servers in the same round. */
export function figuresOf(samples: readonly Sample[]): Figures {
  const figures: { [name: string]: { [figure: string]: Spread } } = {}
  for (const [name, own] of Object.entries(Object.groupBy(samples, (sample) => sample.name))) {
    const spread = (figureOf: (sample: Sample) => number) => spreadOf(own!.map(figureOf))
    const beside = (bare: string, ratio: (sample: Sample, reference: Sample) => number) =>
      spread((sample) =>
        ratio(
          sample,
          samples.find((other) => other.name === bare && other.round === sample.round)!,
        ),
      )
    figures[name] = {
      perSecond: spread(({ perSecond }) => perSecond),
      busyShare: spread(({ busyShare }) => busyShare),
      serverMicroseconds: spread(({ serverMicroseconds }) => serverMicroseconds),
      postgresMicroseconds: spread(({ postgresMicroseconds }) => postgresMicroseconds),
      redisMicroseconds: spread(({ redisMicroseconds }) => redisMicroseconds),
      serverOverHello: beside(
        'hello',
        (sample, hello) => sample.serverMicroseconds / hello.serverMicroseconds,
      ),
      allOverHello: beside('hello', (sample, hello) => allOf(sample) / hello.serverMicroseconds),
      rateOverSkeleton: beside(
        'skeleton',
        (sample, skeleton) => sample.perSecond / skeleton.perSecond,
      ),
    }
  }
  return figures
}

const allOf = ({ serverMicroseconds, postgresMicroseconds, redisMicroseconds }: Sample): number =>
  serverMicroseconds + postgresMicroseconds + redisMicroseconds

/** One line per target: medians, with the quartiles of the ratios in brackets. */
export function tableOf(figures: Figures): string {
  const lines = [
    [
      '',
      'per s',
      'busy',
      'server us',
      'pg us',
      'redis us',
      'server/hello',
      'all/hello',
      'rate/skeleton',
    ],
  ]
  for (const [name, figure] of Object.entries(figures)) {
    const ranged = (key: string) => {
      const { median: middle, quarter, threeQuarters } = figure[key]!
      return `${middle.toPrecision(3)} [${quarter.toPrecision(3)} ${threeQuarters.toPrecision(3)}]`
    }
    lines.push([
      name,
      String(Math.round(figure['perSecond']!.median)),
      figure['busyShare']!.median.toFixed(2),
      ...['serverMicroseconds', 'postgresMicroseconds', 'redisMicroseconds'].map((key) =>
        figure[key]!.median.toFixed(1),
      ),
      ...['serverOverHello', 'allOverHello', 'rateOverSkeleton'].map(ranged),
    ])
  }
  const widths = lines[0]!.map((_, column) =>
    Math.max(...lines.map((line) => line[column]!.length)),
  )
  return lines
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column]!)).join('  '))
    .join('\n')
}
