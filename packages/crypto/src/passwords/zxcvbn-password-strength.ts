import { Unavailable, type PasswordStrength } from '@ken/core/ports'
import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { boundedQueue } from '../bounded-queue.ts'
import { scorerPool, type ScorerPoolOptions } from './scorer-pool.ts'

/**
 * Limits of scoring. By default one worker per core, at most four; 3 s of processor time for a
 * password; 128 waiting for up to 25 s.
 */
export type ZxcvbnPasswordStrengthOptions = Partial<ScorerPoolOptions> & {
  readonly queueMax?: number
  readonly queueWaitMs?: number
}

/** A scorer that holds worker threads while it is in use. */
export type ZxcvbnPasswordStrength = PasswordStrength & {
  /**
   * Starts a worker in the background, ten seconds later, and keeps it running. A password that comes
   * earlier starts it. For servers.
   */
  keepReady(): void
  /** Ends the workers. Passwords that still wait are refused as `Unavailable`. Idempotent. */
  close(): Promise<void>
}

const workersMax = Math.min(availableParallelism(), 4)

const defaults: ScorerPoolOptions = {
  /** Works from sources and in the compiled package: the worker has the extension of this file. */
  workerUrl: new URL(`./zxcvbn-worker${extname(import.meta.url)}`, import.meta.url),
  workersMax,
  /** Twice the time of the worst 128 characters. */
  scoreCpuMs: 3_000,
  /** A start that was cut off would begin again: on a busy machine, none would end. Requests do not wait as long. */
  replyMs: 120_000,
  startMs: 120_000,
  growMs: 250,
  idleMs: 60_000,
  keepAfterMs: 10_000,
}

/**
 * zxcvbn in worker threads, because some valid passwords take seconds of processor time. A worker
 * starts with the first password unless one is kept ready, and none keeps the process alive.
 * Waiting for a processor never makes a password `too_complex`.
 */
export function zxcvbnPasswordStrength({
  queueMax = 128,
  queueWaitMs = 25_000,
  ...options
}: ZxcvbnPasswordStrengthOptions = {}): ZxcvbnPasswordStrength {
  const poolOptions = { ...defaults, ...options }
  const pool = scorerPool(poolOptions)
  const enqueue = boundedQueue('password strength', {
    concurrencyMax: poolOptions.workersMax,
    queueMax,
    queueWaitMs,
  })
  return {
    score: (password, personalWords) =>
      enqueue(() =>
        pool
          .lend((worker) => worker.score({ password, personalWords }))
          .catch((cause: unknown) => {
            throw new Unavailable(
              'password strength',
              'the password could not be scored: try again later',
              { cause },
            )
          }),
      ),
    keepReady: pool.keepOne,
    close: pool.close,
  }
}
