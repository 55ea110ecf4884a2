import type { AuditEntry } from '../../../model/audit-entry.ts'
import type { AuditFilter, AuditStore } from '../../../ports/stores/audit-store.ts'
import type { MemoryTables } from '../memory-database.ts'

export const memoryAuditStore = ({ accounts, audit }: MemoryTables, at: Date): AuditStore => ({
  async append(entry) {
    const last = [...audit.keys()].at(-1) ?? 0
    audit.set(last + 1, { ...entry, at })
  },

  list: async (filter, { after, limit }) =>
    [...audit]
      .toReversed()
      .filter(([id]) => after === null || id < Number(after))
      .filter(([, entry]) => isMatch(entry, filter))
      .slice(0, limit)
      .map(([id, entry]) => ({
        ...entry,
        id: String(id),
        actorEmail: entry.actorId === null ? null : (accounts.get(entry.actorId)?.email ?? null),
      })),

  count: async (filter, countMax) =>
    Math.min([...audit.values()].filter((entry) => isMatch(entry, filter)).length, countMax),
})

const isMatch = (entry: AuditEntry & { readonly at: Date }, filter: AuditFilter): boolean => {
  const { actorId, action, target, outcome, sessionId, requestId, from, until } = filter
  return (
    (actorId === null || entry.actorId === actorId) &&
    (action === null || entry.action === action || entry.action.startsWith(`${action}.`)) &&
    (target === null || entry.target === target) &&
    (outcome === null || entry.outcome === outcome) &&
    (sessionId === null || entry.sessionId === sessionId) &&
    (requestId === null || entry.requestId === requestId) &&
    (from === null || entry.at >= from) &&
    (until === null || entry.at < until)
  )
}
