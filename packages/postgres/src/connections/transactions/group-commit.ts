import { setImmediate as nextTurn } from 'node:timers/promises'
import { isTransactionAborted } from '../statements/statement-refusal.ts'

/** Commits a transaction without a flush. The group flushes. */
export const commitInGroup = 'set local synchronous_commit to off; commit'

/**
 * Flushes the commits of several transactions of one session together. Work is acknowledged only
 * after everything that it committed, or may have read, is on the disk.
 */
export type GroupCommit = {
  /**
   * Whether the transaction that is about to commit leaves the flush to its group. A single
   * transaction flushes by itself. Resolves after all work that is ready to run; otherwise
   * transactions would run one by one, each with its own flush.
   */
  readonly isJoined: () => Promise<boolean>
  /** Notes that a transaction may have committed without a flush. */
  readonly noteCommit: () => void
  /**
   * Resolves once all commits so far are on the disk; rejects if the flush fails. Null if all are
   * there.
   */
  readonly durable: () => Promise<void> | null
  /**
   * Notes that work has released the session. Flushes unless other work follows immediately and the
   * group is young.
   */
  readonly noteEnd: () => void
  /** Flushes now. */
  readonly flush: () => void
}

export type GroupCommitOptions = {
  /** Flushes all commits so far. Works within a transaction, unless that was aborted. */
  readonly write: () => void
  /** Whether work is waiting for the session. */
  readonly isWanted: () => boolean
  /** Whether the session is idle. */
  readonly isIdle: () => boolean
  /** A monotonic time in milliseconds. */
  readonly now?: () => number
}

/** How long a commit waits for others, in milliseconds. About the flush time of a slow disk. */
export const groupMsMax = 20

type Group = PromiseWithResolvers<void> & {
  readonly openedAt: number
  readonly timer: NodeJS.Timeout
}

export function groupCommit({
  write,
  isWanted,
  isIdle,
  now = () => performance.now(),
}: GroupCommitOptions): GroupCommit {
  let group: Group | null = null
  /** After a failed flush: commits may be in memory only. */
  let isDoubtful = false

  const open = (): Group => {
    const opened = Promise.withResolvers<void>()
    // The work that opened the group may have failed and not wait for it.
    opened.promise.catch(() => {})
    return { ...opened, openedAt: now(), timer: setTimeout(flush, groupMsMax) }
  }
  const flush = () => {
    if (group === null) return
    const flushed = group
    try {
      write()
      isDoubtful = false
      flushed.resolve()
    } catch (error) {
      // The current transaction was aborted and refuses every statement. Its end follows, and
      // flushes.
      if (isTransactionAborted(error)) return
      isDoubtful = true
      flushed.reject(error)
    }
    clearTimeout(flushed.timer)
    group = null
  }
  return {
    async isJoined() {
      if (!isWanted()) await nextTurn()
      return group !== null || isWanted()
    },
    noteCommit: () => void (group ??= open()),
    durable() {
      if (isDoubtful) group ??= open()
      return group?.promise ?? null
    },
    noteEnd() {
      if (group === null) return
      if (now() - group.openedAt >= groupMsMax) flush()
      else if (isIdle()) setImmediate(() => isIdle() && flush())
    },
    flush,
  }
}
