/** Runs the jobs of one queue in this process, in batches of one or more. */
export type JobRunner<Batch> = {
  readonly running: () => readonly Batch[]
  /** Looks for a new job. */
  readonly wake: () => void
  /** Looks for jobs, new or not, until it finds none. */
  readonly poll: () => void
  /** Stops looking. Resolves once nothing runs. */
  readonly close: () => Promise<void>
}

export type JobRunnerOptions<Batch> = {
  /** The most batches that run concurrently. */
  readonly concurrencyMax: number
  /** Takes the next jobs; null if none can run now. */
  readonly fetch: () => Promise<Batch | null>
  /** Runs jobs and stores their results. */
  readonly run: (batch: Batch) => Promise<void>
  /** Whether there may be more jobs that no notification announces. */
  readonly mayBeMore: (batch: Batch) => boolean
  /** Gets what `fetch` and `run` throw. */
  readonly report: (error: unknown) => void
}

/**
 * Looks for one batch after the other, so that jobs start in their order, and only as often as there may be jobs. A job
 * may wait for another of its group, so that a look does not find it. The end of each batch that ran meanwhile leads to
 * further looks. If the other job runs in another process, the wait may last until a poll.
 */
export function jobRunner<Batch extends object>({
  concurrencyMax,
  fetch,
  run,
  mayBeMore,
  report,
}: JobRunnerOptions<Batch>): JobRunner<Batch> {
  const running = new Map<Batch, Promise<void>>()
  /** Those that ran when a look found nothing. A job may wait for them. */
  const awaited = new Set<Batch>()
  /** How many jobs to look for, until a look finds nothing. */
  let wanted = Infinity
  let isClosed = false
  let looking: Promise<void> | null = null

  const runToEnd = async (batch: Batch): Promise<void> => {
    await run(batch).catch(report)
    running.delete(batch)
    if (awaited.delete(batch)) wanted = Infinity
    look()
  }
  const runningBatches = () => [...running.keys()]
  const lookOnce = async (): Promise<void> => {
    const asked = wanted
    const before = runningBatches()
    wanted = 0
    const batch = await fetch().catch((error: unknown) => {
      wanted += asked
      throw error
    })
    if (batch === null) {
      for (const other of before) {
        if (running.has(other)) awaited.add(other)
        else wanted = Infinity
      }
      return
    }
    // Jobs that came together have one notification, which is not used up before the last of them is found.
    wanted += mayBeMore(batch) ? asked : asked - 1
    running.set(batch, runToEnd(batch))
  }
  const mayLook = () => wanted > 0 && running.size < concurrencyMax && !isClosed
  const lookWhileWanted = async (): Promise<void> => {
    try {
      do await lookOnce()
      while (mayLook())
    } catch (error) {
      // The next notification, poll or end of a batch leads to another look.
      report(error)
    }
    looking = null
  }
  const look = () => {
    if (mayLook()) looking ??= lookWhileWanted()
  }
  look()
  return {
    running: runningBatches,
    wake: () => {
      wanted += 1
      look()
    },
    poll: () => {
      wanted = Infinity
      look()
    },
    close: async () => {
      isClosed = true
      await looking
      await Promise.all(running.values())
    },
  }
}
