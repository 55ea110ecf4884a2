export type { AccountRateLimited } from './accounts/account-errors.ts'
export { AccessEnded } from './accounts/access-ended.ts'
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
} from './accounts/account.ts'
export { canonicalEmail, newEmail, type Email } from './accounts/email.ts'
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
} from './accounts/permissions.ts'
export {
  operator,
  type Actor,
  type Anonymous,
  type Operator,
  type Origin,
  type Person,
  type ServiceSurface,
} from './actor.ts'
export type { AskRateLimited, AsksTooMany } from './answers/answer-errors.ts'
export { askWindows, questionLengthMax } from './answers/answer-limits.ts'
export { answerText, type Answer } from './answers/answer.ts'
export { auditActions, auditVias } from './audit-entry.ts'
export { messengerProbeFaults } from './bot-messenger/bot-messenger-errors.ts'
export type { BotProbeFailed, BotProbesExhausted } from './chat/bot-errors.ts'
export { clientNetwork } from './client-network.ts'
export type { KenError, KenErrorCode } from './errors.ts'
export type { GroupInUse } from './groups/group-errors.ts'
export type { Group, GroupSlug } from './groups/group.ts'
export { groupSlug } from './groups/group.ts'
export type { IdempotencyError, RequestInProgress } from './idempotency-errors.ts'
export {
  externalIdLengthMax,
  identitySourceLengthMax,
  parseIdentitySource,
  type Identity,
  type IdentityId,
  type IdentitySource,
} from './identities/identity.ts'
export type {
  InvitationLinesTooMany,
  InvitationRolesForbidden,
  InvitationSettled,
} from './invitations/invitation-errors.ts'
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
} from './invitations/invitation-import.ts'
export type { ImportedLine } from './invitations/invitation.ts'
export {
  invitationStates,
  type InvitationId,
  type InvitationState,
  type ShownInvitation,
} from './invitations/invitation.ts'
export type {
  KeyCreationsExhausted,
  KeyLimitReached,
  KeyRateLimited,
  KeySourcesInvalid,
} from './keys/key-errors.ts'
export {
  anyKey,
  keyLifetimesDays,
  keyNameLengthMax,
  keyStatus,
  newKeysPerHourMax,
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
} from './keys/key.ts'
export {
  noWeek,
  totalUsage,
  usageDaysDefault,
  usageDaysMax,
  type KeyOutcome,
  type UsageCounts,
  type UsageHour,
} from './keys/usage.ts'
export { withStandardSynonyms } from './knowledge/analysis/matching/standard-synonyms.ts'
export {
  invalidSynonymsLine,
  parseSynonyms,
  withSynonyms,
  type Synonyms,
} from './knowledge/analysis/matching/synonyms.ts'
export { documentAddress, isFolderAddress, isWebAddress } from './knowledge/document-address.ts'
export { pageLengthMax } from './knowledge/document-page.ts'
export {
  bodyLengthMax,
  isDocumentDate,
  parseSource,
  sourceLengthMax,
  type Document,
  type DocumentFault,
  type DocumentId,
  type DocumentInput,
  type Source,
} from './knowledge/document.ts'
export type {
  PruneRefused,
  SearchesTooMany,
  SearchInvalid,
  SearchTimedOut,
} from './knowledge/knowledge-errors.ts'
export { parsePrincipal, type Principal } from './knowledge/principal.ts'
export { invalidFileReasons, skippedFileReasons } from './knowledge/uploaded-file.ts'
export type { Mark } from './knowledge/quotes/occurrences.ts'
export { marksPerSnippetMax, type Quote } from './knowledge/quotes/quote.ts'
export {
  snippetLengthMax,
  type SearchAnswer,
  type SearchResult,
} from './knowledge/search-result.ts'
export type { TestEmailsExhausted } from './mail/mail-errors.ts'
export { pageOf, type Page, type PageRequest } from './page.ts'
export type {
  AttemptsExhausted,
  PasswordFault,
  PasswordRejected,
} from './passwords/password-errors.ts'
export { err, ok, type Err, type Ok, type Result } from './result.ts'
export {
  sessionSlidingSeconds,
  type Session,
  type SessionId,
  type SessionPosition,
} from './sessions/session.ts'
export type { SignInDevice } from './sign-in/sign-in-device.ts'
export { serverAddressLengthMax } from './team-chat/server-address.ts'
export { probeFaults, type ProbeFault } from './team-chat/team-chat-errors.ts'
export { workspaceProbeFaults } from './workspace-chat/workspace-chat-errors.ts'
export { editDistance } from './edit-distance.ts'
export { uuidForm } from './uuid.ts'
