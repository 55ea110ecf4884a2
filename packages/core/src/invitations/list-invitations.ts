import type { NamedAccount } from '../model/accounts/account.ts'
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

export type ListedInvitation = ShownInvitation & {
  /** Null for the operator, and if the account was deleted. */
  readonly inviter: NamedAccount | null
}

/** Lists invitations with their state and who sent them, newest first. For Owner, Admin and operator. */
export async function listInvitations(
  ports: Transacts<'accounts' | 'invitations'>,
  { actor, filter, page }: ListInvitations,
): Promise<Result<Page<ListedInvitation, InvitationId>, Forbidden>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerEffectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const read = await stores.invitations.list(filter, { ...page, limit: page.limit + 1 })
    const { items, next } = pageOf(read.map(shownInvitation), page.limit, ({ id }) => id)
    const people = await stores.accounts.listNamed(
      items.flatMap(({ invitedBy }) => invitedBy ?? []),
    )
    const inviterOf = ({ invitedBy }: ShownInvitation) =>
      invitedBy === null ? null : (people.get(invitedBy) ?? null)
    return ok({ items: items.map((item) => ({ ...item, inviter: inviterOf(item) })), next })
  })
}
