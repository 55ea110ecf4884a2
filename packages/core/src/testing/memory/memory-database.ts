import type { ChainState } from '../../ports/stores/audit/audit-chain-store.ts'
import type { Account, AccountId } from '../../model/accounts/account.ts'
import type { AuditEntry } from '../../model/audit-entry.ts'
import type { Message } from '../../model/conversation.ts'
import type { Group, GroupSlug } from '../../model/groups/group.ts'
import type { Identity, IdentityId } from '../../model/identities/identity.ts'
import type {
  InvitationImport,
  InvitationImportId,
} from '../../model/invitations/invitation-import.ts'
import type { ImportedLine } from '../../model/invitations/invitation.ts'
import type { Invitation, InvitationId } from '../../model/invitations/invitation.ts'
import type { Key, KeyId } from '../../model/keys/key.ts'
import type { UsageCounts } from '../../model/keys/usage.ts'
import type { Chunk } from '../../model/knowledge/chunk.ts'
import type { Document, DocumentId, Source } from '../../model/knowledge/document.ts'
import type { Agent, AgentId } from '../../model/agent.ts'
import type { PasswordReset, PasswordResetId } from '../../model/passwords/password-reset.ts'
import type { ChatMark, ChatRequests } from '../../ports/stores/chat/chat-mark-store.ts'
import type { Clock } from '../../ports/platform/clock.ts'
import type { AttemptBucket } from '../../ports/credentials/attempt-limits.ts'
import type { Job } from '../../ports/stores/platform/job-store.ts'
import type { ImportedPart } from '../../ports/stores/knowledge/source-store.ts'
import type { RefusalTarget } from '../../ports/stores/platform/refusal-store.ts'
import type { Settings } from '../../model/settings.ts'
import type { Result } from '../../model/result.ts'
import type { ChatPostId, ChatPostProgress } from '../../model/chat/chat-post.ts'
import type { DropCounts } from '../../model/chat/chat-message.ts'
import type { StoredLinkCode } from '../../ports/stores/sign-in/link-code-store.ts'
import type { Session, SessionId } from '../../model/sessions/session.ts'
import type { Challenge, ChallengeId } from '../../model/sign-in/challenge.ts'
import type { BotMessengerSettings } from '../../model/bot-messenger/bot-messenger-settings.ts'
import type { TeamChatSettings } from '../../model/team-chat/team-chat-settings.ts'
import type { WorkspaceChatSettings } from '../../model/workspace-chat/workspace-chat-settings.ts'
import { noWorkspaceChat } from '../builders/workspace-chats.ts'
import { noBotMessenger } from '../builders/bot-messengers.ts'
import { noTeamChat } from '../builders/team-chats.ts'

/** A passage with its vectors, and its claims and refusals by model. */
export type Passage = Chunk & {
  readonly vectors: ReadonlyMap<string, readonly number[]>
  readonly claims: ReadonlyMap<string, { readonly dueAt: number; readonly refusals: number }>
}

/** The attempts in a bucket. */
export type AttemptCount = {
  readonly failures: number
  readonly consecutive: number
  readonly windowEndsAt: number
  readonly closedUntil: number | null
}

/** A link of the audit chain. */
export type MemoryLink = {
  readonly position: number
  readonly entryId: number
  readonly entryAt: Date
  readonly isPrunable: boolean
  readonly digest: string
  readonly hash: string
}

/** Rows are never changed, only replaced, so a copy of the maps is a copy of the tables. */
export type MemoryTables = {
  readonly accounts: Map<AccountId, Account>
  readonly agents: Map<AgentId, Agent>
  /** The responses of repeatable requests, null while a request is unfinished. */
  readonly responses: Map<
    string,
    {
      readonly fingerprint: string
      readonly response: string | null
      readonly callerId: AccountId
      readonly keptAt: Date
    }
  >
  readonly audit: Map<number, AuditEntry & { readonly at: Date }>
  readonly auditChain: Map<number, MemoryLink>
  readonly auditChainState: Map<
    'state',
    Pick<ChainState, 'verifiedTo' | 'checkedAt' | 'firstBreak'>
  >
  readonly challenges: Map<
    ChallengeId,
    { readonly challenge: Challenge; readonly digest: string; readonly tries: number }
  >
  /** Times of dropped posts, by bot and post. */
  readonly chatDrops: Map<string, Date>
  readonly chatMarks: Map<
    string,
    {
      readonly mark: ChatMark | null
      readonly dropped: DropCounts
      readonly droppedBatch: string | null
      readonly requests: ChatRequests
    }
  >
  readonly chatPosts: Map<ChatPostId, ChatPostProgress>
  /** By source, channel and root. The account that started it may be deleted. */
  readonly conversations: Map<
    string,
    {
      readonly userId: AccountId
      readonly messages: readonly (Message & { readonly userId: AccountId })[]
    }
  >
  readonly documents: Map<DocumentId, Document>
  readonly groups: Map<
    GroupSlug,
    { readonly group: Group; readonly members: ReadonlySet<AccountId> }
  >
  readonly attempts: Map<AttemptBucket, AttemptCount>
  readonly identities: Map<IdentityId, Identity>
  readonly index: Map<DocumentId, { readonly title: string; readonly passages: readonly Passage[] }>
  readonly invitationImports: Map<
    InvitationImportId,
    InvitationImport & { readonly progressedAt: Date; readonly isFinished: boolean }
  >
  readonly invitationLines: Map<InvitationImportId, ReadonlyMap<number, ImportedLine>>
  readonly invitations: Map<InvitationId, Invitation>
  readonly jobs: Map<number, Job>
  readonly jobsDead: Map<string, Job>
  readonly keys: Map<KeyId, { readonly key: Key; readonly digest: string }>
  readonly keysReminded: Set<KeyId>
  /** By the first millisecond of the hour; not part of any transaction. */
  readonly keyUsage: Map<
    KeyId,
    { readonly lastUsedAt: Date | null; readonly hours: Map<number, UsageCounts> }
  >
  readonly leases: Map<string, { readonly holder: string; readonly expiresAt: Date }>
  readonly linkCodes: Map<AccountId, StoredLinkCode>
  /** When no server was up: ends by starts, in milliseconds. */
  readonly outages: Map<number, number>
  /** The digest is null once the token is revoked. */
  readonly passwordResets: Map<
    PasswordResetId,
    { readonly reset: PasswordReset; readonly digest: string | null; readonly tries: number }
  >
  /** The time of the last report, by peer. */
  readonly proxyReports: Map<string, Date>
  /** Whether the code was used, by hash. */
  readonly recoveryCodes: Map<AccountId, ReadonlyMap<string, boolean>>
  /** The ids of counted batches. */
  readonly refusalBatches: Set<string>
  /** By start of the window in milliseconds, and target. */
  readonly refusals: Map<`${number} ${RefusalTarget}`, number>
  /** When the tokens before the newest were replaced, latest first. */
  readonly rotations: Map<SessionId, readonly Date[]>
  /** When a server first and last signed with a secret. */
  readonly secretUses: Map<string, { readonly firstAt: Date; readonly lastAt: Date }>
  readonly sessions: Map<SessionId, Session>
  readonly settings: Map<'organisation', Settings>
  /** When the removal was requested. */
  readonly sourceRemovals: Map<Source, Date>
  readonly sourceImports: Map<Source, ImportedPart>
  readonly botMessenger: Map<'bot', BotMessengerSettings>
  readonly botMessengerUpdatedAt: Map<'bot', Date>
  readonly workspaceChat: Map<'bot', WorkspaceChatSettings>
  readonly workspaceChatUpdatedAt: Map<'bot', Date>
  readonly teamChat: Map<'bot', TeamChatSettings>
  readonly teamChatUpdatedAt: Map<'bot', Date>
  /** The last used time step of a one-time code. */
  readonly timeSteps: Map<AccountId, number>
}

/** The state that all memory ports share. */
export type MemoryDatabase = Clock & {
  /** The committed rows. A test may insert rows that no port can create. */
  readonly tables: MemoryTables
  /** Runs one work at a time on a copy, which replaces the tables if the result is ok. */
  readonly change: <Outcome extends Result<unknown, unknown>>(
    work: (draft: MemoryTables) => Promise<Outcome>,
  ) => Promise<Outcome>
}

/** An empty database with the time of `clock`. */
export function memoryDatabase(clock: Clock): MemoryDatabase {
  let tables = copyOf({
    accounts: new Map(),
    agents: new Map(),
    responses: new Map(),
    audit: new Map(),
    auditChain: new Map(),
    auditChainState: new Map(),
    challenges: new Map(),
    chatDrops: new Map(),
    chatMarks: new Map(),
    chatPosts: new Map(),
    conversations: new Map(),
    documents: new Map(),
    groups: new Map(),
    attempts: new Map(),
    identities: new Map(),
    index: new Map(),
    invitationImports: new Map(),
    invitationLines: new Map(),
    invitations: new Map(),
    jobs: new Map(),
    jobsDead: new Map(),
    keys: new Map(),
    keysReminded: new Set(),
    keyUsage: new Map(),
    outages: new Map(),
    leases: new Map(),
    linkCodes: new Map(),
    passwordResets: new Map(),
    proxyReports: new Map(),
    recoveryCodes: new Map(),
    refusalBatches: new Set(),
    refusals: new Map(),
    rotations: new Map(),
    secretUses: new Map(),
    sessions: new Map(),
    settings: new Map([
      ['organisation', { mfaRequiredRoles: ['Owner', 'Admin'], organisationName: null }],
    ]),
    sourceRemovals: new Map(),
    sourceImports: new Map(),
    botMessenger: new Map([['bot', noBotMessenger]]),
    botMessengerUpdatedAt: new Map([['bot', clock.now()]]),
    workspaceChat: new Map([['bot', noWorkspaceChat]]),
    workspaceChatUpdatedAt: new Map([['bot', clock.now()]]),
    teamChat: new Map([['bot', noTeamChat]]),
    teamChatUpdatedAt: new Map([['bot', clock.now()]]),
    timeSteps: new Map(),
  })
  let last: Promise<unknown> = Promise.resolve()
  return {
    now: () => clock.now(),
    get tables() {
      return tables
    },
    change(work) {
      const run = last.then(async () => {
        const draft = copyOf(tables)
        const outcome = await work(draft)
        if (outcome.ok) tables = draft
        return outcome
      })
      last = run.catch(() => {})
      return run
    },
  }
}

const copyOf = (tables: MemoryTables): MemoryTables => ({
  accounts: new Map(tables.accounts),
  agents: new Map(tables.agents),
  responses: new Map(tables.responses),
  audit: new Map(tables.audit),
  auditChain: new Map(tables.auditChain),
  auditChainState: new Map(tables.auditChainState),
  challenges: new Map(tables.challenges),
  chatDrops: new Map(tables.chatDrops),
  chatMarks: new Map(tables.chatMarks),
  chatPosts: new Map(tables.chatPosts),
  conversations: new Map(tables.conversations),
  documents: new Map(tables.documents),
  groups: new Map(tables.groups),
  attempts: new Map(tables.attempts),
  identities: new Map(tables.identities),
  index: new Map(tables.index),
  invitationImports: new Map(tables.invitationImports),
  invitationLines: new Map(tables.invitationLines),
  invitations: new Map(tables.invitations),
  jobs: new Map(tables.jobs),
  jobsDead: new Map(tables.jobsDead),
  keys: new Map(tables.keys),
  keysReminded: new Set(tables.keysReminded),
  keyUsage: tables.keyUsage,
  leases: new Map(tables.leases),
  linkCodes: new Map(tables.linkCodes),
  outages: new Map(tables.outages),
  passwordResets: new Map(tables.passwordResets),
  proxyReports: new Map(tables.proxyReports),
  recoveryCodes: new Map(tables.recoveryCodes),
  refusalBatches: new Set(tables.refusalBatches),
  refusals: new Map(tables.refusals),
  rotations: new Map(tables.rotations),
  secretUses: new Map(tables.secretUses),
  sessions: new Map(tables.sessions),
  settings: new Map(tables.settings),
  sourceRemovals: new Map(tables.sourceRemovals),
  sourceImports: new Map(tables.sourceImports),
  botMessenger: new Map(tables.botMessenger),
  botMessengerUpdatedAt: new Map(tables.botMessengerUpdatedAt),
  workspaceChat: new Map(tables.workspaceChat),
  workspaceChatUpdatedAt: new Map(tables.workspaceChatUpdatedAt),
  teamChat: new Map(tables.teamChat),
  teamChatUpdatedAt: new Map(tables.teamChatUpdatedAt),
  timeSteps: new Map(tables.timeSteps),
})
