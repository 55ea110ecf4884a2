import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { pageOf, type Page, type PageRequest } from '../model/page.ts'
import type { Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { InvitationImportNotFound } from '../model/invitations/invitation-errors.ts'
import type {
  InvitationImportId,
  InvitationVerdict,
} from '../model/invitations/invitation-import.ts'
import type { ImportedLine } from '../model/invitations/invitation.ts'

export type ListImportedLines = {
  readonly actor: Actor
  readonly importId: InvitationImportId
  /** Null for lines with any verdict. */
  readonly verdict: InvitationVerdict | null
  readonly page: PageRequest<number>
}

/** Lists the results of the lines of an import, in order. For Owner, Admin and operator. */
export async function listImportedLines(
  ports: Transacts<'accounts' | 'invitationImports'>,
  { actor, importId, verdict, page }: ListImportedLines,
): Promise<Result<Page<ImportedLine, number>, Forbidden | InvitationImportNotFound>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerEffectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    if ((await stores.invitationImports.find(importId)) === null)
      return err({ code: 'invitation.import_not_found' })
    const read = await stores.invitationImports.listLines(importId, verdict, {
      ...page,
      limit: page.limit + 1,
    })
    return ok(pageOf(read, page.limit, ({ line }) => line))
  })
}
