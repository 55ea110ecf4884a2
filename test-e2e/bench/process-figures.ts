import { readFileSync } from 'node:fs'

/** Resident memory of a process in megabytes, as Linux counts it. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'
  return Math.round(Number(kilobytes) / 1024)
}

const ticksPerSecond = 100

/** CPU time that a process has used so far, in microseconds, to a hundredth of a second. */
export function cpuMicroseconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1_000_000
}

export const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)]!

/** Runs `count` works, `inFlight` at a time, and returns how many there were per second. */
export async function perSecond(
  count: number,
  inFlight: number,
  work: () => Promise<unknown>,
): Promise<number> {
  const started = performance.now()
  let left = count
  const worker = async () => {
    while ((left -= 1) >= 0) await work()
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return (count / (performance.now() - started)) * 1_000
}
