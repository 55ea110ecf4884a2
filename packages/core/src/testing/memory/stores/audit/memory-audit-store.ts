import type { AccountId } from '../../../../model/accounts/account.ts'
import type { AuditEntry } from '../../../../model/audit-entry.ts'
import type { InvitationId } from '../../../../model/invitations/invitation.ts'
import type { KeyId } from '../../../../model/keys/key.ts'
import type {
  AuditFilter,
  AuditStore,
  TargetName,
} from '../../../../ports/stores/audit/audit-store.ts'
import type { MemoryTables } from '../../memory-database.ts'

export const memoryAuditStore = (tables: MemoryTables, at: Date): AuditStore => ({
  append: async (entry) => append(tables, entry, at),

  async appendAll(entries) {
    for (const entry of entries) append(tables, entry, at)
  },

  list: async (filter, { after, limit }) =>
    [...tables.audit]
      .toReversed()
      .filter(([id]) => after === null || id < Number(after))
      .filter(([, entry]) => isMatch(entry, filter))
      .slice(0, limit)
      .map(([id, entry]) => ({
        ...entry,
        id: String(id),
        actorEmail:
          entry.actorId === null ? null : (tables.accounts.get(entry.actorId)?.email ?? null),
      })),

  nameTargets: async (targets) =>
    new Map(
      targets.flatMap((target) => {
        const name = nameOf(tables, target)
        return name === null ? [] : [[target, name] as const]
      }),
    ),

  count: async (filter, countMax) =>
    Math.min([...tables.audit.values()].filter((entry) => isMatch(entry, filter)).length, countMax),
})

function nameOf(tables: MemoryTables, target: string): TargetName | null {
  const { accounts, invitations, keys } = tables
  const [kind, id = ''] = target.split(/:(.*)/s)
  const ownerOf = (ownerId: AccountId | null) =>
    ownerId === null ? null : (accounts.get(ownerId)?.name ?? null)
  const account = kind === 'user' ? accounts.get(id as AccountId) : undefined
  if (account !== undefined) return { name: account.name, owner: null }
  const key = kind === 'key' ? keys.get(id as KeyId)?.key : undefined
  if (key !== undefined) return { name: key.name, owner: ownerOf(key.ownerId) }
  const invitation = kind === 'invitation' ? invitations.get(id as InvitationId) : undefined
  return invitation === undefined ? null : { name: invitation.email, owner: null }
}

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

function append({ audit }: MemoryTables, entry: AuditEntry, at: Date): void {
  const last = [...audit.keys()].at(-1) ?? 0
  audit.set(last + 1, { ...entry, at })
}
