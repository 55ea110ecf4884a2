import { messageWindows } from '../../model/keys/key.ts'
import type { Ports } from '../../ports/index.ts'
import { newId } from '../builders/builders.ts'
import { memoryAccountHolders } from './credentials/memory-account-holders.ts'
import { askWindows } from '../../model/answers/answer-limits.ts'
import { memoryAnswerLimiter } from './knowledge/memory-answer-limiter.ts'
import { memoryApiKeySource } from './credentials/memory-api-key-source.ts'
import { memoryBackgroundHeartbeats } from './platform/memory-background-heartbeats.ts'
import { memoryProcessReports } from './platform/memory-process-reports.ts'
import { memoryCipher } from './credentials/memory-cipher.ts'
import { memoryDatabase, type MemoryDatabase } from './memory-database.ts'
import { memoryAttemptLimits } from './credentials/memory-attempt-limits.ts'
import { memoryIdentityHolders } from './credentials/memory-identity-holders.ts'
import { memoryJobQueue } from './platform/memory-job-queue.ts'
import { memoryFileConverter } from './knowledge/memory-file-converter.ts'
import { memoryDocumentReader } from './knowledge/memory-document-reader.ts'
import { memoryKeyHolders } from './credentials/memory-key-holders.ts'
import { memorySearchLimiter } from './knowledge/memory-search-limiter.ts'
import { memoryKeyLimiter } from './credentials/memory-key-limiter.ts'
import { memoryKeyUsage } from './credentials/memory-key-usage.ts'
import { memoryMailer, type MemoryMailer } from './platform/memory-mailer.ts'
import { memoryOneTimeCodes, type MemoryOneTimeCodes } from './credentials/memory-one-time-codes.ts'
import { memoryPause } from './platform/memory-pause.ts'
import {
  memoryBreachedPasswords,
  memoryPasswordHasher,
  memoryPasswordStrength,
} from './credentials/memory-passwords.ts'
import { memoryRefusalCounter } from './credentials/memory-refusal-counter.ts'
import { memorySearchIndex } from './knowledge/memory-search-index.ts'
import {
  memoryLinkCodeSource,
  memoryRecoveryCodeSource,
  memorySecretSource,
} from './credentials/memory-secrets.ts'
import { memorySessionRotation } from './credentials/memory-session-rotation.ts'
import { memorySignInAttempts } from './credentials/memory-sign-in-attempts.ts'
import {
  memoryAccessTokens,
  memoryDeviceTokens,
  memoryEmailDigests,
  memoryRefreshTokens,
} from './credentials/memory-tokens.ts'
import { memoryChatHealth } from './chat/memory-chat-health.ts'
import { memoryChatListener } from './chat/memory-chat-listener.ts'
import {
  memoryChatProbe,
  memoryMessengerProbe,
  memoryWorkspaceProbe,
} from './chat/memory-chat-probe.ts'
import { memoryChatThreads } from './chat/memory-chat-threads.ts'
import type { BotMessengerBot, WorkspaceChatBot } from '../../ports/chat/chat-bot.ts'
import {
  memoryChat,
  memoryMessenger,
  memoryWorkspace,
  type MemoryChat,
} from './chat/memory-chat.ts'
import { memoryChatWebhook } from './chat/memory-chat-webhook.ts'
import { memoryWorkspaceDirectory } from './chat/memory-workspace-directory.ts'
import { memoryWorkspaceRequests } from './chat/memory-workspace-requests.ts'
import { memoryChatPostNotes } from './stores/chat/memory-chat-post-store.ts'
import { memoryTransact } from './stores/memory-transact.ts'
import { recordingLog, type RecordingLog } from '../builders/recording-log.ts'
import { testClock, type TestClock } from '../builders/test-clock.ts'

/** The ports, and the state behind them. */
export type MemoryPorts = Ports & {
  readonly clock: TestClock
  readonly log: RecordingLog
  readonly mailer: MemoryMailer
  readonly database: MemoryDatabase
  readonly oneTimeCodes: MemoryOneTimeCodes
  readonly teamChat: MemoryChat
  readonly messenger: MemoryChat<BotMessengerBot>
  readonly workspace: MemoryChat<WorkspaceChatBot>
  /** Confirmed addresses by external id. */
  readonly workspaceMembers: Map<string, string>
}

/** All ports in memory, without an embedder. The database uses the test clock. */
export function memoryPorts(overrides: Partial<MemoryPorts> = {}): MemoryPorts {
  const clock = overrides.clock ?? testClock()
  const database = overrides.database ?? memoryDatabase(clock)
  const teamChat = overrides.teamChat ?? memoryChat(() => clock.now())
  const messenger = overrides.messenger ?? memoryMessenger(() => clock.now())
  const workspace = overrides.workspace ?? memoryWorkspace(() => clock.now())
  const workspaceMembers = overrides.workspaceMembers ?? new Map<string, string>()
  return {
    accessTokens: memoryAccessTokens(clock),
    accountHolders: memoryAccountHolders(database),
    answerLimiter: memoryAnswerLimiter(),
    answerModel: null,
    apiKeys: memoryApiKeySource(),
    askLimiter: memoryKeyLimiter(() => clock.now(), askWindows),
    backgroundHeartbeats: memoryBackgroundHeartbeats(clock),
    processReports: memoryProcessReports(clock),
    breachedPasswords: memoryBreachedPasswords(),
    cipher: memoryCipher(),
    clock,
    database,
    deviceTokens: memoryDeviceTokens(),
    documentReader: memoryDocumentReader(database),
    emailDigests: memoryEmailDigests(),
    embedder: null,
    fileConverter: memoryFileConverter(),
    attemptLimits: memoryAttemptLimits(database),
    identityHolders: memoryIdentityHolders(database),
    ids: { newId },
    jobQueue: memoryJobQueue(database),
    keyHolders: memoryKeyHolders(database),
    keyLimiter: memoryKeyLimiter(() => clock.now()),
    keyUsage: memoryKeyUsage(database),
    linkCodeSource: memoryLinkCodeSource(),
    log: recordingLog(),
    mailer: memoryMailer(),
    messageLimiter: memoryKeyLimiter(() => clock.now(), messageWindows),
    oneTimeCodes: memoryOneTimeCodes(),
    passwordHasher: memoryPasswordHasher(),
    recoveryCodeHasher: memoryPasswordHasher(),
    passwordStrength: memoryPasswordStrength(),
    pause: memoryPause(clock),
    recoveryCodeSource: memoryRecoveryCodeSource(),
    refreshTokens: memoryRefreshTokens(),
    refusalCounter: memoryRefusalCounter(database),
    searchIndex: memorySearchIndex(database),
    searchLimiter: memorySearchLimiter(),
    secrets: memorySecretSource(),
    sessionRotation: memorySessionRotation(database),
    signInAttempts: memorySignInAttempts(database),
    teamChat,
    messenger,
    workspace,
    workspaceMembers,
    workspaceDirectory: memoryWorkspaceDirectory(workspaceMembers),
    workspaceRequests: memoryWorkspaceRequests(),
    chatHealth: memoryChatHealth(clock),
    chatPlatforms: {
      teamchat: {
        listener: memoryChatListener(teamChat),
        probe: memoryChatProbe(teamChat),
        threads: memoryChatThreads(teamChat),
      },
      workspace_chat: {
        listener: memoryChatListener(workspace),
        probe: memoryWorkspaceProbe(workspace),
        threads: memoryChatThreads(workspace),
      },
      bot_messenger: {
        listener: memoryChatListener(messenger),
        probe: memoryMessengerProbe(messenger),
        threads: memoryChatThreads(messenger),
        webhook: memoryChatWebhook(messenger),
      },
    },
    chatPosts: memoryChatPostNotes(database),
    botSettings: {
      botMessengerSettings: { read: async () => database.tables.botMessenger.get('bot')! },
      teamChatSettings: { read: async () => database.tables.teamChat.get('bot')! },
      workspaceChatSettings: { read: async () => database.tables.workspaceChat.get('bot')! },
    },
    transact: memoryTransact(database),
    ...overrides,
  }
}
