export { changeEmail, type ChangeEmail } from './change-email.ts'
export { changeOwnName, type ChangeOwnName } from './change-own-name.ts'
export { changeRole, type ChangeRole } from './access/change-role.ts'
export { deactivateAccount, type DeactivateAccount } from './access/deactivate-account.ts'
export { deleteAccount, type DeleteAccount } from './access/delete-account.ts'
export {
  endAllAccountSessions,
  type EndAllAccountSessions,
  type EndedSessions,
} from './access/end-all-account-sessions.ts'
export { endAccountSessions, type EndAccountSessions } from './access/end-account-sessions.ts'
export { findAccount, type FindAccount, type FoundAccount } from './directory/find-account.ts'
export { listAccounts, type ListAccounts, type ListedAccount } from './directory/list-accounts.ts'
export {
  previewRemoval,
  type PreviewRemoval,
  type RemovalPreview,
} from './access/preview-removal.ts'
export { reactivateAccount, type ReactivateAccount } from './access/reactivate-account.ts'
export { showAccount, type AccountCard, type ShowAccount } from './directory/show-account.ts'
export { showProfile, type OwnProfile, type ShowProfile } from './show-profile.ts'
export { suggestAccounts, type SuggestAccounts } from './directory/suggest-accounts.ts'
export {
  countedPerKindMax,
  summarizeAccounts,
  type AccountSummary,
  type SummarizeAccounts,
} from './directory/summarize-accounts.ts'
