import { setTimeout as sleep } from 'node:timers/promises'

/** Whether the disk of the database is full, from failed statements and from probes. */
export type DiskWatch = {
  readonly recordFull: () => void
  readonly isFull: () => Promise<boolean>
}

export type DiskWatchOptions = {
  /** Probes whether the disk is full now. */
  readonly probe: () => Promise<boolean>
  /** A monotonic time in milliseconds. */
  readonly nowMs?: () => number
}

const probeEveryMs = 5_000
/** How long a failure counts when the disk cannot be probed. */
const unprobedMs = 60_000
const probeWaitMs = 1_000

/**
 * The disk counts as full from the first failure until a probe finds room. Small writes can succeed
 * on a full disk, so their success proves nothing. Probes only when asked, at most every five
 * seconds, and waits for a probe for at most a second.
 */
export function diskWatch({ probe, nowMs = () => performance.now() }: DiskWatchOptions): DiskWatch {
  let isFull = false
  let knownAt = -Infinity
  let failedAt = -Infinity
  let probing: Promise<void> | null = null

  const recordFull = () => {
    isFull = true
    failedAt = nowMs()
    knownAt = failedAt
  }
  const probeAgain = async () => {
    const startedAt = nowMs()
    const isStillFull = await probe().catch(() => nowMs() - failedAt < unprobedMs)
    if (!isStillFull && failedAt <= startedAt) isFull = false
    knownAt = nowMs()
    probing = null
  }
  return {
    recordFull,
    async isFull() {
      if (!isFull || nowMs() - knownAt < probeEveryMs) return isFull
      probing ??= probeAgain()
      await Promise.race([probing, sleep(probeWaitMs, null, { ref: false })])
      return isFull
    },
  }
}

/** The SQLSTATE of a full disk, and the system codes of a full disk and an exhausted quota. */
const fullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT'])
const fullMessages = /no space left on device|disk quota exceeded/i

/** Whether the error or one of its causes is a full disk. */
export function isDiskFull(error: unknown): boolean {
  for (let link = error; link instanceof Error; link = link.cause) {
    const code = 'code' in link && typeof link.code === 'string' ? link.code : ''
    if (fullCodes.has(code) || fullMessages.test(link.message)) return true
  }
  return false
}
