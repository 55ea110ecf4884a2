import type { NamedAccount } from '../model/accounts/account.ts'
import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import type { Ports, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { InvitationImportNotFound } from '../model/invitations/invitation-errors.ts'
import {
  deliverySecondsOf,
  type InvitationImport,
  type InvitationImportId,
} from '../model/invitations/invitation-import.ts'
import type { InvitationState } from '../model/invitations/invitation.ts'

export type ShowInvitationImport = { readonly actor: Actor; readonly importId: InvitationImportId }
export type ShownInvitationImport = InvitationImport & {
  /** The number of invitations in each state. States without any are omitted. */
  readonly progress: ReadonlyMap<InvitationState, number>
  /** Null for the operator, and if the account was deleted. */
  readonly importer: NamedAccount | null
  /** How long sending what is queued takes at the set pace; null without a mail server. */
  readonly deliverySeconds: number | null
}

/** Returns an import and the progress of its emails. For Owner, Admin and operator. */
export async function showInvitationImport(
  ports: Pick<Ports, 'mailer'> & Transacts<'accounts' | 'invitationImports'>,
  { actor, importId }: ShowInvitationImport,
): Promise<Result<ShownInvitationImport, Forbidden | InvitationImportNotFound>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerEffectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const imported = await stores.invitationImports.find(importId)
    if (imported === null) return err({ code: 'invitation.import_not_found' })
    const counts = await stores.invitationImports.countInvitations([importId])
    const progress = counts.get(importId) ?? new Map<InvitationState, number>()
    const { importedBy } = imported
    const people = await stores.accounts.listNamed(importedBy === null ? [] : [importedBy])
    return ok({
      ...imported,
      progress,
      importer: importedBy === null ? null : (people.get(importedBy) ?? null),
      deliverySeconds:
        ports.mailer === null
          ? null
          : deliverySecondsOf(progress.get('queued') ?? 0, ports.mailer.bulkPerSecond),
    })
  })
}
