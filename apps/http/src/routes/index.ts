import type { Markup } from '../pages/page.ts'
import type { Surface, SurfaceApp } from '../surface.ts'
import { addGroupMemberRoute, mountAddGroupMember } from './admin/add-group-member.ts'
import { changeEmailRoute, mountChangeEmail } from './admin/change-email.ts'
import { changeRoleRoute, mountChangeRole } from './admin/change-role.ts'
import { changeSettingsRoute, mountChangeSettings } from './admin/change-settings.ts'
import { changeTeamChatRoute, mountChangeTeamChat } from './admin/change-team-chat.ts'
import { createGroupRoute, mountCreateGroup } from './admin/create-group.ts'
import { createInvitationRoute, mountCreateInvitation } from './admin/create-invitation.ts'
import { createKeyRoute, mountCreateKey } from './admin/create-key.ts'
import { deactivateAccountRoute, mountDeactivateAccount } from './admin/deactivate-account.ts'
import { deleteAccountRoute, mountDeleteAccount } from './admin/delete-account.ts'
import { deleteGroupRoute, mountDeleteGroup } from './admin/delete-group.ts'
import { endAccountSessionsRoute, mountEndAccountSessions } from './admin/end-account-sessions.ts'
import { exportAuditRoute, mountExportAudit } from './admin/export-audit.ts'
import { importInvitationsRoute, mountImportInvitations } from './admin/import-invitations.ts'
import { issuePasswordResetRoute, mountIssuePasswordReset } from './admin/issue-password-reset.ts'
import { listAccountsRoute, mountListAccounts } from './admin/list-accounts.ts'
import { listAuditRoute, mountListAudit } from './admin/list-audit.ts'
import { listGroupMembersRoute, mountListGroupMembers } from './admin/list-group-members.ts'
import { listGroupsRoute, mountListGroups } from './admin/list-groups.ts'
import { listIdentitiesRoute, mountListIdentities } from './admin/list-identities.ts'
import { listInvitationsRoute, mountListInvitations } from './admin/list-invitations.ts'
import { listKeysRoute, mountListKeys } from './admin/list-keys.ts'
import { probeTeamChatRoute, mountProbeTeamChat } from './admin/probe-team-chat.ts'
import { reactivateAccountRoute, mountReactivateAccount } from './admin/reactivate-account.ts'
import { removeGroupMemberRoute, mountRemoveGroupMember } from './admin/remove-group-member.ts'
import { mountRemoveIdentity, removeIdentityRoute } from './admin/remove-identity.ts'
import { mountResendInvitation, resendInvitationRoute } from './admin/resend-invitation.ts'
import { resetSecondFactorRoute, mountResetSecondFactor } from './admin/reset-second-factor.ts'
import { mountRevokeInvitation, revokeInvitationRoute } from './admin/revoke-invitation.ts'
import { revokeKeyRoute, mountRevokeKey } from './admin/revoke-key.ts'
import { showAccountRoute, mountShowAccount } from './admin/show-account.ts'
import { mountShowInvitationImport, showInvitationImportRoute } from './admin/show-invitation-import.ts'
import { showKeyUsageRoute, mountShowKeyUsage } from './admin/show-key-usage.ts'
import { mountShowSettings, showSettingsRoute } from './admin/show-settings.ts'
import { mountShowTeamChat, showTeamChatRoute } from './admin/show-team-chat.ts'
import { suggestAccountsRoute, mountSuggestAccounts } from './admin/suggest-accounts.ts'
import { takeOverKeyRoute, mountTakeOverKey } from './admin/take-over-key.ts'
import { mountAssets } from './assets.ts'
import { mountHealthz } from './healthz.ts'
import { mountInvitePage } from './invite-page.ts'
import { mountLanding } from './landing.ts'
import { changePasswordRoute, mountChangePassword } from './me/change-password.ts'
import { confirmSecondFactorRoute, mountConfirmSecondFactor } from './me/confirm-second-factor.ts'
import { createOwnKeyRoute, mountCreateOwnKey } from './me/create-key.ts'
import { createLinkCodeRoute, mountCreateLinkCode } from './me/create-link-code.ts'
import { disableSecondFactorRoute, mountDisableSecondFactor } from './me/disable-second-factor.ts'
import { endAllSessionsRoute, mountEndAllSessions } from './me/end-all-sessions.ts'
import { endOtherSessionsRoute, mountEndOtherSessions } from './me/end-other-sessions.ts'
import { endSessionRoute, mountEndSession } from './me/end-session.ts'
import { enrolSecondFactorRoute, mountEnrolSecondFactor } from './me/enrol-second-factor.ts'
import { listAgentsRoute, mountListAgents } from './me/list-agents.ts'
import { listOwnIdentitiesRoute, mountListOwnIdentities } from './me/list-identities.ts'
import { listOwnKeysRoute, mountListOwnKeys } from './me/list-keys.ts'
import { listSessionsRoute, mountListSessions } from './me/list-sessions.ts'
import { mountRemoveOwnIdentity, removeOwnIdentityRoute } from './me/remove-identity.ts'
import { renewRecoveryCodesRoute, mountRenewRecoveryCodes } from './me/renew-recovery-codes.ts'
import { revokeOwnKeyRoute, mountRevokeOwnKey } from './me/revoke-key.ts'
import { showOwnKeyUsageRoute, mountShowOwnKeyUsage } from './me/show-key-usage.ts'
import { showProfileRoute, mountShowProfile } from './me/show-profile.ts'
import { switchAgentRoute, mountSwitchAgent } from './me/switch-agent.ts'
import { mountOpenApiDocument, openApiDocumentRoute } from './openapi-document.ts'
import { mountReadyz } from './readyz.ts'
import { mountReference, referenceRoute } from './reference.ts'
import { mountResetPage } from './reset-page.ts'
import { mountSearch, searchRoute } from './search.ts'
import { mountSetup, setupRoute } from './setup.ts'
import { acceptInvitationRoute, mountAcceptInvitation } from './sign-in/accept-invitation.ts'
import { confirmEnrolmentRoute, mountConfirmEnrolment } from './sign-in/confirm-enrolment.ts'
import { mountPreviewInvitation, previewInvitationRoute } from './sign-in/preview-invitation.ts'
import { refreshSessionRoute, mountRefreshSession } from './sign-in/refresh-session.ts'
import { mountRequestPasswordReset, requestPasswordResetRoute } from './sign-in/request-password-reset.ts'
import { mountResetPassword, resetPasswordRoute } from './sign-in/reset-password.ts'
import { setForcedPasswordRoute, mountSetForcedPassword } from './sign-in/set-forced-password.ts'
import { signInOptionsRoute, mountSignInOptions } from './sign-in/sign-in-options.ts'
import { signInRoute, mountSignIn } from './sign-in/sign-in.ts'
import { signOutRoute, mountSignOut } from './sign-in/sign-out.ts'
import { startEnrolmentRoute, mountStartEnrolment } from './sign-in/start-enrolment.ts'
import { verifySecondFactorRoute, mountVerifySecondFactor } from './sign-in/verify-second-factor.ts'
import { mountRedeemLinkCode, redeemLinkCodeRoute } from './surfaces/redeem-link-code.ts'
import { mountResolveIdentity, resolveIdentityRoute } from './surfaces/resolve-identity.ts'

/** The operations of the public contract, in the order in which the reference shows them. */
export const publicRoutes = [searchRoute, openApiDocumentRoute, referenceRoute] as const

/** The operations of Ken's own console: signing in, what belongs to who is signed in, and administration. */
export const consoleRoutes = [
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
  revokeOwnKeyRoute,
  showOwnKeyUsageRoute,
  createLinkCodeRoute,
  listOwnIdentitiesRoute,
  removeOwnIdentityRoute,
  listAgentsRoute,
  switchAgentRoute,
  listAccountsRoute,
  suggestAccountsRoute,
  showAccountRoute,
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
  showInvitationImportRoute,
  listGroupsRoute,
  createGroupRoute,
  deleteGroupRoute,
  listGroupMembersRoute,
  addGroupMemberRoute,
  removeGroupMemberRoute,
  listKeysRoute,
  createKeyRoute,
  revokeKeyRoute,
  takeOverKeyRoute,
  showKeyUsageRoute,
  listIdentitiesRoute,
  removeIdentityRoute,
  listAuditRoute,
  exportAuditRoute,
  showSettingsRoute,
  changeSettingsRoute,
  showTeamChatRoute,
  changeTeamChatRoute,
  probeTeamChatRoute,
  redeemLinkCodeRoute,
  resolveIdentityRoute,
] as const

/** The public contract, for programs and for people. */
export type Contract = { readonly document: { readonly openapi: string }; readonly reference: Markup }

/** Every route there is. */
export function mountRoutes(app: SurfaceApp, surface: Surface, { document, reference }: Contract): void {
  mountSearch(app, surface)
  mountOpenApiDocument(app, document)
  mountReference(app, reference)
  mountSetup(app, surface)
  mountSignInOptions(app, surface)
  mountPreviewInvitation(app, surface)
  mountAcceptInvitation(app, surface)
  mountSignIn(app, surface)
  mountVerifySecondFactor(app, surface)
  mountSetForcedPassword(app, surface)
  mountStartEnrolment(app, surface)
  mountConfirmEnrolment(app, surface)
  mountRefreshSession(app, surface)
  mountSignOut(app, surface)
  mountRequestPasswordReset(app, surface)
  mountResetPassword(app, surface)
  mountChangePassword(app, surface)
  mountShowProfile(app, surface)
  mountEnrolSecondFactor(app, surface)
  mountConfirmSecondFactor(app, surface)
  mountDisableSecondFactor(app, surface)
  mountRenewRecoveryCodes(app, surface)
  mountListSessions(app, surface)
  mountEndSession(app, surface)
  mountEndOtherSessions(app, surface)
  mountEndAllSessions(app, surface)
  mountListOwnKeys(app, surface)
  mountCreateOwnKey(app, surface)
  mountRevokeOwnKey(app, surface)
  mountShowOwnKeyUsage(app, surface)
  mountCreateLinkCode(app, surface)
  mountListOwnIdentities(app, surface)
  mountRemoveOwnIdentity(app, surface)
  mountListAgents(app, surface)
  mountSwitchAgent(app, surface)
  mountListAccounts(app, surface)
  mountSuggestAccounts(app, surface)
  mountShowAccount(app, surface)
  mountDeactivateAccount(app, surface)
  mountReactivateAccount(app, surface)
  mountEndAccountSessions(app, surface)
  mountIssuePasswordReset(app, surface)
  mountResetSecondFactor(app, surface)
  mountChangeRole(app, surface)
  mountChangeEmail(app, surface)
  mountDeleteAccount(app, surface)
  mountListInvitations(app, surface)
  mountCreateInvitation(app, surface)
  mountResendInvitation(app, surface)
  mountRevokeInvitation(app, surface)
  mountImportInvitations(app, surface)
  mountShowInvitationImport(app, surface)
  mountListGroups(app, surface)
  mountCreateGroup(app, surface)
  mountDeleteGroup(app, surface)
  mountListGroupMembers(app, surface)
  mountAddGroupMember(app, surface)
  mountRemoveGroupMember(app, surface)
  mountListKeys(app, surface)
  mountCreateKey(app, surface)
  mountRevokeKey(app, surface)
  mountTakeOverKey(app, surface)
  mountShowKeyUsage(app, surface)
  mountListIdentities(app, surface)
  mountRemoveIdentity(app, surface)
  mountListAudit(app, surface)
  mountExportAudit(app, surface)
  mountShowSettings(app, surface)
  mountChangeSettings(app, surface)
  mountShowTeamChat(app, surface)
  mountChangeTeamChat(app, surface)
  mountProbeTeamChat(app, surface)
  mountRedeemLinkCode(app, surface)
  mountResolveIdentity(app, surface)
  mountLanding(app, surface)
  mountInvitePage(app)
  mountResetPage(app)
  mountAssets(app)
  mountHealthz(app)
  mountReadyz(app, surface)
}
