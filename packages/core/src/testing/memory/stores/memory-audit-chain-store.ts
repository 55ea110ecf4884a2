import { refusalRetentionDays } from '../../../ports/stores/refusal-store.ts'
import type { AuditChainStore } from '../../../ports/stores/audit-chain-store.ts'
import type { MemoryLink, MemoryTables } from '../memory-database.ts'

const unchecked = { verifiedTo: 0, checkedAt: null, firstBreak: null }

export const memoryAuditChainStore = (
  { audit, auditChain, auditChainState }: MemoryTables,
  now: Date,
): AuditChainStore => {
  const head = () => [...auditChain.values()].at(-1) ?? null
  const isIntact = (link: MemoryLink): boolean => {
    const entry = audit.get(link.entryId)
    if (entry !== undefined) return digestOf([link.entryId, entry]) === link.digest
    const ageMs = now.getTime() - link.entryAt.getTime()
    return link.isPrunable && ageMs > refusalRetentionDays * 86_400_000
  }
  return {
    async extend(countMax) {
      const linked = new Set([...auditChain.values()].map(({ entryId }) => entryId))
      const fresh = [...audit].filter(([id]) => !linked.has(id)).slice(0, countMax)
      for (const [entryId, entry] of fresh) {
        const before = head()
        const link = {
          position: (before?.position ?? 0) + 1,
          entryId,
          entryAt: entry.at,
          isPrunable: entry.actorId === null && entry.action.startsWith('sign_in.'),
          digest: digestOf([entryId, entry]),
        }
        auditChain.set(link.position, { ...link, hash: digestOf([before?.hash, link]) })
      }
      return fresh.length
    },

    async verify(after, countMax) {
      const links = [...auditChain.values()].filter(({ position }) => position > after)
      let before = auditChain.get(after)
      let last = after
      let checked = 0
      for (const { hash, ...link } of links.slice(0, countMax)) {
        const isLinked = digestOf([before?.hash, link]) === hash
        if (!isLinked || !isIntact({ ...link, hash }))
          return { last, checked, firstBreak: { id: String(link.entryId), at: link.entryAt } }
        before = { ...link, hash }
        last = link.position
        checked += 1
      }
      return { last, checked, firstBreak: null }
    },

    async readState() {
      const newest = head()
      return {
        ...(auditChainState.get('state') ?? unchecked),
        head: newest === null ? null : { position: newest.position, hash: newest.hash },
        since: [...auditChain.values()][0]?.entryAt ?? null,
      }
    },

    async recordCheck(verifiedTo, firstBreak) {
      auditChainState.set('state', { verifiedTo, checkedAt: now, firstBreak })
    },
  }
}

/** 32-bit FNV-1a. */
function digestOf(value: unknown): string {
  let hash = 2_166_136_261
  for (const character of JSON.stringify(value))
    hash = Math.imul(hash ^ character.codePointAt(0)!, 16_777_619)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
