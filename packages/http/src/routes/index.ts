import type { ChatRoute } from './chat/chat-route.ts'
import { workspaceChatCommands } from './chat/workspace-chat-commands.ts'
import { workspaceChatEvents } from './chat/workspace-chat-events.ts'
import { messengerUpdates } from './chat/messenger-updates.ts'
import type { Route } from '../routing/define-route.ts'
import type { Page } from '../routing/register-pages.ts'
import { countAuditRoute } from './admin/audit/count-audit.ts'
import { exportAuditRoute } from './admin/audit/export-audit.ts'
import { showAuditChainRoute } from './admin/audit/show-audit-chain.ts'
import { listAuditRoute } from './admin/audit/list-audit.ts'
import { addGroupMemberRoute } from './admin/groups/add-group-member.ts'
import { addGroupMembersRoute } from './admin/groups/add-group-members.ts'
import { createGroupRoute } from './admin/groups/create-group.ts'
import { deleteGroupRoute } from './admin/groups/delete-group.ts'
import { listGroupMembersRoute } from './admin/groups/list-group-members.ts'
import { listGroupsRoute } from './admin/groups/list-groups.ts'
import { removeGroupMemberRoute } from './admin/groups/remove-group-member.ts'
import { createInvitationRoute } from './admin/invitations/create-invitation.ts'
import { importInvitationsRoute } from './admin/invitations/import-invitations.ts'
import { listImportedLinesRoute } from './admin/invitations/list-imported-lines.ts'
import { listInvitationImportsRoute } from './admin/invitations/list-invitation-imports.ts'
import { listInvitationsRoute } from './admin/invitations/list-invitations.ts'
import { resendFailedInvitationsRoute } from './admin/invitations/resend-failed-invitations.ts'
import { resendInvitationRoute } from './admin/invitations/resend-invitation.ts'
import { revokeInvitationRoute } from './admin/invitations/revoke-invitation.ts'
import { showInvitationImportRoute } from './admin/invitations/show-invitation-import.ts'
import { createKeyRoute } from './admin/keys/create-key.ts'
import { listKeysRoute } from './admin/keys/list-keys.ts'
import { revokeKeyRoute } from './admin/keys/revoke-key.ts'
import { showKeyRoute } from './admin/keys/show-key.ts'
import { showKeyUsageRoute } from './admin/keys/show-key-usage.ts'
import { takeOverKeyRoute } from './admin/keys/take-over-key.ts'
import { changeEmailRoute } from './admin/people/change-email.ts'
import { changeRoleRoute } from './admin/people/change-role.ts'
import { deactivateAccountRoute } from './admin/people/deactivate-account.ts'
import { deleteAccountRoute } from './admin/people/delete-account.ts'
import { endAccountSessionsRoute } from './admin/people/end-account-sessions.ts'
import { issuePasswordResetRoute } from './admin/people/issue-password-reset.ts'
import { listAccountsRoute } from './admin/people/list-accounts.ts'
import { listIdentitiesRoute } from './admin/people/list-identities.ts'
import { previewRemovalRoute } from './admin/people/preview-removal.ts'
import { reactivateAccountRoute } from './admin/people/reactivate-account.ts'
import { removeIdentityRoute } from './admin/people/remove-identity.ts'
import { resetSecondFactorRoute } from './admin/people/reset-second-factor.ts'
import { showAccountRoute } from './admin/people/show-account.ts'
import { suggestAccountsRoute } from './admin/people/suggest-accounts.ts'
import { summarizeAccountsRoute } from './admin/people/summarize-accounts.ts'
import { changeSettingsRoute } from './admin/settings/change-settings.ts'
import { showSettingsRoute } from './admin/settings/show-settings.ts'
import { importDocumentsRoute } from './admin/knowledge/import-documents.ts'
import { importFilesRoute } from './admin/knowledge/import-files.ts'
import { removeDocumentsRoute } from './admin/knowledge/remove-documents.ts'
import { requestSourceRemovalRoute } from './admin/knowledge/request-source-removal.ts'
import { listSourcesRoute } from './admin/knowledge/list-sources.ts'
import { listDeadLettersRoute } from './admin/system/list-dead-letters.ts'
import { sendTestEmailRoute } from './admin/system/send-test-email.ts'
import { retryDeadLettersRoute } from './admin/system/retry-dead-letters.ts'
import { showSystemRoute } from './admin/system/show-system.ts'
import { changeWorkspaceChatRoute } from './admin/workspace-chat/change-workspace-chat.ts'
import { probeWorkspaceChatRoute } from './admin/workspace-chat/probe-workspace-chat.ts'
import { showWorkspaceChatRoute } from './admin/workspace-chat/show-workspace-chat.ts'
import { changeBotMessengerRoute } from './admin/bot-messenger/change-bot-messenger.ts'
import { probeBotMessengerRoute } from './admin/bot-messenger/probe-bot-messenger.ts'
import { showBotMessengerRoute } from './admin/bot-messenger/show-bot-messenger.ts'
import { changeTeamChatRoute } from './admin/team-chat/change-team-chat.ts'
import { probeTeamChatRoute } from './admin/team-chat/probe-team-chat.ts'
import { showTeamChatRoute } from './admin/team-chat/show-team-chat.ts'
import { consoleDocumentRoute } from './console-document.ts'
import { changePasswordRoute } from './me/change-password.ts'
import { changeOwnNameRoute } from './me/change-name.ts'
import { confirmSecondFactorRoute } from './me/confirm-second-factor.ts'
import { createOwnKeyRoute } from './me/create-key.ts'
import { createLinkCodeRoute } from './me/create-link-code.ts'
import { disableSecondFactorRoute } from './me/disable-second-factor.ts'
import { endAllSessionsRoute } from './me/end-all-sessions.ts'
import { endOtherSessionsRoute } from './me/end-other-sessions.ts'
import { endSessionRoute } from './me/end-session.ts'
import { enrolSecondFactorRoute } from './me/enrol-second-factor.ts'
import { listAgentsRoute } from './me/list-agents.ts'
import { listOwnIdentitiesRoute } from './me/list-identities.ts'
import { listChatSurfacesRoute } from './me/list-chat-surfaces.ts'
import { listOwnSourcesRoute } from './me/list-own-sources.ts'
import { listOwnKeysRoute } from './me/list-keys.ts'
import { listSessionsRoute } from './me/list-sessions.ts'
import { removeOwnIdentityRoute } from './me/remove-identity.ts'
import { renewRecoveryCodesRoute } from './me/renew-recovery-codes.ts'
import { revokeOwnKeyRoute } from './me/revoke-key.ts'
import { showOwnKeyRoute } from './me/show-key.ts'
import { showOwnKeyUsageRoute } from './me/show-key-usage.ts'
import { showProfileRoute } from './me/show-profile.ts'
import { switchAgentRoute } from './me/switch-agent.ts'
import { openApiDocumentRoute } from './openapi-document.ts'
import { assets } from './pages/assets.ts'
import { healthz } from './pages/healthz.ts'
import { readyz } from './pages/readyz.ts'
import { referenceRoute } from './reference.ts'
import { readDocumentRoute } from './read-document.ts'
import { askRoute } from './ask.ts'
import { forgetConversationRoute } from './forget-conversation.ts'
import { searchRoute } from './search.ts'
import { setupRoute } from './setup.ts'
import { acceptInvitationRoute } from './sign-in/accept-invitation.ts'
import { confirmEnrolmentRoute } from './sign-in/confirm-enrolment.ts'
import { previewInvitationRoute } from './sign-in/preview-invitation.ts'
import { refreshSessionRoute } from './sign-in/refresh-session.ts'
import { requestPasswordResetRoute } from './sign-in/request-password-reset.ts'
import { resetPasswordRoute } from './sign-in/reset-password.ts'
import { setForcedPasswordRoute } from './sign-in/set-forced-password.ts'
import { signInOptionsRoute } from './sign-in/sign-in-options.ts'
import { signInRoute } from './sign-in/sign-in.ts'
import { signOutRoute } from './sign-in/sign-out.ts'
import { startEnrolmentRoute } from './sign-in/start-enrolment.ts'
import { verifySecondFactorRoute } from './sign-in/verify-second-factor.ts'
import { redeemLinkCodeRoute } from './surfaces/redeem-link-code.ts'
import { resolveIdentityRoute } from './surfaces/resolve-identity.ts'

/** The operations of the public contract, in the order of the reference. */
export const publicRoutes: readonly Route[] = [
  searchRoute,
  readDocumentRoute,
  askRoute,
  forgetConversationRoute,
  openApiDocumentRoute,
  referenceRoute,
]

/** The operations of Ken's own console: sign-in, the caller's account and administration. */
export const consoleRoutes: readonly Route[] = [
  setupRoute,
  signInOptionsRoute,
  previewInvitationRoute,
  acceptInvitationRoute,
  signInRoute,
  verifySecondFactorRoute,
  setForcedPasswordRoute,
  startEnrolmentRoute,
  confirmEnrolmentRoute,
  refreshSessionRoute,
  signOutRoute,
  requestPasswordResetRoute,
  resetPasswordRoute,
  changePasswordRoute,
  showProfileRoute,
  changeOwnNameRoute,
  listOwnSourcesRoute,
  listChatSurfacesRoute,
  enrolSecondFactorRoute,
  confirmSecondFactorRoute,
  disableSecondFactorRoute,
  renewRecoveryCodesRoute,
  listSessionsRoute,
  endSessionRoute,
  endOtherSessionsRoute,
  endAllSessionsRoute,
  listOwnKeysRoute,
  createOwnKeyRoute,
  showOwnKeyRoute,
  revokeOwnKeyRoute,
  showOwnKeyUsageRoute,
  createLinkCodeRoute,
  listOwnIdentitiesRoute,
  removeOwnIdentityRoute,
  listAgentsRoute,
  switchAgentRoute,
  listAccountsRoute,
  suggestAccountsRoute,
  summarizeAccountsRoute,
  showAccountRoute,
  previewRemovalRoute,
  deactivateAccountRoute,
  reactivateAccountRoute,
  endAccountSessionsRoute,
  issuePasswordResetRoute,
  resetSecondFactorRoute,
  changeRoleRoute,
  changeEmailRoute,
  deleteAccountRoute,
  listInvitationsRoute,
  createInvitationRoute,
  resendInvitationRoute,
  revokeInvitationRoute,
  importInvitationsRoute,
  listInvitationImportsRoute,
  showInvitationImportRoute,
  listImportedLinesRoute,
  resendFailedInvitationsRoute,
  listGroupsRoute,
  createGroupRoute,
  deleteGroupRoute,
  listGroupMembersRoute,
  addGroupMembersRoute,
  addGroupMemberRoute,
  removeGroupMemberRoute,
  listKeysRoute,
  createKeyRoute,
  showKeyRoute,
  revokeKeyRoute,
  takeOverKeyRoute,
  showKeyUsageRoute,
  listIdentitiesRoute,
  removeIdentityRoute,
  listAuditRoute,
  countAuditRoute,
  showAuditChainRoute,
  exportAuditRoute,
  showSettingsRoute,
  changeSettingsRoute,
  listSourcesRoute,
  requestSourceRemovalRoute,
  importDocumentsRoute,
  importFilesRoute,
  removeDocumentsRoute,
  showSystemRoute,
  listDeadLettersRoute,
  retryDeadLettersRoute,
  sendTestEmailRoute,
  showWorkspaceChatRoute,
  changeWorkspaceChatRoute,
  probeWorkspaceChatRoute,
  showBotMessengerRoute,
  changeBotMessengerRoute,
  probeBotMessengerRoute,
  showTeamChatRoute,
  changeTeamChatRoute,
  probeTeamChatRoute,
  redeemLinkCodeRoute,
  resolveIdentityRoute,
  consoleDocumentRoute,
]

/** What the platforms of chats post to. */
export const chatRoutes: readonly ChatRoute[] = [
  workspaceChatEvents,
  workspaceChatCommands,
  messengerUpdates,
]

/** The health checks, and the assets of the pages without scripts. */
export const pages: readonly Page[] = [...assets, healthz, readyz]
