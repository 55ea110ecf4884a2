import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerStandingOf } from '../authorization/standing.ts'
import type { Actor } from '../model/actor.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { InvitationImportNotFound } from '../model/invitations/invitation-errors.ts'
import type { InvitationImport, InvitationImportId } from '../model/invitations/invitation-import.ts'
import type { InvitationState } from '../model/invitations/invitation.ts'

export type ShowInvitationImport = { readonly actor: Actor; readonly importId: InvitationImportId }
export type ShownInvitationImport = InvitationImport & {
  /** Invitations of the import by state; states with none are left out. */
  readonly progress: ReadonlyMap<InvitationState, number>
}

/** An import and how far its mails have come. For Owner, Admin and operator. */
export async function showInvitationImport(
  ports: Pick<Ports, 'transact'>,
  { actor, importId }: ShowInvitationImport,
): Promise<Result<ShownInvitationImport, Forbidden | InvitationImportNotFound>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerStandingOf(stores, actor))) return err({ code: 'account.forbidden' })
    const imported = await stores.invitations.findImport(importId)
    if (imported === null) return err({ code: 'invitation.import_not_found' })
    return ok({ ...imported, progress: await stores.invitations.countByState(importId) })
  })
}
