import type { AuditStore } from '../../../ports/stores/audit-store.ts'
import type { MemoryTables } from '../memory-database.ts'

export const memoryAuditStore = ({ accounts, audit }: MemoryTables, at: Date): AuditStore => ({
  async append(entry) {
    const last = [...audit.keys()].at(-1) ?? 0
    audit.set(last + 1, { ...entry, at })
  },

  list: async ({ actorId, action, target, outcome, from, until }, { after, limit }) =>
    [...audit]
      .toReversed()
      .filter(([id]) => after === null || id < Number(after))
      .filter(
        ([, entry]) =>
          (actorId === null || entry.actorId === actorId) &&
          (action === null || entry.action === action || entry.action.startsWith(`${action}.`)) &&
          (target === null || entry.target === target) &&
          (outcome === null || entry.outcome === outcome) &&
          (from === null || entry.at >= from) &&
          (until === null || entry.at < until),
      )
      .slice(0, limit)
      .map(([id, entry]) => ({
        ...entry,
        id: String(id),
        actorEmail: entry.actorId === null ? null : (accounts.get(entry.actorId)?.email ?? null),
      })),
})
