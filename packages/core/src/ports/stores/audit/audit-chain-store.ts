import type { AuditRecord } from '../../../model/audit-entry.ts'

/** A link that does not fit: it, its entry or the link before it was changed or removed. */
export type ChainBreak = {
  readonly position: number
  readonly id: AuditRecord['id']
  /** The time of the entry, as its link has it; null if that is no date. */
  readonly at: Date | null
}

export type ChainHead = { readonly position: number; readonly hash: string }

/** The chain, and the result of the checks so far. */
export type ChainState = {
  /** The link that the next one will follow; null if there is none. */
  readonly head: ChainHead | null
  /** The time of the first entry in the chain; null if that is no date. */
  readonly since: Date | null
  /** The position up to which the current pass has verified the chain. */
  readonly verifiedTo: number
  /** When a link was last verified; null for never. */
  readonly checkedAt: Date | null
  readonly firstBreak: ChainBreak | null
}

/** The result of verifying a part of the chain. */
export type ChainCheck = {
  /** The position of the last link of the part, or the given position if none followed it. */
  readonly last: number
  /** The number of links in the part, broken ones included. */
  readonly checked: number
  readonly broken: number
  readonly firstBreak: ChainBreak | null
}

/**
 * The chain of the audit log: each link has a digest of an entry and a hash over it and over the
 * link before. An entry that may be pruned can be missing from the time on when it may.
 */
export interface AuditChainStore {
  /**
   * Adds a link for each of at most `countMax` committed entries without one, oldest id first, and
   * returns their number. Looks at all entries if `isThorough`, otherwise only at those that are not
   * much older than the newest links. Concurrent calls wait for each other.
   */
  extend(countMax: number, isThorough: boolean): Promise<number>

  /** Verifies at most `countMax` links after a position, or from the first one if it is 0. */
  verify(after: number, countMax: number): Promise<ChainCheck>

  /** The number of entries that are older than ten minutes and have no link. */
  countUnlinked(): Promise<number>

  /** The state of a chain that was never checked if none is stored. */
  readState(): Promise<ChainState>

  /** Records how far the chain was verified, at the database's time, and its first break, if any. */
  recordCheck(verifiedTo: number, firstBreak: ChainBreak | null): Promise<void>
}
