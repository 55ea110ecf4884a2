export {
  acceptInvitation,
  type AcceptedInvitation,
  type AcceptInvitation,
} from './accept-invitation.ts'
export { createInvitation, type CreateInvitation } from './create-invitation.ts'
export { deliverInvitation } from './deliver-invitation.ts'
export {
  importInvitations,
  type ImportedInvitations,
  type ImportInvitations,
} from './import-invitations.ts'
export { listImportedLines, type ListImportedLines } from './list-imported-lines.ts'
export {
  listInvitationImports,
  type ListedInvitationImport,
  type ListInvitationImports,
} from './list-invitation-imports.ts'
export { listInvitations, type ListedInvitation, type ListInvitations } from './list-invitations.ts'
export {
  previewInvitation,
  type PreviewedInvitation,
  type PreviewInvitation,
} from './preview-invitation.ts'
export {
  resendFailedInvitations,
  type ResendFailedInvitations,
} from './resend-failed-invitations.ts'
export { resendInvitation, type ResendInvitation } from './resend-invitation.ts'
export { revokeInvitation, type RevokeInvitation } from './revoke-invitation.ts'
export {
  showInvitationImport,
  type ShowInvitationImport,
  type ShownInvitationImport,
} from './show-invitation-import.ts'
