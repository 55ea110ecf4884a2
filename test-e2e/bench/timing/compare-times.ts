import { cumulativeStdNormalProbability, wilcoxonRankSum } from 'simple-statistics'
import { median } from '../process-figures.ts'

/** Milliseconds by class, each class beside one of them. */
export function compareTimes(
  times: ReadonlyMap<string, readonly number[]>,
  reference: string,
): Readonly<Record<string, object>> {
  return Object.fromEntries(
    [...times].map(([name, own]) => [name, compared(own, times.get(reference)!)]),
  )
}

function compared(own: readonly number[], reference: readonly number[]) {
  const [medianMs, referenceMs] = [median(own), median(reference)]
  const [count, others] = [own.length, reference.length]
  const expected = (count * (count + others + 1)) / 2
  const deviation = Math.sqrt((count * others * (count + others + 1)) / 12)
  const z = (wilcoxonRankSum([...own], [...reference]) - expected) / deviation
  return {
    medianMs: Number(medianMs.toFixed(2)),
    difference: Number((medianMs / referenceMs - 1).toFixed(4)),
    p: Number((2 * cumulativeStdNormalProbability(-Math.abs(z))).toFixed(3)),
  }
}
