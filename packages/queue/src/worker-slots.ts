import type { PgBoss } from 'pg-boss'

/** The slots in which a process runs jobs of one queue; each belongs to a worker of pg-boss. */
export type WorkerSlots = {
  /** Lets the next idle slot poll. A busy one polls anyway when it is done. */
  readonly wakeOne: () => void
  /** Assigns a worker to the next slot, counted from 0. */
  readonly add: (worker: string) => void
  /** Runs the jobs that a slot has fetched. `mayBeMore`: it got as many as it asked for. */
  readonly run: <Value>(
    slot: number,
    mayBeMore: boolean,
    work: () => Promise<Value>,
  ) => Promise<Value>
}

/**
 * Wakes only as many slots as there may be jobs. If all polled for every job, all but one would
 * poll in vain. A slot that got fewer jobs than it asked for has emptied the queue.
 */
export function workerSlots(boss: Pick<PgBoss, 'notifyWorker'>): WorkerSlots {
  const workers: string[] = []
  const busy = new Set<number>()
  let last = -1
  /** Whether a job may have come while all slots were busy. */
  let hasMissed = false
  const wake = (slot: number) => {
    const worker = workers[slot]
    if (worker !== undefined) boss.notifyWorker(worker)
  }
  const wakeOne = () => {
    const idle = workers
      .map((_, step) => (last + 1 + step) % workers.length)
      .find((slot) => !busy.has(slot))
    if (idle === undefined) {
      hasMissed = workers.length > 0
      return
    }
    last = idle
    wake(idle)
  }
  return {
    wakeOne,
    add: (worker) => void workers.push(worker),
    async run(slot, mayBeMore, work) {
      busy.add(slot)
      // For another slot now, and for this one when it is done.
      if (mayBeMore) wakeOne()
      try {
        return await work()
      } finally {
        busy.delete(slot)
        if (mayBeMore || hasMissed) wake(slot)
        hasMissed = false
      }
    },
  }
}
