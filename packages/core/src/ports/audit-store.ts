import type { AuditEntry } from '../audit/audit-entry.ts'

/** The audit log: entries are added in the transaction of the act and never change. */
export interface AuditStore {
  append(entry: AuditEntry): Promise<void>

  /** The newest entries first, at most `limit`. */
  list(limit: number): Promise<readonly (AuditEntry & { readonly at: Date })[]>
}
