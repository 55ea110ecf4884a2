import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { ok } from '../model/result.ts'
import {
  anInvitation,
  anInvitationImport,
  aPersonIn,
  memoryPorts,
  newId,
  valueOf,
} from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import type { InvitationImportId } from '../model/invitations/invitation-import.ts'
import { showInvitationImport } from './show-invitation-import.ts'

describe('showInvitationImport', () => {
  onlyAdministrators((ports, actor) =>
    showInvitationImport(ports, { actor, importId: newId() as InvitationImportId }),
  )

  it('returns the verdicts on the lines and the progress of the emails', async () => {
    const ports = memoryPorts()
    const imported = anInvitationImport({
      counts: { created: 3, already_invited: 2, already_a_user: 1, invalid: 4 },
    })
    await ports.transact(async ({ invitationImports, invitations }) => {
      await invitationImports.insert(imported)
      const states = ['queued', 'queued', 'failed'] as const
      return ok(
        await invitations.insert(
          states.map((state) => anInvitation({ state, importId: imported.id })),
        ),
      )
    })
    const shown = valueOf(
      await showInvitationImport(ports, { actor: operator, importId: imported.id }),
    )
    expect({ ...shown, progress: Object.fromEntries(shown.progress) }).toEqual({
      ...imported,
      progress: { queued: 2, failed: 1 },
      importer: null,
      deliverySeconds: 1,
    })
    const without = await showInvitationImport(
      { ...ports, mailer: null },
      { actor: operator, importId: imported.id },
    )
    expect(valueOf(without).deliverySeconds).toBeNull()
  })

  it('says who imported', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { name: 'Ada' })
    const imported = anInvitationImport({ importedBy: account.id })
    await ports.transact(async ({ invitationImports }) =>
      ok(await invitationImports.insert(imported)),
    )
    const shown = await showInvitationImport(ports, { actor: operator, importId: imported.id })
    const { id, email, name } = account
    expect(valueOf(shown).importer).toEqual({ id, email, name })
  })

  it('reports an unknown id as not found', async () => {
    const refused = await showInvitationImport(memoryPorts(), {
      actor: operator,
      importId: newId() as InvitationImportId,
    })
    expect(refused).toEqual({ ok: false, error: { code: 'invitation.import_not_found' } })
  })
})
