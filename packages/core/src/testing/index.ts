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
export { memoryChatListener } from './memory/chat/memory-chat-listener.ts'
export {
  memoryChatProbe,
  memoryMessengerProbe,
  memoryWorkspaceProbe,
} from './memory/chat/memory-chat-probe.ts'
export {
  memoryWorkspaceRequest,
  type MemoryRequest,
} from './memory/chat/memory-workspace-requests.ts'
export { memoryChatThreads } from './memory/chat/memory-chat-threads.ts'
export {
  memoryChat,
  memoryMessenger,
  memoryWorkspace,
  type MemoryChat,
  type MemoryPost,
} from './memory/chat/memory-chat.ts'
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
export { aChatPost, aChatMessage, anAnswerJob, newChatPostId } from './builders/chat-posts.ts'
export { processorMsOf } from './builders/processor-time.ts'
export { recordingLog, type LogLine, type RecordingLog } from './builders/recording-log.ts'
export {
  aBotMessenger,
  aBotMessengerIn,
  noBotMessenger,
  withBotMessenger,
} from './builders/bot-messengers.ts'
export {
  aWorkspaceChat,
  aWorkspaceChatByRequestsIn,
  aWorkspaceChatIn,
  noWorkspaceChat,
  withWorkspaceChat,
} from './builders/workspace-chats.ts'
export {
  aTeamChat,
  aTeamChatIn,
  noTeamChat,
  teamChatSubjects,
  withTeamChat,
} from './builders/team-chats.ts'
export { testClock, type TestClock } from './builders/test-clock.ts'
