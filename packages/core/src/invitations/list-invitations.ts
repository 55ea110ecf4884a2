import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { pageOf, type Page, type PageRequest } from '../model/page.ts'
import type { InvitationFilter, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import {
  shownInvitation,
  type InvitationId,
  type ShownInvitation,
} from '../model/invitations/invitation.ts'

export type ListInvitations = {
  readonly actor: Actor
  readonly filter: InvitationFilter
  readonly page: PageRequest<InvitationId>
}

/** Lists invitations with their state, newest first. For Owner, Admin and operator. */
export async function listInvitations(
  ports: Transacts<'accounts' | 'invitations'>,
  { actor, filter, page }: ListInvitations,
): Promise<Result<Page<ShownInvitation, InvitationId>, Forbidden>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerEffectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const read = await stores.invitations.list(filter, { ...page, limit: page.limit + 1 })
    return ok(pageOf(read.map(shownInvitation), page.limit, ({ id }) => id))
  })
}
