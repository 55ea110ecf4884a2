import type { Migration } from 'kysely/migration'
import * as createAccounts from './0001-create-accounts.ts'
import * as createAuditLog from './0002-create-audit-log.ts'
import * as createApiKeys from './0003-create-api-keys.ts'
import * as createDocuments from './0004-create-documents.ts'
import * as keepPassagesInline from './0005-keep-passages-inline.ts'
import * as createSessions from './0006-create-sessions.ts'
import * as rememberRotations from './0007-remember-rotations.ts'
import * as extendApiKeys from './0008-extend-api-keys.ts'
import * as noteNewTexts from './0010-note-new-texts.ts'
import * as claimPassages from './0011-claim-passages.ts'
import * as indexAuditLog from './0012-index-audit-log.ts'
import * as createInvitations from './0013-create-invitations.ts'
import * as createPersonalAgents from './0014-create-personal-agents.ts'
import * as indexPeople from './0015-index-people.ts'
import * as createPaces from './0016-create-paces.ts'
import * as indexPeopleByThreeCharacters from './0017-index-people-by-three-characters.ts'
import * as createPasswordResets from './0018-create-password-resets.ts'
import * as indexPeopleByRoleAndStatus from './0019-index-people-by-role-and-status.ts'
import * as createTeamchatSettings from './0023-create-teamchat-settings.ts'
import * as createChatPosts from './0024-create-chat-posts.ts'
import * as createConversations from './0025-create-conversations.ts'
import * as noteWhereListeningBegan from './0026-note-where-listening-began.ts'
import * as noteWhatAnswersRestOn from './0027-note-what-answers-rest-on.ts'
import * as createServerBeats from './0028-create-server-beats.ts'
import * as createSecretUses from './0029-create-secret-uses.ts'
import * as noteWhoTookKeysOver from './0031-note-who-took-keys-over.ts'
import * as bindLinkCodes from './0032-bind-link-codes.ts'
import * as rememberDroppedPosts from './0033-remember-dropped-posts.ts'
import * as createRefusals from './0034-create-refusals.ts'
import * as permitPruningRefusals from './0035-permit-pruning-refusals.ts'
import * as createProxyReports from './0036-create-proxy-reports.ts'
import * as takeImportsInParts from './0039-take-imports-in-parts.ts'
import * as identifyBatches from './0041-identify-batches.ts'
import * as createIdempotencyKeys from './0042-create-idempotency-keys.ts'
import * as indexAuditLogByTime from './0045-index-audit-log-by-time.ts'
import * as indexLists from './0046-index-lists.ts'
import * as fingerprintDocuments from './0047-fingerprint-documents.ts'
import * as createSearchIndex from './0048-create-search-index.ts'
import * as indexPeopleByFactor from './0049-index-people-by-factor.ts'
import * as createNearest from './0050-create-nearest.ts'
import * as indexKeysByText from './0051-index-keys-by-text.ts'
import * as indexPeopleWithoutFactor from './0052-index-people-without-factor.ts'
import * as readPassages from './0053-read-passages.ts'
import * as searchFewerPassages from './0054-search-fewer-passages.ts'
import * as keepImportedLines from './0055-keep-imported-lines.ts'
import * as indexAuditLogByCaller from './0056-index-audit-log-by-caller.ts'
import * as searchFewPassages from './0057-search-few-passages.ts'
import * as chainAuditLog from './0058-chain-audit-log.ts'
import * as storeLongPassages from './0059-store-long-passages.ts'
import * as linkEveryEntry from './0060-link-every-entry.ts'
import * as createSourceRemovals from './0061-create-source-removals.ts'
import * as fillInLinks from './0062-fill-in-links.ts'
import * as countSources from './0063-count-sources.ts'
import * as noteReindexing from './0064-note-reindexing.ts'
import * as removeOrphanedConversations from './0065-remove-orphaned-conversations.ts'
import * as notePrincipals from './0066-note-principals.ts'
import * as serveSeveralChats from './0067-serve-several-chats.ts'
import * as receiveRequests from './0068-receive-requests.ts'
import * as receiveByWebhook from './0069-receive-by-webhook.ts'
import * as suggestQuestions from './0070-suggest-questions.ts'
import * as noteWhomAnswersAreFor from './0071-note-whom-answers-are-for.ts'
import * as indexPeopleInsideAddresses from './0072-index-people-inside-addresses.ts'
import * as planSearchesOnce from './0073-plan-searches-once.ts'
import * as findWordsInLatePlaces from './0074-find-words-in-late-places.ts'
import * as shortenSearches from './0075-shorten-searches.ts'
import * as restrictInParts from './0076-restrict-in-parts.ts'
import * as lookBeyondLongDocuments from './0077-look-beyond-long-documents.ts'
import * as scoreWordsOnce from './0078-score-words-once.ts'
import * as readSamplesOnce from './0079-read-samples-once.ts'
import * as searchAllAtOnce from './0080-search-all-at-once.ts'
import * as scorePassagesAtHand from './0082-score-passages-at-hand.ts'
import * as indexActiveKeys from './0083-index-active-keys.ts'
import * as shortenLongSearches from './0084-shorten-long-searches.ts'
import * as searchPresentForms from './0087-search-present-forms.ts'
import * as compareFewerForms from './0090-compare-fewer-forms.ts'
import * as findPairsByLevel from './0091-find-pairs-by-level.ts'

/** Every migration in order. Never edit one that has landed. */
export const migrations: Record<string, Migration> = {
  '0001-create-accounts': createAccounts,
  '0002-create-audit-log': createAuditLog,
  '0003-create-api-keys': createApiKeys,
  '0004-create-documents': createDocuments,
  '0005-keep-passages-inline': keepPassagesInline,
  '0006-create-sessions': createSessions,
  '0007-remember-rotations': rememberRotations,
  '0008-extend-api-keys': extendApiKeys,
  '0010-note-new-texts': noteNewTexts,
  '0011-claim-passages': claimPassages,
  '0012-index-audit-log': indexAuditLog,
  '0013-create-invitations': createInvitations,
  '0014-create-personal-agents': createPersonalAgents,
  '0015-index-people': indexPeople,
  '0016-create-paces': createPaces,
  '0017-index-people-by-three-characters': indexPeopleByThreeCharacters,
  '0018-create-password-resets': createPasswordResets,
  '0019-index-people-by-role-and-status': indexPeopleByRoleAndStatus,
  '0023-create-teamchat-settings': createTeamchatSettings,
  '0024-create-chat-posts': createChatPosts,
  '0025-create-conversations': createConversations,
  '0026-note-where-listening-began': noteWhereListeningBegan,
  '0027-note-what-answers-rest-on': noteWhatAnswersRestOn,
  '0028-create-server-beats': createServerBeats,
  '0029-create-secret-uses': createSecretUses,
  '0031-note-who-took-keys-over': noteWhoTookKeysOver,
  '0032-bind-link-codes': bindLinkCodes,
  '0033-remember-dropped-posts': rememberDroppedPosts,
  '0034-create-refusals': createRefusals,
  '0035-permit-pruning-refusals': permitPruningRefusals,
  '0036-create-proxy-reports': createProxyReports,
  '0039-take-imports-in-parts': takeImportsInParts,
  '0041-identify-batches': identifyBatches,
  '0042-create-idempotency-keys': createIdempotencyKeys,
  '0045-index-audit-log-by-time': indexAuditLogByTime,
  '0046-index-lists': indexLists,
  '0047-fingerprint-documents': fingerprintDocuments,
  '0048-create-search-index': createSearchIndex,
  '0049-index-people-by-factor': indexPeopleByFactor,
  '0050-create-nearest': createNearest,
  '0051-index-keys-by-text': indexKeysByText,
  '0052-index-people-without-factor': indexPeopleWithoutFactor,
  '0053-read-passages': readPassages,
  '0054-search-fewer-passages': searchFewerPassages,
  '0055-keep-imported-lines': keepImportedLines,
  '0056-index-audit-log-by-caller': indexAuditLogByCaller,
  '0057-search-few-passages': searchFewPassages,
  '0058-chain-audit-log': chainAuditLog,
  '0059-store-long-passages': storeLongPassages,
  '0060-link-every-entry': linkEveryEntry,
  '0061-create-source-removals': createSourceRemovals,
  '0062-fill-in-links': fillInLinks,
  '0063-count-sources': countSources,
  '0064-note-reindexing': noteReindexing,
  '0065-remove-orphaned-conversations': removeOrphanedConversations,
  '0066-note-principals': notePrincipals,
  '0067-serve-several-chats': serveSeveralChats,
  '0068-receive-requests': receiveRequests,
  '0069-receive-by-webhook': receiveByWebhook,
  '0070-suggest-questions': suggestQuestions,
  '0071-note-whom-answers-are-for': noteWhomAnswersAreFor,
  '0072-index-people-inside-addresses': indexPeopleInsideAddresses,
  '0073-plan-searches-once': planSearchesOnce,
  '0074-find-words-in-late-places': findWordsInLatePlaces,
  '0075-shorten-searches': shortenSearches,
  '0076-restrict-in-parts': restrictInParts,
  '0077-look-beyond-long-documents': lookBeyondLongDocuments,
  '0078-score-words-once': scoreWordsOnce,
  '0079-read-samples-once': readSamplesOnce,
  '0080-search-all-at-once': searchAllAtOnce,
  '0082-score-passages-at-hand': scorePassagesAtHand,
  '0083-index-active-keys': indexActiveKeys,
  '0084-shorten-long-searches': shortenLongSearches,
  '0087-search-present-forms': searchPresentForms,
  '0090-compare-fewer-forms': compareFewerForms,
  '0091-find-pairs-by-level': findPairsByLevel,
}
