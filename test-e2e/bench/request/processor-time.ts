import { readFileSync, readdirSync } from 'node:fs'

/** Microseconds that all threads of a process have run so far, to the nanosecond. Linux only. */
export function processorMicroseconds(pid: number): number {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      const [ran] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
      nanoseconds += Number(ran)
    } catch {
      // The thread ended since it was listed.
    }
  }
  return nanoseconds / 1_000
}
