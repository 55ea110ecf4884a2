export {
  aChallenge,
  aChatPost,
  aDate,
  aDevice,
  aDocument,
  aGroup,
  aKey,
  anAccount,
  anAnswerJob,
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
} from './builders.ts'
export { memoryAnswerModel, type MemoryAnswerModel } from './memory-answer-model.ts'
export { memoryDatabase, type MemoryDatabase, type MemoryTables } from './memory-database.ts'
export { memoryEmbedder, type MemoryEmbedder } from './memory-embedder.ts'
export { memoryKeyHolders } from './memory-key-holders.ts'
export { memoryKeyLimiter } from './memory-key-limiter.ts'
export { busyPasswordHasher, memoryBreachedPasswords, watchedPasswordHasher } from './memory-passwords.ts'
export { memoryPorts, type MemoryPorts } from './memory-ports.ts'
export { memorySearchIndex } from './memory-search-index.ts'
export { memoryTeamChatListener } from './memory-team-chat-listener.ts'
export { memoryTeamChatProbe } from './memory-team-chat-probe.ts'
export { memoryTeamChatThreads } from './memory-team-chat-threads.ts'
export { memoryTeamChat, type MemoryPost, type MemoryTeamChat } from './memory-team-chat.ts'
export { memoryTransact } from './memory-transact.ts'
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
} from './people.ts'
export { overtakenAt } from './overtaken.ts'
export { aPost, aPostedEvent, newPostId, type PostedEvent, type PostFields } from './posted-events.ts'
export { recordingLog, type LogLine, type RecordingLog } from './recording-log.ts'
export { aTeamChat, aTeamChatIn, noTeamChat } from './team-chats.ts'
export { testClock, type TestClock } from './test-clock.ts'
