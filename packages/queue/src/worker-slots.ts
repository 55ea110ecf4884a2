import type { PgBoss } from 'pg-boss'

/** The slots in which a process runs jobs of one queue; each belongs to a worker of pg-boss. */
export type WorkerSlots = {
  /** Lets the next idle slot poll. A busy one polls anyway when it is done. */
  readonly wakeOne: () => void
  /** Assigns a worker to the next slot, counted from 0. */
  readonly add: (worker: string) => void
  /** Runs the jobs that a slot has fetched. */
  readonly run: <Value>(slot: number, work: () => Promise<Value>) => Promise<Value>
}

/**
 * Wakes only as many slots as there may be jobs. If all polled for every job, all but one would
 * poll in vain.
 */
export function workerSlots(boss: Pick<PgBoss, 'notifyWorker'>): WorkerSlots {
  const workers: string[] = []
  const busy = new Set<number>()
  let last = -1
  const wake = (slot: number) => {
    const worker = workers[slot]
    if (worker !== undefined) boss.notifyWorker(worker)
  }
  const wakeOne = () => {
    const idle = workers
      .map((_, step) => (last + 1 + step) % workers.length)
      .find((slot) => !busy.has(slot))
    if (idle === undefined) return
    last = idle
    wake(idle)
  }
  return {
    wakeOne,
    add: (worker) => void workers.push(worker),
    async run(slot, work) {
      busy.add(slot)
      // There may be more jobs, for another slot now and for this one when it is done.
      wakeOne()
      try {
        return await work()
      } finally {
        busy.delete(slot)
        wake(slot)
      }
    },
  }
}
