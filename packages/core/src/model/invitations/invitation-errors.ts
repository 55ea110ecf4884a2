export type InvitationNotFound = { readonly code: 'invitation.not_found' }
/** Accepted or revoked: there is nothing left to send or to revoke. */
export type InvitationSettled = { readonly code: 'invitation.settled'; readonly state: 'accepted' | 'revoked' }
/** A later invitation of the same address is pending. */
export type InvitationSuperseded = { readonly code: 'invitation.superseded' }
/** Lines of an upload ask for a role that the actor may not give: nothing of it was done. At most 20 are named. */
export type InvitationRolesForbidden = { readonly code: 'invitation.roles_forbidden'; readonly lines: readonly number[] }
export type InvitationLinesTooMany = { readonly code: 'invitation.lines_too_many'; readonly linesMax: number }
export type InvitationImportNotFound = { readonly code: 'invitation.import_not_found' }

export type InvitationError =
  | InvitationNotFound
  | InvitationSettled
  | InvitationSuperseded
  | InvitationRolesForbidden
  | InvitationLinesTooMany
  | InvitationImportNotFound
