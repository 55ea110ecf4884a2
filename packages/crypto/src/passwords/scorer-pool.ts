import { startScorerWorker, type ScorerLimits, type ScorerWorker } from './scorer-worker.ts'

/** The number of workers, and how long they live. */
export type ScorerPoolOptions = ScorerLimits & {
  readonly workerUrl: URL
  readonly workersMax: number
  /** How long a password waits for a busy worker before another one starts. It takes one that is starting. */
  readonly growMs: number
  /** How long idle workers keep their memory. */
  readonly idleMs: number
  /** How long `keepOne` leaves the processors to the start of the program. */
  readonly keepAfterMs: number
}

/** Workers that start on demand and score one password at a time. */
export type ScorerPool = {
  /** Lends a worker to `use`. Rejects if none can start, and after the pool was closed. */
  readonly lend: <Result>(use: (worker: ScorerWorker) => Promise<Result>) => Promise<Result>
  /**
   * Keeps one worker running from now on. If no password needs it earlier, it starts after
   * `keepAfterMs`, in the background.
   */
  readonly keepOne: () => void
  readonly close: () => Promise<void>
}

type Seeker = {
  readonly take: (worker: ScorerWorker) => void
  readonly fail: (cause: unknown) => void
}

/**
 * A second worker costs 60 MB and half a second of processor time, so it starts only when a wait
 * lasts and no starting worker will end it.
 */
export function scorerPool({
  workerUrl,
  workersMax,
  growMs,
  idleMs,
  keepAfterMs,
  ...limits
}: ScorerPoolOptions): ScorerPool {
  const workers = new Set<ScorerWorker>()
  const free = new Set<ScorerWorker>()
  const seekers = new Set<Seeker>()
  let starting = 0
  let idleTimer: NodeJS.Timeout | undefined
  let keepTimer: NodeJS.Timeout | undefined
  let isKept = false
  const closing = new AbortController()

  const size = () => workers.size + starting
  const failAll = (cause: unknown) => seekers.forEach(({ fail }) => fail(cause))
  const give = (worker: ScorerWorker) => {
    const [first] = seekers
    if (first === undefined) free.add(worker)
    else first.take(worker)
  }

  const admit = (worker: ScorerWorker) => {
    workers.add(worker)
    worker.onEnd(() => {
      workers.delete(worker)
      free.delete(worker)
      if (size() === 0 && (isKept || seekers.size > 0)) grow()
    })
    give(worker)
  }
  const start = async () => {
    starting += 1
    try {
      admit(
        await startScorerWorker(workerUrl, limits, closing.signal).finally(() => (starting -= 1)),
      )
    } catch (cause) {
      if (size() === 0) failAll(cause)
    }
  }
  const grow = () => {
    if (!closing.signal.aborted && size() < workersMax) void start()
  }

  const seek = async (): Promise<ScorerWorker> => {
    if (closing.signal.aborted) throw new Error('the scorer is closed')
    const [worker] = free
    if (worker !== undefined) {
      free.delete(worker)
      return worker
    }
    if (size() === 0) grow()
    return new Promise((resolve, reject) => {
      const growTimer = setInterval(() => seekers.size > starting && grow(), growMs)
      const stopSeeking = () => {
        clearInterval(growTimer)
        seekers.delete(seeker)
      }
      const seeker: Seeker = {
        take: (given) => (stopSeeking(), resolve(given)),
        fail: (cause) => (stopSeeking(), reject(cause)),
      }
      seekers.add(seeker)
    })
  }

  const endUnused = () => {
    for (const worker of [...free].slice(isKept ? 1 : 0)) {
      // Before the worker has ended, so that it gets no further password.
      free.delete(worker)
      void worker.end()
    }
  }

  return {
    async lend(use) {
      clearTimeout(idleTimer)
      const worker = await seek()
      try {
        return await use(worker)
      } finally {
        // An ended worker has been removed.
        if (workers.has(worker)) give(worker)
        idleTimer = setTimeout(endUnused, idleMs).unref()
      }
    },
    keepOne() {
      isKept = true
      keepTimer = setTimeout(() => size() === 0 && grow(), keepAfterMs).unref()
    },
    async close() {
      closing.abort()
      clearTimeout(idleTimer)
      clearTimeout(keepTimer)
      failAll(new Error('the scorer is closed'))
      await Promise.all([...workers].map((worker) => worker.end()))
    },
  }
}
