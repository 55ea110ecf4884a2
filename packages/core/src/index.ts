export type { Ports, Visibility } from './ports/index.ts'
export { Unavailable } from './ports/unavailable.ts'
export type { KenError, KenErrorCode } from './errors.ts'
export { err, ok, type Err, type Ok, type Result } from './result.ts'
export { operator, type Actor, type Anonymous, type Operator, type Origin, type Person } from './actor.ts'

export { nameLengthMax, roles, type Account, type AccountId, type AccountStatus, type Role } from './accounts/account.ts'
export { accountActs, mayActOn, type AccountAct } from './accounts/permissions.ts'
export { findAccount, type FindAccount } from './accounts/find-account.ts'
export { isSetUp } from './accounts/is-set-up.ts'
export { setUpOwner, type OwnerSetUp, type SetUpOwner } from './accounts/set-up-owner.ts'
export { showProfile, type Profile, type ShowProfile } from './accounts/show-profile.ts'
export { changePassword, type ChangePassword } from './passwords/change-password.ts'
export {
  authenticateSession,
  type AuthenticatedSession,
  type AuthenticateSession,
  type Gate,
} from './sessions/authenticate-session.ts'
export { endAllSessions, type EndAllSessions } from './sessions/end-all-sessions.ts'
export { endSession, type EndSession } from './sessions/end-session.ts'
export { listSessions, type ListedSession, type ListSessions } from './sessions/list-sessions.ts'
export { refreshSession, type RefreshedSession, type RefreshSession } from './sessions/refresh-session.ts'
export { sessionSlidingSeconds, type Session, type SessionId } from './sessions/session.ts'
export { signOut, type SignOut } from './sessions/sign-out.ts'
export { confirmSecondFactor, type ConfirmSecondFactor } from './second-factor/confirm-second-factor.ts'
export { disableSecondFactor, type DisableSecondFactor } from './second-factor/disable-second-factor.ts'
export { enrolSecondFactor, type EnrolSecondFactor } from './second-factor/enrol-second-factor.ts'
export { renewRecoveryCodes, type RenewRecoveryCodes } from './second-factor/renew-recovery-codes.ts'
export { resetSecondFactor, type ResetSecondFactor } from './second-factor/reset-second-factor.ts'
export type { Enrolment, SecondFactorProof } from './second-factor/second-factor.ts'
export { confirmEnrolment, type ConfirmEnrolment } from './sign-in/confirm-enrolment.ts'
export { setForcedPassword, type SetForcedPassword } from './sign-in/set-forced-password.ts'
export { signIn, type SignIn } from './sign-in/sign-in.ts'
export type { SignedIn, SignInDevice, SignInStep } from './sign-in/stages.ts'
export { startEnrolment, type StartEnrolment } from './sign-in/start-enrolment.ts'
export { verifySecondFactor, type VerifySecondFactor } from './sign-in/verify-second-factor.ts'
export { passwordLengthMax, passwordLengthMin } from './passwords/password-policy.ts'
export type { PasswordFault } from './passwords/password-errors.ts'

export type { Group, GroupSlug } from './groups/group.ts'
export { addGroupMember, type AddGroupMember } from './groups/add-group-member.ts'
export { createGroup, type CreateGroup } from './groups/create-group.ts'
export { deleteGroup, type DeleteGroup } from './groups/delete-group.ts'
export { listGroups, type ListedGroup, type ListGroups } from './groups/list-groups.ts'
export { removeGroupMember, type RemoveGroupMember } from './groups/remove-group-member.ts'

export { keyLifetimesDays, keyState, type Key, type KeyId, type KeyLifetimeDays, type KeyState } from './keys/key.ts'
export { authenticateKey, type AuthenticatedKey, type AuthenticateKey } from './keys/authenticate-key.ts'
export { createKey, type CreatedKey, type CreateKey } from './keys/create-key.ts'
export { listKeys, type ListedKey, type ListKeys } from './keys/list-keys.ts'
export { revokeKey, type RevokeKey } from './keys/revoke-key.ts'

export {
  bodyLengthMax,
  parseSource,
  type Document,
  type DocumentFault,
  type DocumentId,
  type DocumentInput,
  type Source,
} from './knowledge/document.ts'
export { snippetLengthMax, type Finding } from './knowledge/finding.ts'
export { parsePrincipal, type Principal } from './knowledge/principal.ts'
export { embedPending } from './knowledge/embed-pending.ts'
export { documentsPerImportMax, importDocuments, type ImportDocuments, type ImportVerdict } from './knowledge/import-documents.ts'
export { listSources, type ListedSource, type ListSources } from './knowledge/list-sources.ts'
export { queryLengthMax, search, searchLimitDefault, searchLimitMax, type Search, type SearchAnswer } from './knowledge/search.ts'
