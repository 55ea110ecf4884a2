export { exportAudit, type ExportAudit } from './audit/export-audit.ts'
export { countAudit, type AuditCount, type CountAudit } from './audit/count-audit.ts'
export { auditActions, auditVias } from './model/audit-entry.ts'
export { maintainAuditChain } from './audit/maintain-audit-chain.ts'
export { showAuditChain, type ShowAuditChain } from './audit/show-audit-chain.ts'
export {
  verifyAuditChain,
  type VerifiedAuditChain,
  type VerifyAuditChain,
} from './audit/verify-audit-chain.ts'
export type { ChainState } from './ports/stores/audit-chain-store.ts'
export { listAudit, type ListAudit, type ListedAuditRecord } from './audit/list-audit.ts'
export type {
  AccountFilter,
  Agent,
  AgentId,
  AuditFilter,
  AuditRecord,
  Ports,
  Settings,
  Visibility,
} from './ports/index.ts'
export { SearchTimeout, Unavailable } from './ports/platform/unavailable.ts'
export type { KenError, KenErrorCode } from './model/errors.ts'
export type { AccountRateLimited } from './model/accounts/account-errors.ts'
export type { TestEmailsExhausted } from './model/mail/mail-errors.ts'
export type { GroupInUse } from './model/groups/group-errors.ts'
export type {
  InvitationLinesTooMany,
  InvitationRolesForbidden,
  InvitationSettled,
} from './model/invitations/invitation-errors.ts'
export type { KeyLimitReached, KeyRateLimited, KeySourcesInvalid } from './model/keys/key-errors.ts'
export type {
  PruneRefused,
  SearchesTooMany,
  SearchInvalid,
  SearchTimedOut,
} from './model/knowledge/knowledge-errors.ts'
export { pageOf, type Page, type PageRequest } from './model/page.ts'
export { clientNetwork } from './model/client-network.ts'
export { err, ok, type Err, type Ok, type Result } from './model/result.ts'
export {
  operator,
  type Actor,
  type Anonymous,
  type Operator,
  type Origin,
  type Person,
  type ServiceSurface,
} from './model/actor.ts'

export {
  displayName,
  nameLengthMax,
  roles,
  type Account,
  type AccountId,
  type AccountProfile,
  type NamedAccount,
  type AccountStatus,
  type Role,
} from './model/accounts/account.ts'
export { canonicalEmail, newEmail, type Email } from './model/accounts/email.ts'
export {
  accountActs,
  actRefusals,
  actsOnAccount,
  capabilities,
  mayActOn,
  type AccountAct,
  type ActOnAccount,
  type ActRefusal,
  type Capability,
} from './model/accounts/permissions.ts'
export { changeEmail, type ChangeEmail } from './accounts/change-email.ts'
export { changeRole, type ChangeRole } from './accounts/change-role.ts'
export { deactivateAccount, type DeactivateAccount } from './accounts/deactivate-account.ts'
export { deleteAccount, type DeleteAccount } from './accounts/delete-account.ts'
export { endAccountSessions, type EndAccountSessions } from './accounts/end-account-sessions.ts'
export {
  previewRemoval,
  type PreviewRemoval,
  type RemovalPreview,
} from './accounts/preview-removal.ts'
export { findAccount, type FindAccount, type FoundAccount } from './accounts/find-account.ts'
export { listAccounts, type ListAccounts, type ListedAccount } from './accounts/list-accounts.ts'
export { reactivateAccount, type ReactivateAccount } from './accounts/reactivate-account.ts'
export {
  countedPerKindMax,
  summarizeAccounts,
  type AccountSummary,
  type SummarizeAccounts,
} from './accounts/summarize-accounts.ts'
export { showAccount, type AccountCard, type ShowAccount } from './accounts/show-account.ts'
export { suggestAccounts, type SuggestAccounts } from './accounts/suggest-accounts.ts'
export { listAgents, type ListAgents } from './agents/list-agents.ts'
export { switchAgent, type SwitchAgent } from './agents/switch-agent.ts'
export { isSetUp } from './setup/is-set-up.ts'
export { setUpOwner, type OwnerSetUp, type SetUpOwner } from './setup/set-up-owner.ts'
export { changeOwnName, type ChangeOwnName } from './accounts/change-own-name.ts'
export {
  listChatSurfaces,
  type ChatSurface,
  type ListChatSurfaces,
} from './chat/list-chat-surfaces.ts'
export { listOwnSources, type ListOwnSources } from './knowledge/list-own-sources.ts'
export { showProfile, type OwnProfile, type ShowProfile } from './accounts/show-profile.ts'
export { changeSettings, type ChangeSettings } from './settings/change-settings.ts'
export { sendTestEmail, type SendTestEmail } from './settings/send-test-email.ts'
export { showOrganisation } from './settings/show-organisation.ts'
export { showSettings, type ShownSettings, type ShowSettings } from './settings/show-settings.ts'
export { deliverNotice } from './notices/deliver-notice.ts'
export {
  changeBotMessenger,
  type ChangeBotMessenger,
} from './bot-messenger/change-bot-messenger.ts'
export {
  probeBotMessenger,
  type ProbeBotMessenger,
  type ProbedBotMessenger,
} from './bot-messenger/probe-bot-messenger.ts'
export { showBotMessenger, type ShowBotMessenger } from './bot-messenger/show-bot-messenger.ts'
export type { BotDelivery } from './chat/settings/bot-delivery.ts'
export {
  messengerDeliveryFaults,
  type BotMessengerStatus,
} from './bot-messenger/bot-messenger-status.ts'
export { botMessengerAdvice } from './bot-messenger/bot-messenger-advice.ts'
export { messengerProbeFaults } from './model/bot-messenger/bot-messenger-errors.ts'
export {
  changeWorkspaceChat,
  type ChangeWorkspaceChat,
} from './workspace-chat/change-workspace-chat.ts'
export {
  probeWorkspaceChat,
  type ProbedWorkspaceChat,
  type ProbeWorkspaceChat,
} from './workspace-chat/probe-workspace-chat.ts'
export { showWorkspaceChat, type ShowWorkspaceChat } from './workspace-chat/show-workspace-chat.ts'
export {
  workspaceDeliveryFaults,
  type WorkspaceChatStatus,
} from './workspace-chat/workspace-chat-status.ts'
export { workspaceChatAdvice } from './workspace-chat/workspace-chat-advice.ts'
export { workspaceProbeFaults } from './model/workspace-chat/workspace-chat-errors.ts'
export { changeTeamChat, type ChangeTeamChat } from './team-chat/change-team-chat.ts'
export {
  probeTeamChat,
  type ProbedTeamChat,
  type ProbeTeamChat,
} from './team-chat/probe-team-chat.ts'
export { showTeamChat, type ShowTeamChat } from './team-chat/show-team-chat.ts'
export { botTokenLengthMax } from './team-chat/team-chat-change.ts'
export { serverAddressLengthMax } from './model/team-chat/server-address.ts'
export {
  probeFaults,
  type ProbeFailed,
  type ProbeFault,
  type ProbesExhausted,
} from './model/team-chat/team-chat-errors.ts'
export {
  deliveryFaults,
  type DeliveryFault,
  type TeamChatStatus,
} from './team-chat/team-chat-status.ts'
export { teamChatAdvice } from './team-chat/team-chat-advice.ts'
export { changePassword, type ChangePassword } from './passwords/change-password.ts'
export { deliverPasswordReset } from './passwords/deliver-password-reset.ts'
export {
  issuePasswordReset,
  type IssuedPasswordReset,
  type IssuePasswordReset,
} from './passwords/issue-password-reset.ts'
export { prunePasswordResets } from './passwords/prune-password-resets.ts'
export {
  requestPasswordReset,
  type RequestPasswordReset,
} from './passwords/request-password-reset.ts'
export {
  resetOwnerPassword,
  type OwnerPasswordReset,
  type ResetOwnerPassword,
} from './passwords/reset-owner-password.ts'
export { resetPassword, type ResetPassword } from './passwords/reset-password.ts'
export {
  authenticateSession,
  type AuthenticatedSession,
  type AuthenticateSession,
} from './sessions/authenticate-session.ts'
export type { Gate } from './sessions/gate.ts'
export {
  authenticatePortalUser,
  type AuthenticatePortalUser,
} from './sessions/authenticate-portal-user.ts'
export { admitSessionCall, type AdmitSessionCall } from './sessions/admit-session-call.ts'
export { endAllSessions, type EndAllSessions } from './sessions/end-all-sessions.ts'
export { endSession, type EndSession } from './sessions/end-session.ts'
export { listSessions, type ListedSession, type ListSessions } from './sessions/list-sessions.ts'
export { pruneSessions } from './sessions/prune-sessions.ts'
export { listReportedProxies, type ListReportedProxies } from './settings/list-reported-proxies.ts'
export { reportProxy, type ReportProxy } from './settings/report-proxy.ts'
export {
  refreshSession,
  type RefreshedSession,
  type RefreshSession,
} from './sessions/refresh-session.ts'
export {
  sessionSlidingSeconds,
  type Session,
  type SessionId,
  type SessionPosition,
} from './model/sessions/session.ts'
export { signOut, type SignOut } from './sessions/sign-out.ts'
export {
  confirmSecondFactor,
  type ConfirmSecondFactor,
} from './second-factor/confirm-second-factor.ts'
export {
  countUnreadableFactors,
  type CountUnreadableFactors,
} from './second-factor/count-unreadable-factors.ts'
export {
  disableSecondFactor,
  type DisableSecondFactor,
} from './second-factor/disable-second-factor.ts'
export { enrolSecondFactor, type EnrolSecondFactor } from './second-factor/enrol-second-factor.ts'
export { reencryptSecrets, type ReencryptSecrets } from './second-factor/reencrypt-secrets.ts'
export {
  showSecretRotation,
  type SecretRotation,
  type ShowSecretRotation,
} from './second-factor/show-secret-rotation.ts'
export {
  renewRecoveryCodes,
  type RenewRecoveryCodes,
} from './second-factor/renew-recovery-codes.ts'
export { resetSecondFactor, type ResetSecondFactor } from './second-factor/reset-second-factor.ts'
export type { Enrolment, SecondFactorProof } from './credentials/second-factor.ts'
export { confirmEnrolment, type ConfirmEnrolment } from './sign-in/confirm-enrolment.ts'
export { pruneChallenges } from './sign-in/prune-challenges.ts'
export { pruneAttempts } from './attempt-limits/prune-attempts.ts'
export { pruneRefusals } from './sign-in/prune-refusals.ts'
export { recordRefusals } from './sign-in/record-refusals.ts'
export { setForcedPassword, type SetForcedPassword } from './sign-in/set-forced-password.ts'
export { signIn, type SignIn } from './sign-in/sign-in.ts'
export type { SignedIn, SignInStep } from './sign-in-flow/sign-in-flow.ts'
export type { SignInDevice } from './model/sign-in/sign-in-device.ts'
export { startEnrolment, type StartEnrolment } from './sign-in/start-enrolment.ts'
export { verifySecondFactor, type VerifySecondFactor } from './sign-in/verify-second-factor.ts'
export {
  passwordExample,
  passwordLengthMax,
  passwordLengthMin,
} from './credentials/password-policy.ts'
export type {
  AttemptsExhausted,
  PasswordFault,
  PasswordRejected,
} from './model/passwords/password-errors.ts'

export type { Group, GroupSlug } from './model/groups/group.ts'
export { addGroupMember, type AddGroupMember } from './groups/add-group-member.ts'
export { createGroup, type CreateGroup } from './groups/create-group.ts'
export { deleteGroup, type DeleteGroup } from './groups/delete-group.ts'
export { listGroupMembers, type ListGroupMembers } from './groups/list-group-members.ts'
export {
  addGroupMembers,
  membersPerCallMax,
  memberVerdicts,
  type AddGroupMembers,
  type MemberVerdict,
} from './groups/add-group-members.ts'
export { findGroups, type FindGroups } from './groups/find-groups.ts'
export { groupDocumentsMax, type CountedGroup } from './ports/stores/group-store.ts'
export { groupSlug } from './model/groups/group.ts'
export { listGroups, type ListedGroup, type ListGroups } from './groups/list-groups.ts'
export { removeGroupMember, type RemoveGroupMember } from './groups/remove-group-member.ts'

export {
  acceptInvitation,
  type AcceptedInvitation,
  type AcceptInvitation,
} from './invitations/accept-invitation.ts'
export { createInvitation, type CreateInvitation } from './invitations/create-invitation.ts'
export { deliverInvitation } from './invitations/deliver-invitation.ts'
export {
  importInvitations,
  type ImportedInvitations,
  type ImportInvitations,
} from './invitations/import-invitations.ts'
export {
  invitationsPerImportMax,
  invitationVerdicts,
  lineFaults,
  type InvitationCounts,
  type InvitationImport,
  type InvitationImportId,
  type InvitationLine,
  type LineFault,
  type LineVerdict,
} from './model/invitations/invitation-import.ts'
export type { ImportedLine } from './model/invitations/invitation.ts'
export {
  invitationStates,
  type InvitationId,
  type InvitationState,
  type ShownInvitation,
} from './model/invitations/invitation.ts'
export { listImportedLines, type ListImportedLines } from './invitations/list-imported-lines.ts'
export {
  listInvitationImports,
  type ListedInvitationImport,
  type ListInvitationImports,
} from './invitations/list-invitation-imports.ts'
export {
  resendFailedInvitations,
  type ResendFailedInvitations,
} from './invitations/resend-failed-invitations.ts'
export {
  listInvitations,
  type ListedInvitation,
  type ListInvitations,
} from './invitations/list-invitations.ts'
export {
  previewInvitation,
  type PreviewedInvitation,
  type PreviewInvitation,
} from './invitations/preview-invitation.ts'
export { resendInvitation, type ResendInvitation } from './invitations/resend-invitation.ts'
export { revokeInvitation, type RevokeInvitation } from './invitations/revoke-invitation.ts'
export {
  showInvitationImport,
  type ShowInvitationImport,
  type ShownInvitationImport,
} from './invitations/show-invitation-import.ts'

export { answerText, type Answer } from './model/answers/answer.ts'
export type { AskRateLimited, AsksTooMany } from './model/answers/answer-errors.ts'
export { questionLengthMax } from './model/answers/answer-limits.ts'
export { ask, type AnswerReader, type Ask, type AskAnswer } from './answers/ask.ts'
export { forgetConversation, type ForgetConversation } from './answers/forget-conversation.ts'
export { answerQuestion, type AnswerQuestion } from './answers/answer-question.ts'

export { admitChatSender } from './chat/posts/admit-chat-sender.ts'
export { answerChatPost } from './chat/posts/answer-chat-post.ts'

export { retryDeadLetters, type RetryDeadLetters } from './jobs/retry-dead-letters.ts'
export { listMissingRoles, type ListMissingRoles } from './jobs/list-missing-roles.ts'
export { missingRoles, missingRoleText } from './jobs/missing-roles.ts'
export { isStalled } from './jobs/is-stalled.ts'
export { showQueue, type QueueState, type ShowQueue } from './jobs/show-queue.ts'

export {
  anyKey,
  keyLifetimesDays,
  keyNameLengthMax,
  keyStatus,
  listedKeyStatuses,
  callWindows,
  keyWindow,
  responsibleId,
  personLimitDefault,
  sourcesPerKeyMax,
  type Key,
  type KeyFilter,
  type KeyId,
  type KeyLifetimeDays,
  type KeyStatus,
  type ListedKeyStatus,
} from './model/keys/key.ts'
export {
  noWeek,
  totalUsage,
  usageDaysDefault,
  usageDaysMax,
  type KeyOutcome,
  type UsageCounts,
  type UsageHour,
} from './model/keys/usage.ts'
export {
  externalIdLengthMax,
  identitySourceLengthMax,
  parseIdentitySource,
  type Identity,
  type IdentityId,
  type IdentitySource,
} from './model/identities/identity.ts'
export {
  runIdempotently,
  type IdempotentOutcome,
  type RunIdempotently,
} from './idempotency/run-idempotently.ts'
export type { IdempotencyError, RequestInProgress } from './model/idempotency-errors.ts'
export { pruneIdempotencyKeys } from './idempotency/prune-idempotency-keys.ts'
export {
  createLinkCode,
  type CreatedLinkCode,
  type CreateLinkCode,
} from './identities/create-link-code.ts'
export { listIdentities, type ListIdentities } from './identities/list-identities.ts'
export { pruneLinkCodes } from './identities/prune-link-codes.ts'
export {
  redeemLinkCode,
  type LinkedIdentity,
  type RedeemLinkCode,
} from './identities/redeem-link-code.ts'
export { removeIdentity, type RemoveIdentity } from './identities/remove-identity.ts'
export {
  resolveIdentity,
  type ResolvedIdentity,
  type ResolveIdentity,
} from './identities/resolve-identity.ts'
export {
  authenticateKey,
  type AuthenticatedKey,
  type AuthenticateKey,
} from './keys/authentication/authenticate-key.ts'
export { readKeyVisibility } from './keys/authentication/read-key-visibility.ts'
export {
  authenticateSurface,
  type AuthenticatedSurface,
  type AuthenticateSurface,
} from './keys/authentication/authenticate-surface.ts'
export { countKeyMessage } from './keys/authentication/count-key-message.ts'
export { verifyPersonalKey } from './keys/authentication/verify-personal-key.ts'
export { createKey, type CreatedKey, type CreateKey } from './keys/create-key.ts'
export { createServiceKey, type CreateServiceKey } from './keys/create-service-key.ts'
export { listKeys, type ListedKey, type ListKeys } from './keys/list-keys.ts'
export { listOwnKeys, type ListOwnKeys, type OwnKeys } from './keys/list-own-keys.ts'
export type { KeyScope } from './keys/find-managed-key.ts'
export { pruneKeyUsage } from './keys/usage/prune-key-usage.ts'
export { recordKeyUse, type RecordKeyUse } from './keys/usage/record-key-use.ts'
export { remindOfKeyExpiry } from './keys/remind-of-key-expiry.ts'
export { keyActs, showKey, type KeyAct, type ShowKey, type ShownKey } from './keys/show-key.ts'
export { revokeKey, type RevokeKey } from './keys/revoke-key.ts'
export {
  showKeyUsage,
  type KeyUsageReport,
  type ShowKeyUsage,
} from './keys/usage/show-key-usage.ts'
export { takeOverKey, type TakeOverKey } from './keys/take-over-key.ts'

export {
  bodyLengthMax,
  parseSource,
  sourceLengthMax,
  type Document,
  type DocumentFault,
  type DocumentId,
  type DocumentInput,
  type Source,
} from './model/knowledge/document.ts'
export { documentAddress, isWebAddress } from './model/knowledge/document-address.ts'
export { marksPerSnippetMax, type Quote } from './model/knowledge/quotes/quote.ts'
export type { Mark } from './model/knowledge/quotes/occurrences.ts'
export {
  snippetLengthMax,
  type SearchAnswer,
  type SearchResult,
} from './model/knowledge/search-result.ts'
export { parseSynonyms, withSynonyms, type Synonyms } from './model/knowledge/analysis/synonyms.ts'
export { parsePrincipal, type Principal } from './model/knowledge/principal.ts'
export { embedPending } from './knowledge/embed-pending.ts'
export {
  documentsPerImportMax,
  importDocuments,
  type ImportDocuments,
  type ImportVerdict,
} from './knowledge/import-documents.ts'
export {
  findUnchangedDocuments,
  type FindUnchangedDocuments,
} from './knowledge/find-unchanged-documents.ts'
export { completeImport, type CompleteImport } from './knowledge/complete-import.ts'
export { listSources, type ListedSource, type ListSources } from './knowledge/list-sources.ts'
export {
  documentsPerRemovalMax,
  removeDocuments,
  type RemoveDocuments,
} from './knowledge/remove-documents.ts'
export { removeSource } from './knowledge/remove-source.ts'
export {
  requestSourceRemoval,
  type RequestedSourceRemoval,
  type RequestSourceRemoval,
} from './knowledge/request-source-removal.ts'
export { pruneSource, type PruneSource } from './knowledge/prune-source.ts'
export { reindexDocuments, type ReindexDocuments } from './knowledge/reindex-documents.ts'
export { readDocument, type DocumentPage, type ReadDocument } from './knowledge/read-document.ts'
export { pageLengthMax } from './model/knowledge/document-page.ts'
export {
  queryLengthMax,
  search,
  searchLimitDefault,
  searchLimitMax,
  searchSourcesMax,
  type Search,
} from './knowledge/search.ts'

export { listenToChat, pollSeconds, type ChatSupervisor } from './chat/listening/listen-to-chat.ts'
export { pruneChatPosts } from './chat/posts/prune-chat-posts.ts'
