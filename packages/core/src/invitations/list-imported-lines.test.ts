import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import type { InvitationImportId } from '../model/invitations/invitation-import.ts'
import { aPersonIn, memoryPorts, newId, valueOf } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { importInvitations } from './import-invitations.ts'
import { listImportedLines } from './list-imported-lines.ts'

const all = { verdict: null, page: { after: null, limit: 100 } } as const

describe('listImportedLines', () => {
  onlyAdministrators((ports, actor) =>
    listImportedLines(ports, { ...all, actor, importId: newId() as InvitationImportId }),
  )

  it('R54 lists what the import returned for every line, and the invitations that it created', async () => {
    const ports = memoryPorts()
    await aPersonIn(ports, { email: 'bob@example.com' })
    const emails = ['ada@example.com', 'nonsense', 'bob@example.com', 'ADA@example.com']
    const lines = emails.map((email, place) => ({
      line: place + 2,
      fields: { email, role: 'Member' },
    }))
    const command = { actor: operator, lines, dryRun: false }
    const imported = valueOf(await importInvitations(ports, command))
    const importId = imported.importId!
    const listed = valueOf(await listImportedLines(ports, { ...all, actor: operator, importId }))
    const [invitationId] = ports.database.tables.invitations.keys()
    expect(listed).toEqual({
      items: imported.verdicts.map((line, place) => ({
        ...line,
        invitationId: place === 0 ? invitationId : null,
      })),
      next: null,
    })
    const request = { actor: operator, importId, verdict: 'invalid' } as const
    const invalid = await listImportedLines(ports, { ...request, page: all.page })
    expect(valueOf(invalid).items.map(({ line }) => line)).toEqual([3])
  })

  it('reports an unknown import as not found', async () => {
    const importId = newId() as InvitationImportId
    const refused = await listImportedLines(memoryPorts(), { ...all, actor: operator, importId })
    expect(refused).toEqual({ ok: false, error: { code: 'invitation.import_not_found' } })
  })
})
