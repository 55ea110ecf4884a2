import type { Ports, Stores } from '../ports/index.ts'
import type { Invitation, OpenInvitation } from '../model/invitations/invitation.ts'

const isOpen = (invitation: Invitation, now: Date): invitation is OpenInvitation =>
  (invitation.state === 'queued' || invitation.state === 'sent') && invitation.expiresAt !== null && invitation.expiresAt > now

/** Whether whoever answers for it still may: an invitation to be an Owner dies with its inviter's role. */
export async function isBacked({ accounts }: Pick<Stores, 'accounts'>, { role, invitedBy }: Invitation): Promise<boolean> {
  if (role !== 'Owner' || invitedBy === null) return true
  const inviter = await accounts.find(invitedBy)
  return inviter?.status === 'active' && inviter.role === 'Owner'
}

/**
 * The open invitation behind a presented token, held until the transaction ends. Null for an unknown, used,
 * expired, revoked or superseded one, for one to an address that has an account by now, and for one that nobody
 * answers for any more: nobody can tell which.
 */
export async function openInvitation(
  { secrets }: Pick<Ports, 'secrets'>,
  stores: Pick<Stores, 'accounts' | 'invitations' | 'lockAccount' | 'now'>,
  presented: string,
): Promise<OpenInvitation | null> {
  const digest = secrets.digest(presented)
  const found = digest === null ? null : await stores.invitations.findByDigest(digest)
  if (found === null) return null
  // Whoever ends the inviter's role locks the account first, too: the other order would deadlock.
  if (found.role === 'Owner' && found.invitedBy !== null) await stores.lockAccount(found.invitedBy)
  const invitation = await stores.invitations.hold(found.id)
  if (invitation?.tokenDigest !== digest || !isOpen(invitation, await stores.now())) return null
  if (!(await isBacked(stores, invitation))) return null
  return (await stores.accounts.findByEmail(invitation.email)) === null ? invitation : null
}
