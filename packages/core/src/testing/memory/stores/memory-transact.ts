import type { Transact } from '../../../ports/stores/transact.ts'
import { memoryAccountStore } from './people/memory-account-store.ts'
import { memoryAgentStore } from './keys/memory-agent-store.ts'
import { memoryAuditStore } from './audit/memory-audit-store.ts'
import { memoryChallengeStore } from './sign-in/memory-challenge-store.ts'
import { memoryChatMarkStore } from './chat/memory-chat-mark-store.ts'
import { memoryChatPostStore } from './chat/memory-chat-post-store.ts'
import type { MemoryDatabase } from '../memory-database.ts'
import { memoryConversationStore } from './chat/memory-conversation-store.ts'
import { memoryDocumentStore } from './knowledge/memory-document-store.ts'
import { memoryGroupStore } from './people/memory-group-store.ts'
import { memoryIdempotencyStore } from './platform/memory-idempotency-store.ts'
import { memoryInvitationImportStore } from './people/memory-invitation-import-store.ts'
import { memoryInvitationStore } from './people/memory-invitation-store.ts'
import { memoryJobStore } from './platform/memory-job-store.ts'
import { memoryIdentityStore } from './people/memory-identity-store.ts'
import { memoryKeyStore } from './keys/memory-key-store.ts'
import { memoryKeyUsageStore } from './keys/memory-key-usage-store.ts'
import { memoryLeaseStore } from './platform/memory-lease-store.ts'
import { memoryLinkCodeStore } from './sign-in/memory-link-code-store.ts'
import { memoryPasswordResetStore } from './sign-in/memory-password-reset-store.ts'
import { memoryAuditChainStore } from './audit/memory-audit-chain-store.ts'
import { memoryProxyReportStore } from './platform/memory-proxy-report-store.ts'
import { memoryRecoveryCodeStore } from './sign-in/memory-recovery-code-store.ts'
import { memoryRefusalStore } from './platform/memory-refusal-store.ts'
import { memorySearchIndexWriter } from '../knowledge/memory-search-index-writer.ts'
import { memorySessionStore } from './sign-in/memory-session-store.ts'
import { memorySourceStore } from './knowledge/memory-source-store.ts'
import { memorySettingsStore } from './platform/memory-settings-store.ts'
import { memoryBotSettingsStore } from './chat/memory-bot-settings-store.ts'

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
