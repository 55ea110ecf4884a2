import type { PgBoss, WipData } from 'pg-boss'

/** The slots in which a process runs jobs of one queue; each belongs to a worker of pg-boss. */
export type WorkerSlots = {
  /** Lets an idle slot look for a new job. When all are busy, the first that is done does. */
  readonly wakeOne: () => void
  /** Lets an idle slot look for jobs that there may be, new or not. */
  readonly poll: () => void
  /** Assigns a worker to the next slot, counted from 0. */
  readonly add: (worker: string) => void
  /** Runs the jobs that a slot has fetched. If there may be more, another slot looks for them, and this one when it is done. */
  readonly run: <Value>(
    slot: number,
    mayBeMore: boolean,
    work: () => Promise<Value>,
  ) => Promise<Value>
}

/** What slots use of pg-boss. `count` is how many jobs a worker has fetched and not yet stored the result of. */
type Boss = Pick<PgBoss, 'notifyWorker'> & {
  readonly getWipData: () => readonly Pick<WipData, 'id' | 'count'>[]
}

/** How long a woken slot counts as looking for a job. */
const lookMs = 1_000

/**
 * Wakes only as many slots as there may be jobs. If all polled for every job, all but one would
 * poll in vain.
 */
export function workerSlots(boss: Boss, now: () => number = () => performance.now()): WorkerSlots {
  const workers: string[] = []
  const busy = new Set<number>()
  const wokenAt = new Map<number, number>()
  /** Woken for a notification, and without a job since: it may be for a job that waits for another of its group. */
  const unsuccessful = new Set<number>()
  /** Whose jobs such a job may wait for. */
  const awaited = new Set<number>()
  /** Looking for such a job after the end of another. */
  const lookingAgain = new Set<number>()
  /** Slots that are idle and were not woken since their jobs ended, in the order in which these ended. */
  const ended = new Set<number>()
  /** Notifications for which no slot was free. */
  let missed = 0
  let last = -1
  const isLooking = (slot: number) => now() - (wokenAt.get(slot) ?? -Infinity) <= lookMs
  const awaitBusy = () => busy.forEach((slot) => awaited.add(slot))
  const wake = (slot: number) => {
    if (unsuccessful.delete(slot)) awaitBusy()
    wokenAt.set(slot, now())
    lookingAgain.delete(slot)
    ended.delete(slot)
    const worker = workers[slot]
    if (worker !== undefined) boss.notifyWorker(worker)
  }
  /**
   * Wakes the slot whose job ended last, else the next idle one. Returns whether it was not looking for another job.
   */
  const wakeNext = (): boolean => {
    const idle = workers
      .map((_, step) => (last + 1 + step) % workers.length)
      .filter((slot) => !busy.has(slot))
    const rested = [...ended].at(-1) ?? idle.find((slot) => !isLooking(slot))
    const next = rested ?? idle[0]
    if (next !== undefined) {
      last = next
      wake(next)
    }
    return rested !== undefined
  }
  /**
   * Lets the slots look that are storing the results of their jobs. Until these are stored, they keep other jobs of their
   * groups from being found.
   */
  const wakeStoring = () => {
    if (ended.size === 0) return
    const counts = new Map(boss.getWipData().map(({ id, count }) => [id, count]))
    for (const slot of ended) if ((counts.get(workers[slot] ?? '') ?? 0) > 0) wake(slot)
  }
  const wakeOne = () => {
    if (wakeNext()) unsuccessful.add(last)
    else missed += 1
    wakeStoring()
  }
  /** A slot that was woken just now may still be looking. If it finds a job, another one of the same group waits for that. */
  const forgetUnsuccessful = () => {
    for (const slot of unsuccessful) if (!isLooking(slot)) unsuccessful.delete(slot)
  }
  /** Whether to look for one of them, which is then done. */
  const takeMissed = () => {
    if (missed === 0) return false
    missed -= 1
    return true
  }
  return {
    wakeOne,
    poll: () => void wakeNext(),
    add: (worker) => void workers.push(worker),
    async run(slot, mayBeMore, work) {
      busy.add(slot)
      wokenAt.delete(slot)
      ended.delete(slot)
      unsuccessful.delete(slot)
      const hasLookedAgain = lookingAgain.delete(slot)
      if (mayBeMore) wakeNext()
      else if (takeMissed()) wakeOne()
      try {
        return await work()
      } finally {
        if (unsuccessful.size > 0) awaitBusy()
        forgetUnsuccessful()
        busy.delete(slot)
        ended.add(slot)
        const mayWait = awaited.delete(slot) || hasLookedAgain
        // To look for a job that no notification was for uses up none.
        if (mayBeMore || mayWait || takeMissed()) wake(slot)
        if (mayWait) lookingAgain.add(slot)
      }
    },
  }
}
