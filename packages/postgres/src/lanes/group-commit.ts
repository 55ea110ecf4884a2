import { setImmediate as nextTurn } from 'node:timers/promises'
import { isOfAborted } from './lane.ts'

/** Commits a transaction and leaves it to its group to write that to the disk. */
export const commitInGroup = 'set local synchronous_commit to off; commit'

/**
 * Writes what several transactions of one session have committed to the disk in one flush. Work is acknowledged only when
 * everything that it committed, or may have read, is on the disk.
 */
export type GroupCommit = {
  /**
   * Whether the transaction that is about to commit leaves the flush to its group. One that stands alone flushes by itself.
   * Resolves after everything that is ready to run: otherwise transactions would run one by one, and each stand alone.
   */
  readonly isJoined: () => Promise<boolean>
  /** Notes that a transaction may have been committed that left the flush to its group. */
  readonly noteCommit: () => void
  /** Resolves once everything committed so far is on the disk; rejects when the flush fails. Null when it is there. */
  readonly durable: () => Promise<void> | null
  /** Notes that work has given the session back. Flushes unless other work follows at once and the group is young. */
  readonly noteEnd: () => void
  /** Flushes now. */
  readonly flush: () => void
}

export type GroupCommitOptions = {
  /** Writes everything committed so far to the disk. Also within a transaction, unless that was aborted. */
  readonly write: () => void
  /** Whether work waits for the session. */
  readonly isWanted: () => boolean
  /** Whether no work has the session. */
  readonly isIdle: () => boolean
  /** Milliseconds, of any beginning. */
  readonly now?: () => number
}

/** How long a commit waits for others, in milliseconds: about as long as a slow disk takes for a flush. */
export const groupMsMax = 20

type Group = PromiseWithResolvers<void> & { readonly openedAt: number; readonly timer: NodeJS.Timeout }

export function groupCommit({ write, isWanted, isIdle, now = () => performance.now() }: GroupCommitOptions): GroupCommit {
  let group: Group | null = null
  /** After a flush that failed: what was committed may be in memory only. */
  let isDoubtful = false

  const open = (): Group => {
    const opened = Promise.withResolvers<void>()
    // Nobody waits for it when the work that opened it has broken.
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
      // The transaction that has the session was aborted and refuses everything. Its end follows, and flushes.
      if (isOfAborted(error)) return
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
