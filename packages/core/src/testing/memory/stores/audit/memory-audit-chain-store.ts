import { refusalRetentionDays } from '../../../../ports/stores/platform/refusal-store.ts'
import type { AuditChainStore } from '../../../../ports/stores/audit/audit-chain-store.ts'
import type { MemoryLink, MemoryTables } from '../../memory-database.ts'

const unchecked = { verifiedTo: 0, checkedAt: null, firstBreak: null }

export const memoryAuditChainStore = (
  { audit, auditChain, auditChainState }: MemoryTables,
  now: Date,
): AuditChainStore => {
  const links = () =>
    [...auditChain.values()].toSorted((one, other) => one.position - other.position)
  const isFree = ({ position }: MemoryLink) =>
    position < Number.MAX_SAFE_INTEGER && !auditChain.has(position + 1)
  const head = () => links().findLast(isFree) ?? null
  const isIntact = (link: MemoryLink): boolean => {
    const entry = audit.get(link.entryId)
    if (entry !== undefined) return digestOf([link.entryId, entry]) === link.digest
    const ageMs = now.getTime() - link.entryAt.getTime()
    return link.isPrunable && ageMs > refusalRetentionDays * 86_400_000
  }
  return {
    async extend(countMax, isThorough) {
      const linked = new Set([...auditChain.values()].map(({ entryId }) => entryId))
      const from = isThorough ? -Infinity : Math.min(...linked)
      const fresh = [...audit]
        .filter(([id]) => !linked.has(id) && (linked.size === 0 || id > from))
        .toSorted(([one], [other]) => one - other)
        .slice(0, countMax)
      let before = head()
      for (const [entryId, entry] of fresh) {
        const link = {
          position: (before?.position ?? 0) + 1,
          entryId,
          entryAt: entry.at,
          isPrunable: entry.actorId === null && entry.action.startsWith('sign_in.'),
          digest: digestOf([entryId, entry]),
        }
        const added = { ...link, hash: digestOf([before?.hash, link]) }
        auditChain.set(link.position, added)
        before = isFree(added) ? added : head()
      }
      return fresh.length
    },

    async verify(after, countMax) {
      const part = links()
        .filter(({ position }) => position > after)
        .slice(0, countMax)
      const broken = part.filter(({ hash, ...link }, index) => {
        const before = index === 0 ? auditChain.get(after) : part[index - 1]
        const isNext = link.position === (before?.position ?? 0) + 1
        const isLinked = isNext && digestOf([before?.hash, link]) === hash
        return !isLinked || !isIntact({ ...link, hash })
      })
      const [first] = broken
      return {
        last: part.at(-1)?.position ?? after,
        checked: part.length,
        broken: broken.length,
        firstBreak:
          first === undefined
            ? null
            : { position: first.position, id: String(first.entryId), at: dateOf(first.entryAt) },
      }
    },

    async countUnlinked() {
      const linked = new Set([...auditChain.values()].map(({ entryId }) => entryId))
      const overdue = [...audit].filter(
        ([id, { at }]) => !linked.has(id) && now.getTime() - at.getTime() > 600_000,
      )
      return overdue.length
    },

    async readState() {
      const newest = head()
      return {
        ...(auditChainState.get('state') ?? unchecked),
        head: newest === null ? null : { position: newest.position, hash: newest.hash },
        since: dateOf(links()[0]?.entryAt),
      }
    },

    async recordCheck(verifiedTo, firstBreak) {
      auditChainState.set('state', { verifiedTo, checkedAt: now, firstBreak })
    },
  }
}

const dateOf = (time: Date | undefined): Date | null =>
  time === undefined || Number.isNaN(time.getTime()) ? null : time

/** 32-bit FNV-1a. */
function digestOf(value: unknown): string {
  let hash = 2_166_136_261
  for (const character of JSON.stringify(value))
    hash = Math.imul(hash ^ character.codePointAt(0)!, 16_777_619)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
