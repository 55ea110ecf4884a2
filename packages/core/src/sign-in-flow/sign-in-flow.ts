import {
  profileOf,
  type Account,
  type AccountId,
  type AccountProfile,
} from '../model/accounts/account.ts'
import type { Anonymous } from '../model/actor.ts'
import { auditEntry, type AuditEntry } from '../model/audit-entry.ts'
import type {
  AttemptBucket,
  PasswordHolder,
  Ports,
  SessionOpening,
  Settings,
  Stores,
  Transacts,
} from '../ports/index.ts'
import { sessionSlidingSeconds, type Session, type SessionId } from '../model/sessions/session.ts'
import {
  challengeLifetimeSeconds,
  type Challenge,
  type ChallengeId,
  type Stage,
} from '../model/sign-in/challenge.ts'
import type { SignInDevice } from '../model/sign-in/sign-in-device.ts'

/** What a sign-in has passed and chosen so far. */
export type Progress = { readonly secondFactorPassed: boolean; readonly rememberMe: boolean }

/** The next stage of a sign-in, or the tokens of the new session. */
export type SignInStep = NextStage | SignedIn
export type NextStage = {
  readonly kind: Stage
  readonly challenge: string
  readonly expiresInSeconds: number
}
export type SignedIn = {
  readonly kind: 'signed_in'
  readonly account: AccountProfile
  readonly accessToken: string
  readonly expiresInSeconds: number
  readonly refreshToken: string
  /** Identifies the device at later sign-ins. Stays valid after the session ends. */
  readonly deviceToken: string
  readonly rememberMe: boolean
}

/** The ports that every stage needs to open the next stage or the session. */
export type SignInFlowPorts = Pick<
  Ports,
  'accessTokens' | 'deviceTokens' | 'ids' | 'refreshTokens' | 'secrets'
> &
  Transacts<
    | 'accounts'
    | 'audit'
    | 'challenges'
    | 'identities'
    | 'jobs'
    | 'keys'
    | 'linkCodes'
    | 'lockAccount'
    | 'lockBootstrap'
    | 'now'
    | 'passwordResets'
    | 'recoveryCodes'
    | 'refusals'
    | 'sessions'
    | 'settings'
  >

type OpenedSession = {
  readonly kind: 'signed_in'
  readonly account: Account
  readonly session: Pick<Session, 'id' | 'generation' | 'rememberMe'>
}
export type OpenedStep = OpenedSession | NextStage

const deviceLengthMax = 200

/** The stage that comes next, in this order: second factor, forced password change, enrolment. Null opens the session. */
export function nextStage(
  account: Account,
  settings: Pick<Settings, 'mfaRequiredRoles'>,
  secondFactorPassed: boolean,
): Stage | null {
  if (account.mfaEnabledAt !== null && !secondFactorPassed) return 'second_factor'
  if (account.mustChangePassword) return 'password_change'
  if (account.mfaEnabledAt === null && settings.mfaRequiredRoles.includes(account.role))
    return 'second_factor_enrolment'
  return null
}

/** A verified password, and what is needed to open a session with it. */
export type VerifiedPassword = {
  readonly holder: PasswordHolder
  readonly takenFrom: SessionOpening['takenFrom']
  /** The bucket, of the device or the account, that counted the attempt. */
  readonly bucket: AttemptBucket
  readonly rememberMe: boolean
}

/** Opens the session in one round trip when no stage remains after the password. Null if `advance` must decide. */
export async function openSessionDirectly(
  ports: Pick<Ports, 'ids' | 'refreshTokens' | 'signInAttempts'>,
  { holder, takenFrom, bucket, rememberMe }: VerifiedPassword,
  from: SignInDevice,
): Promise<OpenedSession | null> {
  const session = newSession(ports, holder.id, rememberMe, from)
  const account = await ports.signInAttempts.openSession({
    session,
    email: holder.email,
    passwordEpoch: holder.passwordEpoch,
    previous: previousSession(ports, from),
    entry: signInEntry(ports, session, from),
    takenFrom,
    bucketToClear: bucket,
  })
  return account === null
    ? null
    : { kind: 'signed_in', account, session: { ...session, generation: 1 } }
}

/** Opens the next stage or the session, in the transaction of the stage that was just passed. */
export async function advance(
  ports: Pick<Ports, 'ids' | 'refreshTokens' | 'secrets'>,
  stores: Pick<
    Stores,
    'accounts' | 'audit' | 'challenges' | 'linkCodes' | 'now' | 'sessions' | 'settings'
  >,
  account: Account,
  progress: Progress,
  from: SignInDevice,
): Promise<OpenedStep> {
  const stage = nextStage(account, await stores.settings.read(), progress.secondFactorPassed)
  return stage === null
    ? openSession(ports, stores, account, progress, from)
    : openStage(ports, stores, account, { ...progress, stage }, from)
}

async function openStage(
  ports: Pick<Ports, 'ids' | 'secrets'>,
  stores: Pick<Stores, 'audit' | 'challenges' | 'now'>,
  account: Account,
  { stage, secondFactorPassed, rememberMe }: Progress & { readonly stage: Stage },
  from: SignInDevice,
): Promise<NextStage> {
  const { plain, digest } = ports.secrets.newSecret()
  const now = await stores.now()
  const challenge: Challenge = {
    id: ports.ids.newId() as ChallengeId,
    userId: account.id,
    stage,
    passwordEpoch: account.passwordEpoch,
    secondFactorPassed,
    rememberMe,
    expiresAt: new Date(now.getTime() + challengeLifetimeSeconds * 1000),
  }
  await stores.challenges.insert(challenge, digest)
  // The caller has the password but is not yet known to be the account's owner.
  const actor: Anonymous = { kind: 'anonymous', via: 'web', ...from.origin }
  await stores.audit.append(auditEntry(actor, 'sign_in.advance', `user:${account.id}`, { stage }))
  return { kind: stage, challenge: plain, expiresInSeconds: challengeLifetimeSeconds }
}

async function openSession(
  ports: Pick<Ports, 'ids' | 'refreshTokens'>,
  stores: Pick<Stores, 'accounts' | 'audit' | 'linkCodes' | 'now' | 'sessions'>,
  account: Account,
  { rememberMe }: Progress,
  from: SignInDevice,
): Promise<OpenedSession> {
  await endPrevious(ports, stores, account, from)
  const now = await stores.now()
  const session: Session = {
    ...newSession(ports, account.id, rememberMe, from),
    generation: 1,
    rotatedAt: now,
    createdAt: now,
    expiresAt: new Date(now.getTime() + sessionSlidingSeconds * 1000),
    lastActiveAt: now,
  }
  await stores.sessions.insert(session)
  const signedIn: Account = { ...account, lastSignInAt: now }
  await stores.accounts.update(signedIn)
  await stores.audit.append(signInEntry(ports, session, from))
  return { kind: 'signed_in', account: signedIn, session }
}

/** Issues the tokens of an opened session. Call it after the commit. A stage passes through unchanged. */
export async function issueTokens(
  ports: Pick<Ports, 'accessTokens' | 'deviceTokens' | 'refreshTokens'>,
  opened: OpenedStep,
): Promise<SignInStep> {
  if (opened.kind !== 'signed_in') return opened
  const { account, session } = opened
  const { token, expiresInSeconds } = await ports.accessTokens.issue({
    userId: account.id,
    role: account.role,
    sessionId: session.id,
  })
  const refreshToken = ports.refreshTokens.issue(session.id, session.generation)
  const { id: userId, passwordEpoch } = account
  const deviceToken = ports.deviceTokens.issue({ userId, deviceId: session.id, passwordEpoch })
  const tokens = { accessToken: token, expiresInSeconds, refreshToken, deviceToken }
  const { rememberMe } = session
  return { kind: 'signed_in', account: profileOf(account), ...tokens, rememberMe }
}

const newSession = (
  { ids }: Pick<Ports, 'ids'>,
  userId: AccountId,
  rememberMe: boolean,
  { device, origin }: SignInDevice,
): SessionOpening['session'] => ({
  id: ids.newId() as SessionId,
  userId,
  device: device.slice(0, deviceLengthMax).toWellFormed(),
  address: origin.address,
  rememberMe,
})

function signInEntry(
  ports: Pick<Ports, 'refreshTokens'>,
  { id, userId }: SessionOpening['session'],
  from: SignInDevice,
): AuditEntry {
  const actor: Anonymous = { kind: 'anonymous', via: 'web', ...from.origin }
  const previous = previousSession(ports, from)
  const entry = auditEntry(
    actor,
    'sign_in.succeed',
    `user:${userId}`,
    previous === null ? {} : { previous_session_id: previous },
  )
  return { ...entry, actorId: userId, sessionId: id }
}

const previousSession = (
  { refreshTokens }: Pick<Ports, 'refreshTokens'>,
  { previousRefreshToken }: SignInDevice,
) =>
  previousRefreshToken === null
    ? null
    : (refreshTokens.read(previousRefreshToken)?.sessionId ?? null)

/** Ends the session that the browser had. Another person's link code may have been created in it; the person's own one stays. */
async function endPrevious(
  ports: Pick<Ports, 'refreshTokens'>,
  { linkCodes, sessions }: Pick<Stores, 'linkCodes' | 'sessions'>,
  { id: userId }: Pick<Account, 'id'>,
  from: SignInDevice,
): Promise<void> {
  const previous = previousSession(ports, from)
  const session = previous === null ? null : await sessions.find(previous)
  if (session === null) return
  await sessions.end(session.userId, session.id)
  if (session.userId !== userId) await linkCodes.revokeAll(session.userId)
}
