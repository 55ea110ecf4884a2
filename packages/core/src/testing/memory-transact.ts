import type { Transact } from '../ports/transact.ts'
import { memoryAccountStore } from './memory-account-store.ts'
import { memoryAuditStore } from './memory-audit-store.ts'
import { memoryChallengeStore } from './memory-challenge-store.ts'
import type { MemoryDatabase } from './memory-database.ts'
import { memoryDocumentStore } from './memory-document-store.ts'
import { memoryGroupStore } from './memory-group-store.ts'
import { memoryKeyStore } from './memory-key-store.ts'
import { memoryRecoveryCodeStore } from './memory-recovery-code-store.ts'
import { memorySearchIndexWriter } from './memory-search-index-writer.ts'
import { memorySessionStore } from './memory-session-store.ts'
import { memorySettingsStore } from './memory-settings-store.ts'

/** Transactions run one at a time, so a lock has nothing to do. */
export const memoryTransact =
  (database: MemoryDatabase): Transact =>
  (work) =>
    database.change((draft) => {
      const now = database.now()
      return work({
        accounts: memoryAccountStore(draft),
        audit: memoryAuditStore(draft, now),
        challenges: memoryChallengeStore(draft, now),
        documents: memoryDocumentStore(draft),
        groups: memoryGroupStore(draft),
        keys: memoryKeyStore(draft, now),
        recoveryCodes: memoryRecoveryCodeStore(draft),
        searchIndex: memorySearchIndexWriter(draft),
        sessions: memorySessionStore(draft, now),
        settings: memorySettingsStore(draft),
        now: async () => now,
        lockBootstrap: async () => {},
        lockAccount: async () => {},
      })
    })
