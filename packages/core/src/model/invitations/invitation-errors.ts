export type InvitationNotFound = { readonly code: 'invitation.not_found' }
/** Already accepted or revoked: there is nothing to send or revoke. */
export type InvitationSettled = {
  readonly code: 'invitation.settled'
  readonly state: 'accepted' | 'revoked'
}
/** A later invitation to the same address is pending. */
export type InvitationSuperseded = { readonly code: 'invitation.superseded' }
/**
 * Lines of an upload ask for a role that the actor may not give. Nothing was imported. Names at
 * most 20 lines.
 */
export type InvitationRolesForbidden = {
  readonly code: 'invitation.roles_forbidden'
  readonly lines: readonly number[]
}
export type InvitationLinesTooMany = {
  readonly code: 'invitation.lines_too_many'
  readonly linesMax: number
}
export type InvitationImportNotFound = { readonly code: 'invitation.import_not_found' }

export type InvitationError =
  | InvitationNotFound
  | InvitationSettled
  | InvitationSuperseded
  | InvitationRolesForbidden
  | InvitationLinesTooMany
  | InvitationImportNotFound
