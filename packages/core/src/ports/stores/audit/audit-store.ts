import type { AccountId } from '../../../model/accounts/account.ts'
import type { AuditEntry, AuditRecord } from '../../../model/audit-entry.ts'
import type { PageRequest } from '../../../model/page.ts'

/** An entry matches if it matches every field that is not null. */
export type AuditFilter = {
  readonly actorId: AccountId | null
  /** An action such as `key.create`, or a whole area such as `key`. */
  readonly action: string | null
  /** `<kind>:<id>`, exactly. */
  readonly target: string | null
  readonly outcome: AuditEntry['outcome'] | null
  readonly sessionId: string | null
  readonly requestId: string | null
  /** Inclusive. */
  readonly from: Date | null
  /** Exclusive. */
  readonly until: Date | null
}

/** What a target is called now. */
export type TargetName = {
  readonly name: string
  /** For a personal key, the name of its owner; otherwise null. */
  readonly owner: string | null
}

/** The audit log. Entries are added in the transaction of the act and never change. */
export interface AuditStore {
  /** Adds an entry with the database's time. */
  append(entry: AuditEntry): Promise<void>

  /** Adds thousands of entries, in their order, as `append` does. */
  appendAll(entries: readonly AuditEntry[]): Promise<void>

  /**
   * At most `limit` entries after the entry `after`, newest first. Entries of one transaction, which
   * have one time, are listed by id.
   */
  list(filter: AuditFilter, page: PageRequest<AuditRecord['id']>): Promise<readonly AuditRecord[]>

  /**
   * The current names of those targets that are people, keys or invitations and exist. Accepts the targets of a page,
   * each any number of times, and any text as a target.
   */
  nameTargets(targets: readonly string[]): Promise<ReadonlyMap<string, TargetName>>

  /** The number of matching entries, counted up to `countMax`. */
  count(filter: AuditFilter, countMax: number): Promise<number>
}
