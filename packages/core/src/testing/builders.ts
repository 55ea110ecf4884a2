import type { Account, AccountId, Role } from '../accounts/account.ts'
import type { Email } from '../accounts/email.ts'
import type { Origin, Person } from '../actor.ts'
import type { AuditEntry } from '../audit/audit-entry.ts'
import type { Group, GroupSlug } from '../groups/group.ts'
import type { Key, KeyId } from '../keys/key.ts'
import { parseDocument, type Document, type DocumentInput } from '../knowledge/document.ts'

import { sessionSlidingSeconds, type Session, type SessionId } from '../sessions/session.ts'
import { challengeLifetimeSeconds, type Challenge, type ChallengeId } from '../sign-in/challenge.ts'
import type { SignInDevice } from '../sign-in/stages.ts'

let lastMilliseconds = 0

/** A new UUID version 7 that sorts behind every one before it. */
export function newId(): string {
  lastMilliseconds = Math.max(Date.now(), lastMilliseconds + 1)
  const time = lastMilliseconds.toString(16).padStart(12, '0')
  const random = crypto.randomUUID()
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`
}

/** A digest that no other key has: 64 hexadecimal digits. */
export const newDigest = (): string => `${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll('-', '')

/** Any time in the past, with milliseconds, so that a store that loses them is noticed. */
export const aDate = new Date('2026-03-04T05:06:07.089Z')

/** An active Member of its own address unless told otherwise. */
export function anAccount({ email, ...rest }: Partial<Omit<Account, 'email'>> & { readonly email?: string } = {}): Account {
  const id = newId() as AccountId
  return {
    id,
    email: (email ?? `${id}@example.com`) as Email,
    name: 'Ada Lovelace',
    passwordHash: 'a hash',
    signInProvider: 'local',
    role: 'Member',
    status: 'active',
    mustChangePassword: false,
    passwordEpoch: 1,
    temporaryPasswordExpiresAt: null,
    mfaSecret: null,
    mfaEnabledAt: null,
    createdAt: aDate,
    updatedAt: aDate,
    lastSignInAt: null,
    ...rest,
  }
}

export const aGroup = (slug = 'support'): Group => ({ slug: slug as GroupSlug, createdAt: aDate })

/** A key of the owner that never expires and is not narrowed unless told otherwise. */
export function aKey(owner: Pick<Account, 'id'>, overrides: Partial<Key> = {}): Key {
  return {
    id: newId() as KeyId,
    ownerId: owner.id,
    name: 'laptop',
    prefix: 'ken_0123abcd',
    sources: null,
    createdAt: aDate,
    expiresAt: null,
    revokedAt: null,
    ...overrides,
  }
}

/** A session of the account that was opened at `now`, unless told otherwise. */
export function aSession(account: Pick<Account, 'id'>, now: Date, overrides: Partial<Session> = {}): Session {
  return {
    id: newId() as SessionId,
    userId: account.id,
    generation: 1,
    rotatedAt: now,
    createdAt: now,
    expiresAt: new Date(now.getTime() + sessionSlidingSeconds * 1_000),
    device: 'Firefox on Linux',
    address: '192.0.2.7',
    lastActiveAt: now,
    rememberMe: false,
    ...overrides,
  }
}

/** A challenge of the account's second factor that was made at `now`, unless told otherwise. */
export function aChallenge(
  account: Pick<Account, 'id' | 'passwordEpoch'>,
  now: Date,
  overrides: Partial<Challenge> = {},
): Challenge {
  return {
    id: newId() as ChallengeId,
    userId: account.id,
    stage: 'second_factor',
    passwordEpoch: account.passwordEpoch,
    secondFactorPassed: false,
    rememberMe: false,
    expiresAt: new Date(now.getTime() + challengeLifetimeSeconds * 1_000),
    ...overrides,
  }
}

/** A legal document that everyone may see unless told otherwise; throws when told something illegal. */
export function aDocument(overrides: Partial<DocumentInput> = {}): Document {
  const externalId = overrides.externalId ?? newId()
  const document = parseDocument({
    source: 'wiki',
    externalId,
    title: 'Untitled',
    url: `https://wiki.example.com/${encodeURIComponent(externalId)}`,
    body: '',
    allowed: ['everyone'],
    updatedAt: null,
    ...overrides,
  })
  if (!('externalId' in document)) throw new Error(`not a document: ${JSON.stringify(document)}`)
  return document
}

export const anOrigin: Origin = { address: '192.0.2.7', requestId: 'request-1' }

/** The browser at `anOrigin`, with no session yet. */
export const aDevice: SignInDevice = { origin: anOrigin, device: 'Firefox on Linux', previousRefreshToken: null }

/** The account's person, signed in on the web. */
export const aPerson = (account: { readonly id: AccountId; readonly role: Role }, overrides: Partial<Person> = {}): Person => ({
  kind: 'person',
  userId: account.id,
  role: account.role,
  via: 'web',
  keyId: null,
  sessionId: null,
  source: null,
  ...anOrigin,
  ...overrides,
})

/** An entry of an operator's act unless told otherwise. */
export const anAuditEntry = (overrides: Partial<AuditEntry> = {}): AuditEntry => ({
  actorId: null,
  via: 'cli',
  action: 'group.create',
  target: 'group:support',
  outcome: 'success',
  sessionId: null,
  keyId: null,
  address: null,
  requestId: null,
  meta: {},
  ...overrides,
})
