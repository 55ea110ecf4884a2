export {
  aChallenge,
  aDate,
  aDevice,
  aDocument,
  aGroup,
  aKey,
  anAccount,
  anAuditEntry,
  anOrigin,
  aPerson,
  aSession,
  newDigest,
  newId,
} from './builders.ts'
export { memoryDatabase, type MemoryDatabase, type MemoryTables } from './memory-database.ts'
export { memoryEmbedder, type MemoryEmbedder } from './memory-embedder.ts'
export { memoryKeyHolders } from './memory-key-holders.ts'
export { memoryKeyLimiter } from './memory-key-limiter.ts'
export { busyPasswordHasher, memoryBreachedPasswords, watchedPasswordHasher } from './memory-passwords.ts'
export { memoryPorts, type MemoryPorts } from './memory-ports.ts'
export { memorySearchIndex } from './memory-search-index.ts'
export { memoryTransact } from './memory-transact.ts'
export {
  aChallengeIn,
  anEnrolledPersonIn,
  aPassword,
  aPasswordHash,
  aPersonIn,
  aSessionIn,
  failuresOf,
  valueOf,
} from './people.ts'
export { recordingLog, type LogLine, type RecordingLog } from './recording-log.ts'
export { testClock, type TestClock } from './test-clock.ts'
