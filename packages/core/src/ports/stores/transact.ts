import type { Account, AccountId } from '../../model/accounts/account.ts'
import type { Email } from '../../model/accounts/email.ts'
import type { Result } from '../../model/result.ts'
import type { AccountStore } from './account-store.ts'
import type { AgentStore } from './agent-store.ts'
import type { AuditStore } from './audit-store.ts'
import type { ChallengeStore } from './challenge-store.ts'
import type { ChatMarkStore } from './chat-mark-store.ts'
import type { ChatPostStore } from './chat-post-store.ts'
import type { ConversationStore } from './conversation-store.ts'
import type { DocumentStore } from './document-store.ts'
import type { GroupStore } from './group-store.ts'
import type { IdempotencyStore } from './idempotency-store.ts'
import type { InvitationStore } from './invitation-store.ts'
import type { JobStore } from './job-store.ts'
import type { IdentityStore } from './identity-store.ts'
import type { KeyStore } from './key-store.ts'
import type { LeaseStore } from './lease-store.ts'
import type { LinkCodeStore } from './link-code-store.ts'
import type { PasswordResetStore } from './password-reset-store.ts'
import type { ProxyReportStore } from './proxy-report-store.ts'
import type { RecoveryCodeStore } from './recovery-code-store.ts'
import type { RefusalStore } from './refusal-store.ts'
import type { SearchIndexWriter } from '../knowledge/search-index.ts'
import type { SessionStore } from './session-store.ts'
import type { SettingsStore } from './settings-store.ts'
import type { TeamChatSettingsStore } from './team-chat-settings-store.ts'

/** The stores of one transaction. They are reachable nowhere else. */
export type Stores = {
  readonly accounts: AccountStore
  readonly agents: AgentStore
  readonly audit: AuditStore
  readonly challenges: ChallengeStore
  readonly chatMarks: ChatMarkStore
  readonly chatPosts: ChatPostStore
  readonly conversations: ConversationStore
  readonly documents: DocumentStore
  readonly groups: GroupStore
  readonly idempotency: IdempotencyStore
  readonly identities: IdentityStore
  readonly invitations: InvitationStore
  readonly jobs: JobStore
  readonly keys: KeyStore
  readonly leases: LeaseStore
  readonly linkCodes: LinkCodeStore
  readonly passwordResets: PasswordResetStore
  readonly proxyReports: ProxyReportStore
  readonly recoveryCodes: RecoveryCodeStore
  readonly refusals: RefusalStore
  readonly searchIndex: SearchIndexWriter
  readonly sessions: SessionStore
  readonly settings: SettingsStore
  readonly teamChatSettings: TeamChatSettingsStore

  /** The database's time at the start of the transaction. Every expiry is judged and made by it. */
  readonly now: () => Promise<Date>

  /** Makes every other transaction that wants to create the first account wait until this one ends. */
  readonly lockBootstrap: () => Promise<void>

  /** Makes every other transaction that may take an active Owner away wait until this one ends. Take it before `lockAccount`. */
  readonly lockOwners: () => Promise<void>

  /**
   * Makes every other transaction that locks the same account wait until this one ends, and finds the account as
   * it is once the lock is held. Null locks nothing: there is no such account. Take it before reading anything
   * that a rule about that account counts or compares.
   */
  readonly lockAccount: (accountId: AccountId) => Promise<Account | null>

  /**
   * Makes every other transaction that wants to invite one of the addresses wait until this one ends. Take it before
   * asking who is invited, once and for all of them, and hold no invitation before: transactions that do so never deadlock.
   */
  readonly lockInvitations: (emails: readonly Email[]) => Promise<void>
}

/**
 * Runs `work` in one transaction, read committed. An ok result commits; an err result or a throw rolls
 * back. `work` must change nothing outside `stores`, and must not call `transact` itself.
 */
export type Transact = <Outcome extends Result<unknown, unknown>>(work: (stores: Stores) => Promise<Outcome>) => Promise<Outcome>
