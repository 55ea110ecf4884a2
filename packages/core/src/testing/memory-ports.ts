import type { Ports } from '../ports/index.ts'
import { newId } from './builders.ts'
import { memoryAccountHolders } from './memory-account-holders.ts'
import { memoryApiKeySource } from './memory-api-key-source.ts'
import { memoryBackgroundHeartbeats } from './memory-background-heartbeats.ts'
import { memoryCipher } from './memory-cipher.ts'
import { memoryDatabase, type MemoryDatabase } from './memory-database.ts'
import { memoryGuessBudgets } from './memory-guess-budgets.ts'
import { memoryIdentityHolders } from './memory-identity-holders.ts'
import { memoryJobQueue } from './memory-job-queue.ts'
import { memoryKeyHolders } from './memory-key-holders.ts'
import { memoryKeyLimiter } from './memory-key-limiter.ts'
import { memoryKeyUsage } from './memory-key-usage.ts'
import { memoryMailer, type MemoryMailer } from './memory-mailer.ts'
import { memoryOneTimeCodes, type MemoryOneTimeCodes } from './memory-one-time-codes.ts'
import { memoryPause } from './memory-pause.ts'
import { memoryBreachedPasswords, memoryPasswordHasher, memoryPasswordStrength } from './memory-passwords.ts'
import { memoryRefusalCounter } from './memory-refusal-counter.ts'
import { memorySearchIndex } from './memory-search-index.ts'
import { memoryLinkCodeSource, memoryRecoveryCodeSource, memorySecretSource } from './memory-secrets.ts'
import { memorySessionRotation } from './memory-session-rotation.ts'
import { memorySignInAttempts } from './memory-sign-in-attempts.ts'
import { memoryAccessTokens, memoryDeviceTokens, memoryEmailDigests, memoryRefreshTokens } from './memory-tokens.ts'
import { memoryTeamChatHealth } from './memory-team-chat-health.ts'
import { memoryTeamChatListener } from './memory-team-chat-listener.ts'
import { memoryTeamChatProbe } from './memory-team-chat-probe.ts'
import { memoryTeamChatThreads } from './memory-team-chat-threads.ts'
import { memoryTeamChat, type MemoryTeamChat } from './memory-team-chat.ts'
import { memoryTransact } from './memory-transact.ts'
import { recordingLog, type RecordingLog } from './recording-log.ts'
import { testClock, type TestClock } from './test-clock.ts'

/** The ports, and the world behind them. */
export type MemoryPorts = Ports & {
  readonly clock: TestClock
  readonly log: RecordingLog
  readonly mailer: MemoryMailer
  readonly database: MemoryDatabase
  readonly oneTimeCodes: MemoryOneTimeCodes
  readonly teamChat: MemoryTeamChat
}

/** A whole outside world in memory, without an embedder; its database runs on the test clock. */
export function memoryPorts(overrides: Partial<MemoryPorts> = {}): MemoryPorts {
  const clock = overrides.clock ?? testClock()
  const database = overrides.database ?? memoryDatabase(clock)
  const teamChat = overrides.teamChat ?? memoryTeamChat(() => clock.now())
  return {
    accessTokens: memoryAccessTokens(clock),
    accountHolders: memoryAccountHolders(database),
    answerModel: null,
    apiKeys: memoryApiKeySource(),
    backgroundHeartbeats: memoryBackgroundHeartbeats(clock),
    breachedPasswords: memoryBreachedPasswords(),
    cipher: memoryCipher(),
    clock,
    database,
    deviceTokens: memoryDeviceTokens(),
    emailDigests: memoryEmailDigests(),
    embedder: null,
    guessBudgets: memoryGuessBudgets(database),
    identityHolders: memoryIdentityHolders(database),
    ids: { newId },
    jobQueue: memoryJobQueue(database),
    keyHolders: memoryKeyHolders(database),
    keyLimiter: memoryKeyLimiter(() => clock.now()),
    keyUsage: memoryKeyUsage(database),
    linkCodeSource: memoryLinkCodeSource(),
    log: recordingLog(),
    mailer: memoryMailer(),
    oneTimeCodes: memoryOneTimeCodes(),
    passwordHasher: memoryPasswordHasher(),
    passwordStrength: memoryPasswordStrength(),
    pause: memoryPause(clock),
    recoveryCodeSource: memoryRecoveryCodeSource(),
    refreshTokens: memoryRefreshTokens(),
    refusalCounter: memoryRefusalCounter(database),
    searchIndex: memorySearchIndex(database),
    secrets: memorySecretSource(),
    sessionRotation: memorySessionRotation(database),
    signInAttempts: memorySignInAttempts(database),
    teamChat,
    teamChatHealth: memoryTeamChatHealth(clock),
    teamChatListener: memoryTeamChatListener(teamChat),
    teamChatProbe: memoryTeamChatProbe(teamChat),
    teamChatThreads: memoryTeamChatThreads(teamChat),
    transact: memoryTransact(database),
    ...overrides,
  }
}
