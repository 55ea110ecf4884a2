import type { PgBoss } from 'pg-boss'

/** The places of a process where jobs of one queue are carried out, each taken by a worker of pg-boss. */
export type Places = {
  /** Lets a free place look for a job, another than last time; one that is taken looks anyway once it is free. */
  readonly wakeOne: () => void
  /** Says which worker has the next place, counted from 0. */
  readonly settle: (worker: string) => void
  /** Carries out what a place has found. */
  readonly occupy: <Value>(place: number, work: () => Promise<Value>) => Promise<Value>
}

/**
 * Wakes as many places as there may be jobs. All of them at once would ask the database for the same job, at every job, and
 * one of them get it.
 */
export function placesOf(boss: Pick<PgBoss, 'notifyWorker'>): Places {
  const workers: string[] = []
  const taken = new Set<number>()
  let last = -1
  const wake = (place: number) => {
    const worker = workers[place]
    if (worker !== undefined) boss.notifyWorker(worker)
  }
  const wakeOne = () => {
    const free = workers.map((_, step) => (last + 1 + step) % workers.length).find((place) => !taken.has(place))
    if (free === undefined) return
    last = free
    wake(free)
  }
  return {
    wakeOne,
    settle: (worker) => void workers.push(worker),
    async occupy(place, work) {
      taken.add(place)
      // Where there is one there may be more, for this one, too, when it is through.
      wakeOne()
      try {
        return await work()
      } finally {
        taken.delete(place)
        wake(place)
      }
    },
  }
}
