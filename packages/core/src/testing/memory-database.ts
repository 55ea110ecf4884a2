import type { Account, AccountId } from '../accounts/account.ts'
import type { AuditEntry } from '../audit/audit-entry.ts'
import type { Group, GroupSlug } from '../groups/group.ts'
import type { Key, KeyId } from '../keys/key.ts'
import type { Chunk } from '../knowledge/chunk.ts'
import type { Document, DocumentId } from '../knowledge/document.ts'
import type { Clock } from '../ports/clock.ts'
import type { GuessBucket } from '../ports/guess-budgets.ts'
import type { Settings } from '../ports/settings-store.ts'
import type { Result } from '../result.ts'
import type { Session, SessionId } from '../sessions/session.ts'
import type { Challenge, ChallengeId } from '../sign-in/challenge.ts'

/** A passage with its vectors by model. */
export type Passage = Chunk & { readonly vectors: ReadonlyMap<string, readonly number[]> }

/** What is known of the guesses in a bucket. */
export type GuessCount = {
  readonly failures: number
  readonly consecutive: number
  readonly windowEndsAt: number
  readonly closedUntil: number | null
}

/** Rows are never changed, only replaced: a copy of the maps is a copy of the tables. */
export type MemoryTables = {
  readonly accounts: Map<AccountId, Account>
  readonly audit: Map<number, AuditEntry & { readonly at: Date }>
  readonly challenges: Map<ChallengeId, { readonly challenge: Challenge; readonly digest: string; readonly tries: number }>
  readonly documents: Map<DocumentId, Document>
  readonly groups: Map<GroupSlug, { readonly group: Group; readonly members: ReadonlySet<AccountId> }>
  readonly guesses: Map<GuessBucket, GuessCount>
  readonly index: Map<DocumentId, { readonly title: string; readonly passages: readonly Passage[] }>
  readonly keys: Map<KeyId, { readonly key: Key; readonly digest: string }>
  /** By hash, whether the code was used. */
  readonly recoveryCodes: Map<AccountId, ReadonlyMap<string, boolean>>
  readonly sessions: Map<SessionId, Session>
  readonly settings: Map<'organisation', Settings>
  /** The last time step that a one-time code was used of. */
  readonly timeSteps: Map<AccountId, number>
}

/** The world that the memory ports share. */
export type MemoryDatabase = Clock & {
  /** What is committed. A test may put rows here that no port can make yet. */
  readonly tables: MemoryTables
  /** Runs one work at a time on a copy that replaces the tables when its result is ok. */
  readonly change: <Outcome extends Result<unknown, unknown>>(work: (draft: MemoryTables) => Promise<Outcome>) => Promise<Outcome>
}

/** An empty database whose time is `clock`'s. */
export function memoryDatabase(clock: Clock): MemoryDatabase {
  let tables = copyOf({
    accounts: new Map(),
    audit: new Map(),
    challenges: new Map(),
    documents: new Map(),
    groups: new Map(),
    guesses: new Map(),
    index: new Map(),
    keys: new Map(),
    recoveryCodes: new Map(),
    sessions: new Map(),
    settings: new Map([['organisation', { mfaRequiredRoles: ['Owner', 'Admin'] }]]),
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
  audit: new Map(tables.audit),
  challenges: new Map(tables.challenges),
  documents: new Map(tables.documents),
  groups: new Map(tables.groups),
  guesses: new Map(tables.guesses),
  index: new Map(tables.index),
  keys: new Map(tables.keys),
  recoveryCodes: new Map(tables.recoveryCodes),
  sessions: new Map(tables.sessions),
  settings: new Map(tables.settings),
  timeSteps: new Map(tables.timeSteps),
})
