import type { AuditEntry } from '../audit/audit-entry.ts'

/** The audit log: entries are added in the transaction of the act and never change. */
export interface AuditStore {
  append(entry: AuditEntry): Promise<void>

  /** The newest entries first, also within a transaction, at most `limit`. `at` is the database's time. */
  list(limit: number): Promise<readonly (AuditEntry & { readonly at: Date })[]>
}
