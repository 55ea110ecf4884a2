import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { pageOf, type Page, type PageRequest } from '../model/page.ts'
import type { Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type {
  InvitationImport,
  InvitationImportId,
} from '../model/invitations/invitation-import.ts'

export type ListInvitationImports = {
  readonly actor: Actor
  readonly page: PageRequest<InvitationImportId>
}

/** Lists imports with the results of their lines, newest first. For Owner, Admin and operator. */
export async function listInvitationImports(
  ports: Transacts<'accounts' | 'invitations'>,
  { actor, page }: ListInvitationImports,
): Promise<Result<Page<InvitationImport, InvitationImportId>, Forbidden>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerEffectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const read = await stores.invitations.listImports({ ...page, limit: page.limit + 1 })
    return ok(pageOf(read, page.limit, ({ id }) => id))
  })
}
