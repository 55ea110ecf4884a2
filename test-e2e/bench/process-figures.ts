import { readFileSync } from 'node:fs'

/** Resident memory of a process in megabytes, as Linux counts it. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'
  return Math.round(Number(kilobytes) / 1024)
}

/** The most resident memory that a process has had, in megabytes; 0 if it has ended. */
export function peakMegabytes(pid: number): number {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(textOf(`/proc/${pid}/status`))?.[1] ?? '0'
  return Math.round(Number(kilobytes) / 1024)
}

const ticksPerSecond = 100
const ticksOf = (process: number | 'self', first: number): number => {
  const fields = textOf(`/proc/${process}/stat`)
    .replace(/^.*\) /, '')
    .split(' ')
  return Number(fields[first] ?? 0) + Number(fields[first + 1] ?? 0)
}

/** CPU time that a process has used so far, in microseconds, to a hundredth of a second; 0 if it has ended. */
export const cpuMicroseconds = (pid: number): number =>
  (ticksOf(pid, 11) / ticksPerSecond) * 1_000_000

/** CPU time of all children of this process that have ended, in microseconds. */
export const endedChildrenMicroseconds = (): number =>
  (ticksOf('self', 13) / ticksPerSecond) * 1_000_000

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
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
