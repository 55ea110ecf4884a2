import type { Account, AccountId } from '../../model/accounts/account.ts'
import type { Email } from '../../model/accounts/email.ts'
import type { BotMessengerSettings } from '../../model/bot-messenger/bot-messenger-settings.ts'
import type { WorkspaceChatSettings } from '../../model/workspace-chat/workspace-chat-settings.ts'
import type { TeamChatSettings } from '../../model/team-chat/team-chat-settings.ts'
import type { Result } from '../../model/result.ts'
import type { AccountStore } from './people/account-store.ts'
import type { AgentStore } from './keys/agent-store.ts'
import type { AuditChainStore } from './audit/audit-chain-store.ts'
import type { AuditStore } from './audit/audit-store.ts'
import type { BotSettingsStore } from './chat/bot-settings-store.ts'
import type { ChallengeStore } from './sign-in/challenge-store.ts'
import type { ChatMarkStore } from './chat/chat-mark-store.ts'
import type { ChatPostStore } from './chat/chat-post-store.ts'
import type { ConversationStore } from './chat/conversation-store.ts'
import type { DocumentStore } from './knowledge/document-store.ts'
import type { GroupStore } from './people/group-store.ts'
import type { IdempotencyStore } from './platform/idempotency-store.ts'
import type { InvitationImportStore } from './people/invitation-import-store.ts'
import type { InvitationStore } from './people/invitation-store.ts'
import type { JobStore } from './platform/job-store.ts'
import type { IdentityStore } from './people/identity-store.ts'
import type { KeyStore } from './keys/key-store.ts'
import type { KeyUsageStore } from './keys/key-usage-store.ts'
import type { LeaseStore } from './platform/lease-store.ts'
import type { LinkCodeStore } from './sign-in/link-code-store.ts'
import type { PasswordResetStore } from './sign-in/password-reset-store.ts'
import type { ProxyReportStore } from './platform/proxy-report-store.ts'
import type { RecoveryCodeStore } from './sign-in/recovery-code-store.ts'
import type { RefusalStore } from './platform/refusal-store.ts'
import type { SearchIndexWriter } from '../knowledge/search-index.ts'
import type { SessionStore } from './sign-in/session-store.ts'
import type { SettingsStore } from './platform/settings-store.ts'
import type { SourceStore } from './knowledge/source-store.ts'

/** The stores of one transaction. They are only reachable inside it. */
export type Stores = {
  readonly accounts: AccountStore
  readonly agents: AgentStore
  readonly audit: AuditStore
  readonly auditChain: AuditChainStore
  readonly challenges: ChallengeStore
  readonly chatMarks: ChatMarkStore
  readonly chatPosts: ChatPostStore
  readonly conversations: ConversationStore
  readonly documents: DocumentStore
  readonly groups: GroupStore
  readonly idempotency: IdempotencyStore
  readonly identities: IdentityStore
  readonly invitationImports: InvitationImportStore
  readonly invitations: InvitationStore
  readonly jobs: JobStore
  readonly keys: KeyStore
  readonly keyUsage: KeyUsageStore
  readonly leases: LeaseStore
  readonly linkCodes: LinkCodeStore
  readonly passwordResets: PasswordResetStore
  readonly proxyReports: ProxyReportStore
  readonly recoveryCodes: RecoveryCodeStore
  readonly refusals: RefusalStore
  readonly searchIndex: SearchIndexWriter
  readonly sessions: SessionStore
  readonly settings: SettingsStore
  readonly sources: SourceStore
  readonly botMessengerSettings: BotSettingsStore<BotMessengerSettings>
  readonly workspaceChatSettings: BotSettingsStore<WorkspaceChatSettings>
  readonly teamChatSettings: BotSettingsStore<TeamChatSettings>

  /** The database's time at the start of the transaction. Every expiry is set and checked by it. */
  readonly now: () => Promise<Date>

  /** Locks the creation of the first account until this transaction ends. */
  readonly lockBootstrap: () => Promise<void>

  /**
   * Locks every change that may leave no active Owner until this transaction ends. Call it before
   * `lockAccount`, which then waits longer than in a transaction of the person who is removed.
   */
  readonly lockOwners: () => Promise<void>

  /**
   * Locks the account until this transaction ends, and returns it as it is under the lock. Null if
   * it does not exist; then nothing is locked. Call it before reading anything that a rule on the
   * account counts or compares.
   */
  readonly lockAccount: (accountId: AccountId) => Promise<Account | null>

  /**
   * Locks invitations to these addresses until this transaction ends. Call it once, for all
   * addresses, before reading or locking any invitation; transactions that do so never deadlock.
   */
  readonly lockInvitations: (emails: readonly Email[]) => Promise<void>
}

/**
 * Runs `work` in one transaction, read committed. An ok result commits; an err result or a throw
 * rolls back. `work` must change nothing outside `stores`, and must not call `transact` itself.
 * `Used` names the stores that `work` gets.
 */
export type Transact<Used extends keyof Stores = keyof Stores> = <
  Outcome extends Result<unknown, unknown>,
>(
  work: (stores: Pick<Stores, Used>) => Promise<Outcome>,
) => Promise<Outcome>

/** Ports of a use case whose transactions use these stores only. */
export type Transacts<Used extends keyof Stores> = { readonly transact: Transact<Used> }
