export {
  aChallenge,
  aDate,
  aDevice,
  aDocument,
  aGroup,
  aKey,
  anAccount,
  anAuditEntry,
  anIdentity,
  anInvitation,
  anInvitationImport,
  anOrigin,
  anyEntry,
  aPasswordReset,
  aPerson,
  aServiceKey,
  aSession,
  aSurface,
  newDigest,
  newId,
} from './builders/builders.ts'
export { memoryAnswerLimiter } from './memory/knowledge/memory-answer-limiter.ts'
export {
  memoryAnswerModel,
  type MemoryAnswerModel,
} from './memory/knowledge/memory-answer-model.ts'
export { memoryDatabase, type MemoryDatabase, type MemoryTables } from './memory/memory-database.ts'
export { memoryEmbedder, type MemoryEmbedder } from './memory/knowledge/memory-embedder.ts'
export { memoryKeyHolders } from './memory/credentials/memory-key-holders.ts'
export { memoryKeyLimiter } from './memory/credentials/memory-key-limiter.ts'
export { memorySearchLimiter } from './memory/knowledge/memory-search-limiter.ts'
export {
  busyPasswordHasher,
  memoryBreachedPasswords,
  watchedPasswordHasher,
} from './memory/credentials/memory-passwords.ts'
export { memoryPorts, type MemoryPorts } from './memory/memory-ports.ts'
export { memorySearchIndex } from './memory/knowledge/memory-search-index.ts'
export { memoryTeamChatListener } from './memory/team-chat/memory-team-chat-listener.ts'
export { memoryTeamChatProbe } from './memory/team-chat/memory-team-chat-probe.ts'
export { memoryTeamChatThreads } from './memory/team-chat/memory-team-chat-threads.ts'
export {
  memoryTeamChat,
  type MemoryPost,
  type MemoryTeamChat,
} from './memory/team-chat/memory-team-chat.ts'
export { memoryTransact } from './memory/stores/memory-transact.ts'
export {
  aChallengeIn,
  aKeyIn,
  anEnrolledPersonIn,
  anIdentityIn,
  aPassword,
  aPasswordHash,
  aPasswordResetIn,
  aPersonIn,
  aSessionIn,
  failuresOf,
  noticesTo,
  valueOf,
} from './builders/people.ts'
export { overtakenAt } from './builders/overtaken.ts'
export { answersIn, jobFor, setUpBot } from './builders/chat-turns.ts'
export { aChatPost, aDirectMessage, anAnswerJob, newPostId } from './builders/chat-posts.ts'
export { processorMsOf } from './builders/processor-time.ts'
export { recordingLog, type LogLine, type RecordingLog } from './builders/recording-log.ts'
export { aTeamChat, aTeamChatIn, noTeamChat } from './builders/team-chats.ts'
export { testClock, type TestClock } from './builders/test-clock.ts'
