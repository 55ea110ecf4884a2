import type { StrengthScore } from '@ken/core/ports'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { StrengthQuestion } from './zxcvbn-worker.ts'

/** How long one worker may take, in milliseconds. */
export type ScorerLimits = {
  /** The worker's processor time for one password. Other load on the machine does not count. */
  readonly scoreCpuMs: number
  /** The elapsed time for one score or for the start: ends a worker that gets no processor time. */
  readonly replyMs: number
  readonly startMs: number
}

/** A worker thread that scores one password at a time. */
export type ScorerWorker = {
  /**
   * Returns `too_complex` if the password took too much processor time or memory. The worker has
   * ended then, and also when this rejects.
   */
  score(question: StrengthQuestion): Promise<StrengthScore>
  /** Calls back when the thread has ended for any reason. */
  onEnd(ended: () => void): void
  end(): Promise<void>
}

/** The dictionaries take 60 MB; the rest is for the worst password. */
const workerHeapMb = 256

/**
 * Starts a worker and waits until it has loaded its dictionaries, unless the signal aborts first.
 * Keeps the process alive only while a caller waits for it.
 */
export async function startScorerWorker(
  url: URL,
  { scoreCpuMs, replyMs, startMs }: ScorerLimits,
  signal: AbortSignal,
): Promise<ScorerWorker> {
  // The worker must not inherit the flags of the process: with `--input-type` it would not start.
  const worker = new Worker(url, {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: workerHeapMb },
  })
  worker.unref()
  // Without a listener, an error between two passwords would end the process. The exit event
  // follows.
  worker.on('error', () => {})
  let hasEnded = false
  const end = async () => void (await worker.terminate())
  const onAbort = () => void end()
  signal.addEventListener('abort', onAbort, { once: true })
  // The signal outlives the worker and must not keep it in memory.
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
        return await orEnd(
          Promise.race([messageOf(worker, replyMs) as Promise<StrengthScore>, complex]),
        ) // The only message of a worker.
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

/** Rejects once the worker has used this much processor time from now. Never resolves. */
async function overspent(worker: Worker, limitMs: number, signal: AbortSignal): Promise<never> {
  try {
    const before = await cpuMs(worker)
    for (let spentMs = 0; spentMs < limitMs; spentMs = (await cpuMs(worker)) - before)
      await sleep(Math.max(limitMs - spentMs, checkMsMin), null, { signal })
  } catch {
    // The watch was aborted or the worker ended; the other promise of the race settles.
    return new Promise(() => {})
  }
  throw new Error(overspentMessage)
}

const cpuMs = async (worker: Worker): Promise<number> => {
  const { user, system } = await worker.cpuUsage()
  return (user + system) / 1_000
}

/**
 * The worker's next message. Rejects on a timeout and when the worker fails or ends. Waits for the
 * exit event after an error: an earlier message may still arrive.
 */
async function messageOf(worker: Worker, limitMs: number): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const timer = setTimeout(() => reject(new Error('the worker did not respond in time')), limitMs)
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
  error instanceof Error &&
  (error.message === overspentMessage ||
    ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'))
