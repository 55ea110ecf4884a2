import type { NamedAccount } from '../model/accounts/account.ts'
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
import type { InvitationState } from '../model/invitations/invitation.ts'

export type ListInvitationImports = {
  readonly actor: Actor
  readonly page: PageRequest<InvitationImportId>
}

export type ListedInvitationImport = InvitationImport & {
  /** Null for the operator, and if the account was deleted. */
  readonly importer: NamedAccount | null
  /** The number of invitations in each state. States without any are omitted. */
  readonly progress: ReadonlyMap<InvitationState, number>
}

/**
 * Lists imports with the results of their lines and the progress of their emails, newest first. For Owner, Admin and
 * operator.
 */
export async function listInvitationImports(
  ports: Transacts<'accounts' | 'invitationImports'>,
  { actor, page }: ListInvitationImports,
): Promise<Result<Page<ListedInvitationImport, InvitationImportId>, Forbidden>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerEffectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const read = await stores.invitationImports.list({ ...page, limit: page.limit + 1 })
    const { items, next } = pageOf(read, page.limit, ({ id }) => id)
    const people = await stores.accounts.listNamed(
      items.flatMap(({ importedBy }) => importedBy ?? []),
    )
    const counts = await stores.invitationImports.countInvitations(items.map(({ id }) => id))
    const listed = items.map((item) => ({
      ...item,
      importer: item.importedBy === null ? null : (people.get(item.importedBy) ?? null),
      progress: counts.get(item.id) ?? new Map<InvitationState, number>(),
    }))
    return ok({ items: listed, next })
  })
}
