export { changeEmail, type ChangeEmail } from './change-email.ts'
export { changeOwnName, type ChangeOwnName } from './change-own-name.ts'
export { changeRole, type ChangeRole } from './change-role.ts'
export { deactivateAccount, type DeactivateAccount } from './deactivate-account.ts'
export { deleteAccount, type DeleteAccount } from './delete-account.ts'
export {
  endAllAccountSessions,
  type EndAllAccountSessions,
  type EndedSessions,
} from './end-all-account-sessions.ts'
export { endAccountSessions, type EndAccountSessions } from './end-account-sessions.ts'
export { findAccount, type FindAccount, type FoundAccount } from './find-account.ts'
export { listAccounts, type ListAccounts, type ListedAccount } from './list-accounts.ts'
export { previewRemoval, type PreviewRemoval, type RemovalPreview } from './preview-removal.ts'
export { reactivateAccount, type ReactivateAccount } from './reactivate-account.ts'
export { showAccount, type AccountCard, type ShowAccount } from './show-account.ts'
export { showProfile, type OwnProfile, type ShowProfile } from './show-profile.ts'
export { suggestAccounts, type SuggestAccounts } from './suggest-accounts.ts'
export {
  countedPerKindMax,
  summarizeAccounts,
  type AccountSummary,
  type SummarizeAccounts,
} from './summarize-accounts.ts'
