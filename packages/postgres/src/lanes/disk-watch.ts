import { setTimeout as sleep } from 'node:timers/promises'

/** Whether the disk of the database has room, by what failed and by looking again. */
export type DiskWatch = {
  readonly noteFull: () => void
  readonly isFull: () => Promise<boolean>
}

export type DiskWatchOptions = {
  /** Looks whether the disk is full now. */
  readonly look: () => Promise<boolean>
  /** Milliseconds since any moment. */
  readonly nowMs?: () => number
}

const lookEveryMs = 5_000
/** For so long a failure counts where nobody can look, for want of a right. */
const doubtMs = 60_000
const patienceMs = 1_000

/**
 * Full from the first failure on, until a look finds room: small acts still succeed on a full disk, in pages that are there
 * already. It is looked at when somebody asks, at most every five seconds, and waited for no longer than a second.
 */
export function diskWatch({ look, nowMs = () => performance.now() }: DiskWatchOptions): DiskWatch {
  let isFull = false
  let knownAt = -Infinity
  let failedAt = -Infinity
  let looking: Promise<void> | null = null

  const noteFull = () => {
    isFull = true
    failedAt = nowMs()
    knownAt = failedAt
  }
  const lookAgain = async () => {
    const begunAt = nowMs()
    const isStillFull = await look().catch(() => nowMs() - failedAt < doubtMs)
    if (!isStillFull && failedAt <= begunAt) isFull = false
    knownAt = nowMs()
    looking = null
  }
  return {
    noteFull,
    async isFull() {
      if (!isFull || nowMs() - knownAt < lookEveryMs) return isFull
      looking ??= lookAgain()
      await Promise.race([looking, sleep(patienceMs, null, { ref: false })])
      return isFull
    },
  }
}

/** SQLSTATE of a full disk, and system codes of one and of an exhausted quota. */
const fullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT'])
const fullMessages = /no space left on device|disk quota exceeded/i

/** Whether the error, or what caused it, is a disk without room. */
export function isDiskFull(error: unknown): boolean {
  for (let link = error; link instanceof Error; link = link.cause) {
    const code = 'code' in link && typeof link.code === 'string' ? link.code : ''
    if (fullCodes.has(code) || fullMessages.test(link.message)) return true
  }
  return false
}
