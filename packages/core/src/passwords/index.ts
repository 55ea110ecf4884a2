export { changePassword, type ChangePassword } from './change-password.ts'
export { deliverPasswordReset } from './deliver-password-reset.ts'
export {
  issuePasswordReset,
  type IssuedPasswordReset,
  type IssuePasswordReset,
} from './issue-password-reset.ts'
export { prunePasswordResets } from './prune-password-resets.ts'
export { requestPasswordReset, type RequestPasswordReset } from './request-password-reset.ts'
export {
  resetOwnerPassword,
  type OwnerPasswordReset,
  type ResetOwnerPassword,
} from './reset-owner-password.ts'
export { resetPassword, type ResetPassword } from './reset-password.ts'
