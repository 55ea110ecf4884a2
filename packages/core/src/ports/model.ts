export type {
  Account,
  AccountId,
  AccountProfile,
  AccountStatus,
  NamedAccount,
  Role,
} from '../model/accounts/account.ts'
export { roles } from '../model/accounts/account.ts'
export { canonicalEmail, type Email } from '../model/accounts/email.ts'
export type { Agent, AgentId } from '../model/agent.ts'
export {
  askWindows,
  modelSlotLimits,
  perPersonMax,
  type ModelSlotLimits,
} from '../model/answers/answer-limits.ts'
export type { AuditEntry, AuditRecord } from '../model/audit-entry.ts'
export {
  botMessengerFaults,
  botMessengerProbeFaults,
  type BotMessengerFault,
  type BotMessengerProbeFault,
  type WebhookError,
  webhookErrors,
} from '../model/bot-messenger/bot-messenger-errors.ts'
export {
  botMessengerChannelId,
  botMessengerChatIdOf,
  botMessengerMessageOf,
  botMessengerPostId,
  type BotMessengerMessage,
} from '../model/bot-messenger/bot-messenger-ids.ts'
export {
  botIdOfToken,
  defaultApiRoot,
  messengerTransports,
  messengerUpdatesPath,
  type BotMessengerSettings,
  type MessengerTransport,
} from '../model/bot-messenger/bot-messenger-settings.ts'
export { partLimits, postCodePointsMax } from '../model/chat/answer-parts.ts'
export type { BotSettings } from '../model/chat/bot-settings.ts'
export {
  dropReasons,
  type ChatMessage,
  type DropCounts,
  type DroppedEvent,
  type DroppedPost,
  type DropReason,
} from '../model/chat/chat-message.ts'
export {
  chatPostOutcomes,
  postRetentionSeconds,
  type ChatPost,
  type ChatPostId,
  type ChatPostOutcome,
  type ChatPostProgress,
} from '../model/chat/chat-post.ts'
export { chatSources, identitySourceOf, type ChatSource } from '../model/chat/chat-source.ts'
export { numberedParts, partsEndOf, type AnswerPart } from '../model/chat/numbered-parts.ts'
export { ownSource, type ConversationKey, type Message } from '../model/conversation.ts'
export type { Group, GroupSlug } from '../model/groups/group.ts'
export {
  builtInSources,
  type ExternalId,
  type Identity,
  type IdentityId,
  type IdentitySource,
} from '../model/identities/identity.ts'
export {
  importStallsAfterSeconds,
  type InvitationCounts,
  type InvitationImport,
  type InvitationImportId,
  type InvitationVerdict,
} from '../model/invitations/invitation-import.ts'
export type { ImportedLine } from '../model/invitations/invitation.ts'
export {
  invitationStates,
  type Invitation,
  type InvitationId,
  type InvitationState,
} from '../model/invitations/invitation.ts'
export type { Allowance, CallWindows, KeyWindow } from '../model/keys/call-limits.ts'
export {
  anyKey,
  callWindows,
  messageWindows,
  keyStatus,
  keyWindow,
  type Key,
  type KeyFilter,
  type KeyHolder,
  type KeyId,
  type KeyWithPeople,
  type PersonalKeyHolder,
  type Responsibility,
  type ServiceKey,
  type ServiceKeyHolder,
} from '../model/keys/key.ts'
export {
  addUsage,
  dayOfWeek,
  noUsage,
  noWeek,
  wasUsed,
  weekStart,
  type KeyOutcome,
  type KeyWeek,
  type UsageCounts,
  type UsageHour,
} from '../model/keys/usage.ts'
export {
  analyzeDocument,
  impactOf,
  type PassageTerms,
} from '../model/knowledge/analysis/analyze-passage.ts'
export {
  analyzeQuery,
  type AnalyzedQuery,
  type QueryWord,
} from '../model/knowledge/analysis/analyze-query.ts'
export { recentlyUsed } from '../model/recently-used.ts'
export {
  termsOfPhrases,
  withQuotedPhrases,
} from '../model/knowledge/analysis/matching/quoted-phrases.ts'
export { rerank, type Candidate } from '../model/knowledge/analysis/matching/rerank.ts'
export type { Language } from '../model/knowledge/analysis/language/stop-words.ts'
export type { Chunk } from '../model/knowledge/chunk.ts'
export { documentAddress } from '../model/knowledge/document-address.ts'
export {
  isDocumentDate,
  isDocumentUrl,
  type Document,
  type DocumentId,
  type Source,
} from '../model/knowledge/document.ts'
export type { SearchesTooMany } from '../model/knowledge/knowledge-errors.ts'
export { isGivenByOwners } from '../model/accounts/permissions.ts'
export { principalsOf, type Principal } from '../model/knowledge/principal.ts'
export { quoteBelow } from '../model/knowledge/quotes/quote-below.ts'
export { quote, type Quote } from '../model/knowledge/quotes/quote.ts'
export { wordPresence } from '../model/knowledge/quotes/word-presence.ts'
export {
  searchBudgetMsDefault,
  searchLimits,
  type SearchLimits,
} from '../model/knowledge/search-limits.ts'
export {
  passageBelow,
  roundedScore,
  snippetLengthMax,
  type SearchResult,
} from '../model/knowledge/search-result.ts'
export type { RemovalJob } from '../model/knowledge/source-removal.ts'
export type { RefusedFile, UploadedFile } from '../model/knowledge/uploaded-file.ts'
export { foldText } from '../model/knowledge/words.ts'
export {
  mailReplySecondsMax,
  mailHandOverSecondsMax,
  type Mail,
  type MailOutcome,
  type Notice,
  type NamedServiceKey,
  type NoticeSubject,
  type Recipient,
  type RemainingAccess,
} from '../model/mail/mail.ts'
export type { PageRequest } from '../model/page.ts'
export {
  passwordResetAttemptsMax,
  type PasswordReset,
  type PasswordResetId,
} from '../model/passwords/password-reset.ts'
export { err, ok, type Result } from '../model/result.ts'
export {
  rotationGraceMax,
  rotationGraceSeconds,
  sessionAbsoluteSeconds,
  sessionSlidingSeconds,
  type Session,
  type SessionId,
  type SessionPosition,
} from '../model/sessions/session.ts'
export type { Settings } from '../model/settings.ts'
export {
  challengeAttemptsMax,
  type Challenge,
  type ChallengeId,
  type Stage,
} from '../model/sign-in/challenge.ts'
export { jobIdOf, parsePostId } from '../model/team-chat/post-id.ts'
export { parseServerAddress, type ServerAddress } from '../model/team-chat/server-address.ts'
export { teamChatFaults, type TeamChatFault } from '../model/team-chat/team-chat-errors.ts'
export type { TeamChatSettings } from '../model/team-chat/team-chat-settings.ts'
export {
  workspaceChatFaults,
  type WorkspaceChatFault,
} from '../model/workspace-chat/workspace-chat-errors.ts'
export {
  inWorkspace,
  withoutWorkspace,
  workspaceChatMessageOf,
  workspaceAppUrl,
  workspaceChatCommandId,
  workspaceChatPostId,
  type WorkspaceChatMessage,
} from '../model/workspace-chat/workspace-chat-ids.ts'
export type { WorkspaceChatSettings } from '../model/workspace-chat/workspace-chat-settings.ts'
export {
  appIdOfToken,
  workspaceChatTransports,
  type WorkspaceChatTransport,
} from '../model/workspace-chat/workspace-chat-settings.ts'
export { uuidForm } from '../model/uuid.ts'
