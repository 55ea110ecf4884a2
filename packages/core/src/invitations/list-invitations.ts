import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerStandingOf } from '../authorization/standing.ts'
import type { Actor } from '../model/actor.ts'
import { pageOf, type Page, type PageWanted } from '../model/page.ts'
import type { InvitationFilter, Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { shownInvitation, type InvitationId, type ShownInvitation } from '../model/invitations/invitation.ts'

export type ListInvitations = {
  readonly actor: Actor
  readonly filter: InvitationFilter
  readonly page: PageWanted<InvitationId>
}

/** Invitations and how they fare, newest first. For Owner, Admin and operator. */
export async function listInvitations(
  ports: Pick<Ports, 'transact'>,
  { actor, filter, page }: ListInvitations,
): Promise<Result<Page<ShownInvitation, InvitationId>, Forbidden>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerStandingOf(stores, actor))) return err({ code: 'account.forbidden' })
    const read = await stores.invitations.list(filter, { ...page, limit: page.limit + 1 })
    return ok(pageOf(read.map(shownInvitation), page.limit, ({ id }) => id))
  })
}
