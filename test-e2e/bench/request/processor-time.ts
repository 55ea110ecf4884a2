import { readFileSync, readdirSync } from 'node:fs'

/** Microseconds that all threads of a process have run so far, to the nanosecond; 0 once it has ended. Linux only. */
export function processorMicroseconds(pid: number): number {
  let nanoseconds = 0
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`))
      nanoseconds += ranNanoseconds(pid, thread)
  } catch {
    return 0
  }
  return nanoseconds / 1_000
}

function ranNanoseconds(pid: number, thread: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
  } catch {
    return 0 // The thread ended since it was listed.
  }
}
