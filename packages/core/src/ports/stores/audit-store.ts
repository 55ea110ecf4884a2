import type { AccountId } from '../../model/accounts/account.ts'
import type { Email } from '../../model/accounts/email.ts'
import type { AuditEntry } from '../../model/audit-entry.ts'
import type { PageWanted } from '../../model/page.ts'

/** Which entries are wanted: those that match everything that is not null. */
export type AuditFilter = {
  readonly actorId: AccountId | null
  /** An action such as `key.create`, or a whole area such as `key`. */
  readonly action: string | null
  /** `<kind>:<id>`, exactly. */
  readonly target: string | null
  readonly outcome: AuditEntry['outcome'] | null
  /** The first moment that counts. */
  readonly from: Date | null
  /** The first moment that no longer counts. */
  readonly until: Date | null
}

/** An entry as it was kept. Ids count upwards. */
export type AuditRecord = AuditEntry & {
  readonly id: string
  /** The database's time of the act. */
  readonly at: Date
  /** The address that the actor has now; null for nobody, and for a person who is gone. */
  readonly actorEmail: Email | null
}

/** The audit log: entries are added in the transaction of the act and never change. */
export interface AuditStore {
  append(entry: AuditEntry): Promise<void>

  /** The newest entries first, also within a transaction: at most `limit` behind the entry `after`. */
  list(filter: AuditFilter, page: PageWanted<AuditRecord['id']>): Promise<readonly AuditRecord[]>
}
