import {
  importStallsAfterSeconds,
  type InvitationImport,
  type InvitationImportId,
} from '../../../../model/invitations/invitation-import.ts'
import type { ImportedLine, InvitationState } from '../../../../model/invitations/invitation.ts'
import type { InvitationImportStore } from '../../../../ports/stores/people/invitation-import-store.ts'
import type { MemoryTables } from '../../memory-database.ts'
import { presentInvitation } from './memory-invitation-store.ts'

const shownImport = (row: MapValue<MemoryTables['invitationImports']>): InvitationImport => {
  const { progressedAt: _, isFinished: __, ...imported } = row
  return imported
}
type MapValue<Table> = Table extends Map<unknown, infer Value> ? Value : never

export function memoryInvitationImportStore(
  { invitationImports, invitationLines, invitations }: MemoryTables,
  now: Date,
): InvitationImportStore {
  return {
    async insert(imported) {
      if (invitationImports.has(imported.id)) throw new Error(`import ${imported.id} exists`)
      invitationImports.set(imported.id, { ...imported, progressedAt: now, isFinished: false })
    },

    async recordProgress(id, counts, { isFinished }) {
      const imported = invitationImports.get(id)
      if (imported === undefined) throw new Error(`import ${id} is missing`)
      invitationImports.set(id, { ...imported, counts, isFinished, progressedAt: now })
    },

    async findStalled(importedBy, fingerprint) {
      const stalled = [...invitationImports.values()]
        .filter(
          (one) =>
            one.importedBy === importedBy && one.fingerprint === fingerprint && !one.isFinished,
        )
        .filter(
          ({ progressedAt }) =>
            now.getTime() - progressedAt.getTime() >= importStallsAfterSeconds * 1_000,
        )
        .toSorted((left, right) => (left.id > right.id ? -1 : 1))[0]
      if (stalled === undefined) return null
      invitationImports.set(stalled.id, { ...stalled, progressedAt: now })
      return stalled.id
    },

    async find(id) {
      const found = invitationImports.get(id)
      return found === undefined ? null : shownImport(found)
    },

    async list({ after, limit }) {
      return [...invitationImports.values()]
        .filter(({ id }) => after === null || id < after)
        .toSorted((left, right) => (left.id > right.id ? -1 : 1))
        .slice(0, limit)
        .map(shownImport)
    },

    async recordLines(importId, lines) {
      const known = invitationLines.get(importId) ?? new Map<number, ImportedLine>()
      const added = new Map(lines.map((line) => [line.line, line]))
      invitationLines.set(importId, new Map([...added, ...known]))
      return [...added.keys()].filter((line) => !known.has(line))
    },

    async listLines(importId, verdict, { after, limit }) {
      return [...(invitationLines.get(importId)?.values() ?? [])]
        .filter((line) => verdict === null || line.verdict === verdict)
        .filter(({ line }) => after === null || line > after)
        .toSorted((left, right) => left.line - right.line)
        .slice(0, limit)
    },

    async countInvitations(importIds) {
      const wanted = new Set(importIds)
      const counts = new Map<InvitationImportId, Map<InvitationState, number>>()
      for (const invitation of invitations.values()) {
        const { importId, state } = presentInvitation(invitation, now)
        if (importId === null || !wanted.has(importId)) continue
        const states = counts.get(importId) ?? new Map<InvitationState, number>()
        counts.set(importId, states.set(state, (states.get(state) ?? 0) + 1))
      }
      return counts
    },
  }
}
