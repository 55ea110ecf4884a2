import type { Account, AccountId, Role } from '../../model/accounts/account.ts'
import type { Email } from '../../model/accounts/email.ts'
import type { Origin, Person, ServiceSurface } from '../../model/actor.ts'
import type { AuditEntry } from '../../model/audit-entry.ts'
import type { Group, GroupSlug } from '../../model/groups/group.ts'
import type { ExternalId, Identity, IdentityId, IdentitySource } from '../../model/identities/identity.ts'
import type { InvitationImport, InvitationImportId } from '../../model/invitations/invitation-import.ts'
import { queuedInvitation, type Invitation, type InvitationId } from '../../model/invitations/invitation.ts'
import type { KeyId, PersonalKey, ServiceKey } from '../../model/keys/key.ts'
import { newPasswordReset, type PasswordReset, type PasswordResetId } from '../../model/passwords/password-reset.ts'
import type { AuditFilter } from '../../ports/stores/audit-store.ts'
import type { JobOf } from '../../ports/stores/job-store.ts'
import { parseDocument, type Document, type DocumentInput } from '../../model/knowledge/document.ts'

import { sessionSlidingSeconds, type Session, type SessionId } from '../../model/sessions/session.ts'
import { challengeLifetimeSeconds, type Challenge, type ChallengeId } from '../../model/sign-in/challenge.ts'
import type { SignInDevice } from '../../model/sign-in/sign-in-device.ts'
import type { ChatPost } from '../../model/team-chat/chat-post.ts'
import { newPostId } from './posted-events.ts'

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

/** A key that never expires and is not narrowed. */
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

/** A key of the owner that never expires and is not narrowed unless told otherwise. */
export const aKey = (owner: Pick<Account, 'id'>, overrides: Partial<PersonalKey> = {}): PersonalKey => ({
  ...anyKey(),
  kind: 'personal',
  ownerId: owner.id,
  source: null,
  ...overrides,
})

/** A key for a surface of the bot messenger that the operator created, unless the overrides say otherwise. */
export const aServiceKey = (overrides: Partial<ServiceKey> = {}): ServiceKey => ({
  ...anyKey(),
  kind: 'service',
  ownerId: null,
  source: 'bot_messenger' as IdentitySource,
  ...overrides,
})

/** Somebody's identity in the team chat unless told otherwise. */
export const anIdentity = (account: Pick<Account, 'id'>, overrides: Partial<Identity> = {}): Identity => ({
  id: newId() as IdentityId,
  source: 'teamchat' as IdentitySource,
  externalId: newId() as ExternalId,
  userId: account.id,
  createdAt: aDate,
  ...overrides,
})

/** The built-in surface of the team chat unless told otherwise. */
export const aSurface = (overrides: Partial<ServiceSurface> = {}): ServiceSurface => ({
  kind: 'surface',
  via: 'chat',
  keyId: null,
  source: 'teamchat' as IdentitySource,
  ...anOrigin,
  ...overrides,
})

/** A queued invitation to be a Member, of its own address unless told otherwise. */
export function anInvitation({
  email,
  ...rest
}: Partial<Omit<Invitation, 'email'>> & { readonly email?: string } = {}): Invitation {
  const id = newId() as InvitationId
  const invited = { id, email: (email ?? `${id}@example.com`) as Email, role: 'Member', invitedBy: null, importId: null } as const
  return { ...queuedInvitation(invited, aDate), ...rest }
}

/** An import of nothing by the operator, unless told otherwise. */
export const anInvitationImport = (overrides: Partial<InvitationImport> = {}): InvitationImport => ({
  id: newId() as InvitationImportId,
  importedBy: null,
  createdAt: aDate,
  counts: { created: 0, already_invited: 0, already_a_user: 0, invalid: 0 },
  fingerprint: null,
  ...overrides,
})

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
/** An admitted post that starts a thread of a new channel. */
export const aChatPost = ({ postId = newPostId(), ...overrides }: Partial<ChatPost> = {}): ChatPost => ({
  postId,
  channelId: newPostId(),
  rootId: postId,
  postedAt: aDate,
  isAdmitted: true,
  ...overrides,
})

/** The job to answer a post that is known to nobody else. */
export function anAnswerJob(overrides: Partial<JobOf<'answer_chat_post'>> = {}): JobOf<'answer_chat_post'> {
  const { postedAt, ...post } = aChatPost()
  const others = { authorId: newPostId(), botId: newPostId(), sealedText: 'a sealed text', arrivedAt: aDate.toISOString() }
  return { kind: 'answer_chat_post', ...post, ...others, postedAt: postedAt.toISOString(), ...overrides }
}

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

/** A reset link of the account that was made at `now`. */
export const aPasswordReset = (account: Pick<Account, 'id'>, now: Date): PasswordReset =>
  newPasswordReset(newId() as PasswordResetId, account, now)

export const anOrigin: Origin = { address: '192.0.2.7', requestId: 'request-1' }

/** The browser at `anOrigin`, with no session yet. */
export const aDevice: SignInDevice = {
  origin: anOrigin,
  device: 'Firefox on Linux',
  previousRefreshToken: null,
  deviceToken: null,
}

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

/** A filter that lets every entry through. */
export const anyEntry: AuditFilter = { actorId: null, action: null, target: null, outcome: null, from: null, until: null }

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
