import type { Account, AccountId, Role } from '../../model/accounts/account.ts'
import type { Email } from '../../model/accounts/email.ts'
import type { Origin, Person, ServiceSurface } from '../../model/actor.ts'
import type { AuditEntry } from '../../model/audit-entry.ts'
import type { Group, GroupSlug } from '../../model/groups/group.ts'
import type {
  ExternalId,
  Identity,
  IdentityId,
  IdentitySource,
} from '../../model/identities/identity.ts'
import type {
  InvitationImport,
  InvitationImportId,
} from '../../model/invitations/invitation-import.ts'
import {
  queuedInvitation,
  type Invitation,
  type InvitationId,
} from '../../model/invitations/invitation.ts'
import type { KeyId, PersonalKey, ServiceKey } from '../../model/keys/key.ts'
import {
  newPasswordReset,
  type PasswordReset,
  type PasswordResetId,
} from '../../model/passwords/password-reset.ts'
import type { AuditFilter } from '../../ports/stores/audit/audit-store.ts'
import { parseDocument, type Document, type DocumentInput } from '../../model/knowledge/document.ts'
import {
  sessionSlidingSeconds,
  type Session,
  type SessionId,
} from '../../model/sessions/session.ts'
import {
  challengeLifetimeSeconds,
  type Challenge,
  type ChallengeId,
} from '../../model/sign-in/challenge.ts'
import type { SignInDevice } from '../../model/sign-in/sign-in-device.ts'

let lastMilliseconds = 0

/** A new UUID version 7 that sorts after all earlier ones. */
export function newId(): string {
  lastMilliseconds = Math.max(Date.now(), lastMilliseconds + 1)
  const time = lastMilliseconds.toString(16).padStart(12, '0')
  const random = crypto.randomUUID()
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`
}

/** A unique digest: 64 hexadecimal digits. */
export const newDigest = (): string =>
  `${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll('-', '')

/** A time with milliseconds, so that a store that drops them fails. */
export const aDate = new Date('2026-03-04T05:06:07.089Z')

/** By default an active Member with a unique address. */
export function anAccount({
  email,
  ...rest
}: Partial<Omit<Account, 'email'>> & { readonly email?: string } = {}): Account {
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

/** Without expiry and restriction. */
const anyKey = () => ({
  id: newId() as KeyId,
  name: 'laptop',
  prefix: 'ken_0123abcd',
  sources: null,
  createdBy: null,
  takenOverBy: null,
  createdAt: aDate,
  expiresAt: null,
  lastUsedAt: null,
  revokedAt: null,
})

/** By default a key of the owner without expiry and restriction. */
export const aKey = (
  owner: Pick<Account, 'id'>,
  overrides: Partial<PersonalKey> = {},
): PersonalKey => ({
  ...anyKey(),
  kind: 'personal',
  ownerId: owner.id,
  source: null,
  ...overrides,
})

/** By default a key for a messenger bot, created by the operator. */
export const aServiceKey = (overrides: Partial<ServiceKey> = {}): ServiceKey => ({
  ...anyKey(),
  kind: 'service',
  ownerId: null,
  source: 'bot_gateway' as IdentitySource,
  ...overrides,
})

/** By default an identity in team chat. */
export const anIdentity = (
  account: Pick<Account, 'id'>,
  overrides: Partial<Identity> = {},
): Identity => ({
  id: newId() as IdentityId,
  source: 'teamchat' as IdentitySource,
  externalId: newId() as ExternalId,
  userId: account.id,
  createdAt: aDate,
  ...overrides,
})

/** By default the built-in surface of team chat. */
export const aSurface = (overrides: Partial<ServiceSurface> = {}): ServiceSurface => ({
  kind: 'surface',
  via: 'chat',
  keyId: null,
  source: 'teamchat' as IdentitySource,
  ...anOrigin,
  ...overrides,
})

/** By default a queued Member invitation with a unique address. */
export function anInvitation({
  email,
  ...rest
}: Partial<Omit<Invitation, 'email'>> & { readonly email?: string } = {}): Invitation {
  const id = newId() as InvitationId
  const invited = {
    id,
    email: (email ?? `${id}@example.com`) as Email,
    role: 'Member',
    invitedBy: null,
    importId: null,
  } as const
  return { ...queuedInvitation(invited, aDate), ...rest }
}

/** By default an empty import by the operator. */
export const anInvitationImport = (
  overrides: Partial<InvitationImport> = {},
): InvitationImport => ({
  id: newId() as InvitationImportId,
  importedBy: null,
  createdAt: aDate,
  counts: { created: 0, already_invited: 0, already_a_user: 0, invalid: 0 },
  fingerprint: null,
  ...overrides,
})

/** By default a session of the account, opened at `now`. */
export function aSession(
  account: Pick<Account, 'id'>,
  now: Date,
  overrides: Partial<Session> = {},
): Session {
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

/** By default a second-factor challenge of the account, created at `now`. */
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

/** By default a document for everyone. Throws if the overrides are invalid. */
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

/** A reset link of the account, created at `now`. */
export const aPasswordReset = (account: Pick<Account, 'id'>, now: Date): PasswordReset =>
  newPasswordReset(newId() as PasswordResetId, account, now)

export const anOrigin: Origin = { address: '192.0.2.7', requestId: 'request-1' }

/** The browser at `anOrigin`, without a session. */
export const aDevice: SignInDevice = {
  origin: anOrigin,
  device: 'Firefox on Linux',
  previousRefreshToken: null,
  deviceToken: null,
}

/** The account's owner, signed in on the web. */
export const aPerson = (
  account: { readonly id: AccountId; readonly role: Role },
  overrides: Partial<Person> = {},
): Person => ({
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

/** A filter that matches every entry. */
export const anyEntry: AuditFilter = {
  actorId: null,
  action: null,
  target: null,
  outcome: null,
  sessionId: null,
  requestId: null,
  from: null,
  until: null,
}

/** By default an entry of an act by the operator. */
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
