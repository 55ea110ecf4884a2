import type {
  ImportedInvitations,
  InvitationCounts,
  ListedInvitation,
  NamedAccount,
  ShownInvitation,
} from '@ken/core'

/** An invitation, without its link. */
export const invitationView = (invitation: ShownInvitation) => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  state: invitation.state,
  invited_by: invitation.invitedBy,
  import_id: invitation.importId,
  created_at: invitation.createdAt.toISOString(),
  sent_at: invitation.sentAt?.toISOString() ?? null,
  expires_at: invitation.expiresAt?.toISOString() ?? null,
  accepted_at: invitation.acceptedAt?.toISOString() ?? null,
  revoked_at: invitation.revokedAt?.toISOString() ?? null,
  attempts: invitation.attempts,
  last_error: invitation.lastError,
})

/** An invitation in a list, with who sent it. */
export const listedInvitationView = ({ inviter, ...invitation }: ListedInvitation) => ({
  ...invitationView(invitation),
  inviter: namedAccountView(inviter),
})

/** Whose id it is; null for the command line, and if the account was deleted. */
export const namedAccountView = (account: NamedAccount | null) =>
  account === null ? null : { name: account.name, email: account.email }

/** The lines of a list by outcome. */
export const invitationCountsView = (counts: InvitationCounts) => ({ ...counts })

/** The outcome of each line of a list; `id` is null for a dry run. */
export const importedInvitationsView = ({
  importId,
  counts,
  deliverySeconds,
  verdicts,
}: ImportedInvitations) => ({
  id: importId,
  dry_run: importId === null,
  counts: invitationCountsView(counts),
  delivery_seconds: deliverySeconds,
  lines: verdicts.map(({ line, email, verdict, fault }) => ({ line, email, verdict, fault })),
})
