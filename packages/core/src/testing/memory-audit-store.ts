import type { AuditStore } from '../ports/audit-store.ts'
import type { MemoryTables } from './memory-database.ts'

export const memoryAuditStore = ({ audit }: MemoryTables, at: Date): AuditStore => ({
  async append(entry) {
    audit.set(audit.size, { ...entry, at })
  },

  list: async (limit) => [...audit.values()].toReversed().slice(0, limit),
})
