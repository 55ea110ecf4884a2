import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import type { Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { InvitationImportNotFound } from '../model/invitations/invitation-errors.ts'
import type {
  InvitationImport,
  InvitationImportId,
} from '../model/invitations/invitation-import.ts'
import type { InvitationState } from '../model/invitations/invitation.ts'

export type ShowInvitationImport = { readonly actor: Actor; readonly importId: InvitationImportId }
export type ShownInvitationImport = InvitationImport & {
  /** The number of invitations in each state. States without any are omitted. */
  readonly progress: ReadonlyMap<InvitationState, number>
}

/** Returns an import and the progress of its emails. For Owner, Admin and operator. */
export async function showInvitationImport(
  ports: Transacts<'accounts' | 'invitations'>,
  { actor, importId }: ShowInvitationImport,
): Promise<Result<ShownInvitationImport, Forbidden | InvitationImportNotFound>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerEffectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const imported = await stores.invitations.findImport(importId)
    if (imported === null) return err({ code: 'invitation.import_not_found' })
    return ok({ ...imported, progress: await stores.invitations.countByState(importId) })
  })
}
