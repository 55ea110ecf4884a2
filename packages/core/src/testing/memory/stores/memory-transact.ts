import type { Transact } from '../../../ports/stores/transact.ts'
import { memoryAccountStore } from './memory-account-store.ts'
import { memoryAgentStore } from './memory-agent-store.ts'
import { memoryAuditStore } from './memory-audit-store.ts'
import { memoryChallengeStore } from './memory-challenge-store.ts'
import { memoryChatMarkStore } from './memory-chat-mark-store.ts'
import { memoryChatPostStore } from './memory-chat-post-store.ts'
import type { MemoryDatabase } from '../memory-database.ts'
import { memoryConversationStore } from './memory-conversation-store.ts'
import { memoryDocumentStore } from './memory-document-store.ts'
import { memoryGroupStore } from './memory-group-store.ts'
import { memoryIdempotencyStore } from './memory-idempotency-store.ts'
import { memoryInvitationImportStore } from './memory-invitation-import-store.ts'
import { memoryInvitationStore } from './memory-invitation-store.ts'
import { memoryJobStore } from './memory-job-store.ts'
import { memoryIdentityStore } from './memory-identity-store.ts'
import { memoryKeyStore } from './memory-key-store.ts'
import { memoryKeyUsageStore } from './memory-key-usage-store.ts'
import { memoryLeaseStore } from './memory-lease-store.ts'
import { memoryLinkCodeStore } from './memory-link-code-store.ts'
import { memoryPasswordResetStore } from './memory-password-reset-store.ts'
import { memoryAuditChainStore } from './memory-audit-chain-store.ts'
import { memoryProxyReportStore } from './memory-proxy-report-store.ts'
import { memoryRecoveryCodeStore } from './memory-recovery-code-store.ts'
import { memoryRefusalStore } from './memory-refusal-store.ts'
import { memorySearchIndexWriter } from '../knowledge/memory-search-index-writer.ts'
import { memorySessionStore } from './memory-session-store.ts'
import { memorySourceStore } from './memory-source-store.ts'
import { memorySettingsStore } from './memory-settings-store.ts'
import { memoryBotSettingsStore } from './memory-bot-settings-store.ts'

/** Transactions run one at a time, so locks do nothing. */
export const memoryTransact =
  (database: MemoryDatabase): Transact =>
  (work) =>
    database.change((draft) => {
      const now = database.now()
      return work({
        accounts: memoryAccountStore(draft, now),
        agents: memoryAgentStore(draft),
        audit: memoryAuditStore(draft, now),
        challenges: memoryChallengeStore(draft, now),
        chatMarks: memoryChatMarkStore(draft),
        chatPosts: memoryChatPostStore(draft, now),
        conversations: memoryConversationStore(draft),
        documents: memoryDocumentStore(draft),
        groups: memoryGroupStore(draft),
        idempotency: memoryIdempotencyStore(draft, now),
        identities: memoryIdentityStore(draft),
        invitationImports: memoryInvitationImportStore(draft, now),
        invitations: memoryInvitationStore(draft, now),
        jobs: memoryJobStore(draft),
        keys: memoryKeyStore(draft, now),
        keyUsage: memoryKeyUsageStore(draft, now),
        leases: memoryLeaseStore(draft, now),
        linkCodes: memoryLinkCodeStore(draft, now),
        passwordResets: memoryPasswordResetStore(draft, now),
        auditChain: memoryAuditChainStore(draft, now),
        proxyReports: memoryProxyReportStore(draft, now),
        recoveryCodes: memoryRecoveryCodeStore(draft),
        refusals: memoryRefusalStore(draft, now),
        searchIndex: memorySearchIndexWriter(draft),
        sessions: memorySessionStore(draft, now),
        sources: memorySourceStore(draft),
        settings: memorySettingsStore(draft),
        botMessengerSettings: memoryBotSettingsStore(
          draft.botMessenger,
          draft.botMessengerUpdatedAt,
          now,
        ),
        workspaceChatSettings: memoryBotSettingsStore(
          draft.workspaceChat,
          draft.workspaceChatUpdatedAt,
          now,
        ),
        teamChatSettings: memoryBotSettingsStore(draft.teamChat, draft.teamChatUpdatedAt, now),
        now: async () => now,
        lockBootstrap: async () => {},
        lockOwners: async () => {},
        lockAccount: async (id) => draft.accounts.get(id) ?? null,
        lockInvitations: async () => {},
      })
    })
