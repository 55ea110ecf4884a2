import type { StrengthScore } from '@ken/core/ports'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { StrengthQuestion } from './zxcvbn-worker.ts'

/** How long one worker may take, in milliseconds. */
export type ScorerLimits = {
  /** Processor time of the worker for one password: however busy the machine is, it is spent on that password alone. */
  readonly scoreCpuMs: number
  /** Time on the clock for one score, and for the start: a worker that gets no processor at all ends here. */
  readonly answerMs: number
  readonly startMs: number
}

/** A worker thread that scores one password at a time. */
export type ScorerWorker = {
  /** `too_complex` when the password took too much processor time or memory; then, and when it rejects, the worker has ended. */
  score(question: StrengthQuestion): Promise<StrengthScore>
  /** Calls back when the thread has ended, for whatever reason. */
  onEnd(ended: () => void): void
  end(): Promise<void>
}

/** The dictionaries take 60 MB; the rest is room for the worst password. */
const workerHeapMb = 256

/**
 * Starts a worker and waits until it has loaded its dictionaries, unless the signal ends it before. It keeps no process
 * alive, except while it is waited for.
 */
export async function startScorerWorker(
  url: URL,
  { scoreCpuMs, answerMs, startMs }: ScorerLimits,
  signal: AbortSignal,
): Promise<ScorerWorker> {
  // Flags of the process are not for the worker: with `--input-type` it would not start.
  const worker = new Worker(url, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: workerHeapMb } })
  worker.unref()
  // An error between two passwords would end the process if it had no listener; the exit follows it.
  worker.on('error', () => {})
  let hasEnded = false
  const end = async () => void (await worker.terminate())
  const onAbort = () => void end()
  signal.addEventListener('abort', onAbort, { once: true })
  // The signal outlives the worker, and must not hold what has ended.
  worker.once('exit', () => {
    hasEnded = true
    signal.removeEventListener('abort', onAbort)
  })
  const orEnd = async <Value>(work: Promise<Value>) => {
    try {
      return await work
    } catch (error) {
      await end()
      throw error
    }
  }
  await orEnd(messageOf(worker, startMs))
  return {
    async score(question) {
      if (hasEnded) throw new Error('the worker ended')
      const watch = new AbortController()
      try {
        const complex = overspent(worker, scoreCpuMs, watch.signal)
        worker.postMessage(question)
        return await orEnd(Promise.race([messageOf(worker, answerMs) as Promise<StrengthScore>, complex])) // Its only answer.
      } catch (error) {
        if (isOverspent(error)) return 'too_complex'
        throw error
      } finally {
        watch.abort()
      }
    },
    onEnd: (ended) => void worker.once('exit', ended),
    end,
  }
}

const overspentMessage = 'the processor time is spent'
const checkMsMin = 50

/** Rejects once the worker has spent this much processor time from now on. Never resolves. */
async function overspent(worker: Worker, limitMs: number, signal: AbortSignal): Promise<never> {
  try {
    const before = await cpuMs(worker)
    for (let spentMs = 0; spentMs < limitMs; spentMs = (await cpuMs(worker)) - before)
      await sleep(Math.max(limitMs - spentMs, checkMsMin), null, { signal })
  } catch {
    // The watch was ended, or the worker has: that is for the other side of the race to say.
    return new Promise(() => {})
  }
  throw new Error(overspentMessage)
}

const cpuMs = async (worker: Worker): Promise<number> => {
  const { user, system } = await worker.cpuUsage()
  return (user + system) / 1_000
}

/**
 * The worker's next message. Rejects when time is up, and when the worker breaks or ends. Breaking is
 * believed at the exit only: an answer that was posted before may be heard after the error.
 */
async function messageOf(worker: Worker, limitMs: number): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const timer = setTimeout(() => reject(new Error('the worker did not answer in time')), limitMs)
  let failure = new Error('the worker ended')
  const onError = (error: Error) => {
    failure = error
  }
  const onExit = () => reject(failure)
  worker.on('message', resolve).on('error', onError).on('exit', onExit)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    worker.off('message', resolve).off('error', onError).off('exit', onExit)
  }
}

const isOverspent = (error: unknown): boolean =>
  error instanceof Error && (error.message === overspentMessage || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'))
