import { isGivenByOwners } from '../model/accounts/permissions.ts'
import type { Ports, Stores } from '../ports/index.ts'
import type { Invitation, OpenInvitation } from '../model/invitations/invitation.ts'

const isOpen = (invitation: Invitation, now: Date): invitation is OpenInvitation =>
  (invitation.state === 'queued' || invitation.state === 'sent') &&
  invitation.expiresAt !== null &&
  invitation.expiresAt > now

/**
 * Whether the inviter may still invite with this role. What only an Owner may send is void once its sender is no longer an
 * active Owner; an invitation of a Member stays valid.
 */
export async function isInviterEntitled(
  { accounts }: Pick<Stores, 'accounts'>,
  { role, invitedBy }: Invitation,
): Promise<boolean> {
  if (!isGivenByOwners(role) || invitedBy === null) return true
  const inviter = await accounts.find(invitedBy)
  return inviter?.status === 'active' && inviter.role === 'Owner'
}

/**
 * Returns the open invitation of a presented token, and locks it until the transaction ends. Returns null for an unknown,
 * used, expired, revoked, superseded or void token, and if the address already has an account.
 */
export async function openInvitation(
  { secrets }: Pick<Ports, 'secrets'>,
  stores: Pick<Stores, 'accounts' | 'invitations' | 'lockAccount' | 'now'>,
  presented: string,
): Promise<OpenInvitation | null> {
  const digest = secrets.digest(presented)
  const found = digest === null ? null : await stores.invitations.findByDigest(digest)
  if (found === null) return null
  // Every transaction that ends the inviter's role locks their account first. The reverse order would deadlock.
  if (isGivenByOwners(found.role) && found.invitedBy !== null)
    await stores.lockAccount(found.invitedBy)
  const invitation = await stores.invitations.lock(found.id)
  if (invitation?.tokenDigest !== digest || !isOpen(invitation, await stores.now())) return null
  if (!(await isInviterEntitled(stores, invitation))) return null
  return (await stores.accounts.findByEmail(invitation.email)) === null ? invitation : null
}
