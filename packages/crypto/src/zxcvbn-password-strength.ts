import { Unavailable, type PasswordStrength, type StrengthScore } from '@ken/core/ports'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { boundedQueue } from './bounded-queue.ts'
import type { StrengthQuestion } from './zxcvbn-worker.ts'

/** Limits of scoring. By default 3 s for a password, 16 waiting, 5 s of waiting. */
export type ZxcvbnPasswordStrengthOptions = {
  /** For one password, from when the dictionaries are loaded: twice what the worst of 128 characters took. */
  readonly scoreMs?: number
  readonly startMs?: number
  /** How long an unused worker keeps its memory. */
  readonly idleMs?: number
  readonly queueMax?: number
  readonly queueWaitMs?: number
  /** The worker's module. */
  readonly workerUrl?: URL
}

/** A scorer that holds a worker thread while it is in use. */
export type ZxcvbnPasswordStrength = PasswordStrength & {
  /** Ends the worker. What still waits is refused as `Unavailable`. Idempotent. */
  close(): Promise<void>
}

/** As source and as compiled package alike: the worker has the extension that this file has. */
const defaultWorkerUrl = new URL(`./zxcvbn-worker${extname(import.meta.url)}`, import.meta.url)

/** The dictionaries take 60 MB; the rest is room for the worst password. */
const workerHeapMb = 256

/**
 * zxcvbn in one worker thread, since a legal password can cost it seconds of CPU (R13). The worker starts
 * with the first password, ends when unused or out of time, and keeps no process alive.
 */
export function zxcvbnPasswordStrength({
  scoreMs = 3_000,
  startMs = 10_000,
  idleMs = 60_000,
  queueMax = 16,
  queueWaitMs = 5_000,
  workerUrl = defaultWorkerUrl,
}: ZxcvbnPasswordStrengthOptions = {}): ZxcvbnPasswordStrength {
  const enqueue = boundedQueue('password strength', { concurrencyMax: 1, queueMax, queueWaitMs })
  let worker: Worker | null = null
  let idleTimer: NodeJS.Timeout | undefined
  let isClosed = false

  const start = async (): Promise<Worker> => {
    // Flags of the process are not for the worker: with `--input-type` it would not start.
    const started = new Worker(workerUrl, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: workerHeapMb } })
    started.unref() // What keeps the process alive is the timer of whoever waits for an answer.
    worker = started
    const forget = () => {
      if (worker === started) worker = null
    }
    // Also between two passwords, when nobody else listens: an unheard error would end the process.
    started.on('error', forget).on('exit', forget)
    await messageOf(started, startMs)
    return started
  }

  const stop = async (): Promise<void> => {
    const stopped = worker
    worker = null
    await stopped?.terminate()
  }

  const ask = async (question: StrengthQuestion): Promise<StrengthScore> => {
    const asked = worker ?? (await start())
    asked.postMessage(question)
    try {
      return (await messageOf(asked, scoreMs)) as StrengthScore // The worker's only answer.
    } catch (error) {
      if (!isOutOfTimeOrMemory(error)) throw error
      await stop()
      return 'too_complex'
    }
  }

  return {
    score: (password, personalWords) =>
      enqueue(async () => {
        clearTimeout(idleTimer)
        try {
          if (isClosed) throw new Error('the scorer is closed')
          return await ask({ password, personalWords })
        } catch (cause) {
          await stop()
          throw new Unavailable('password strength', 'the password could not be scored: try again later', { cause })
        } finally {
          idleTimer = setTimeout(() => void stop(), idleMs).unref()
        }
      }),

    async close() {
      isClosed = true
      clearTimeout(idleTimer)
      await stop()
    },
  }
}

const outOfTime = 'out of time'

/**
 * The worker's next message. Rejects when time is up, and when the worker breaks or ends. Breaking is
 * believed at the exit only: an answer that was posted before may be heard after the error.
 */
async function messageOf(worker: Worker, limitMs: number): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const timer = setTimeout(() => reject(new Error(outOfTime)), limitMs)
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

const isOutOfTimeOrMemory = (error: unknown): boolean =>
  error instanceof Error && (error.message === outOfTime || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'))
