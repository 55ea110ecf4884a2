import type { Account } from '../accounts/account.ts'
import type { Origin, Person } from '../actor.ts'
import { auditEntry } from '../audit/audit-entry.ts'
import type { Ports, Settings, Stores } from '../ports/index.ts'
import { sessionSlidingSeconds, type Session, type SessionId } from '../sessions/session.ts'
import { challengeLifetimeSeconds, type ChallengeId, type Stage } from './challenge.ts'

/** The browser or program that signs in. */
export type SignInDevice = {
  readonly origin: Origin
  /** What the client calls itself; kept shortened. */
  readonly device: string
  /** A refresh token the client still has: a new sign-in ends its session and never adopts it (R32). */
  readonly previousRefreshToken: string | null
}

/** How far a sign-in has come. */
export type Progress = { readonly secondFactorPassed: boolean; readonly rememberMe: boolean }

/** What a person does next, or the tokens of the session that exists now. */
export type SignInStep = NextStage | SignedIn
export type NextStage = { readonly kind: Stage; readonly challenge: string; readonly expiresInSeconds: number }
export type SignedIn = {
  readonly kind: 'signed_in'
  readonly account: Account
  readonly accessToken: string
  readonly expiresInSeconds: number
  readonly refreshToken: string
  readonly rememberMe: boolean
}

type Opened = { readonly kind: 'signed_in'; readonly account: Account; readonly session: Session } | NextStage

const deviceLengthMax = 200

/** The stages of DESIGN 2 in their order: second factor, forced password change, enrolment, session. */
export function nextStage(account: Account, settings: Settings, secondFactorPassed: boolean): Stage | null {
  if (account.mfaEnabledAt !== null && !secondFactorPassed) return 'second_factor'
  if (account.mustChangePassword) return 'password_change'
  if (account.mfaEnabledAt === null && settings.mfaRequiredRoles.includes(account.role)) return 'second_factor_enrolment'
  return null
}

/** Inside the transaction of the stage that was just passed: opens the next stage, or the session. */
export async function advance(
  ports: Pick<Ports, 'ids' | 'refreshTokens' | 'secrets'>,
  stores: Stores,
  account: Account,
  { secondFactorPassed, rememberMe }: Progress,
  from: SignInDevice,
): Promise<Opened> {
  const now = await stores.now()
  const stage = nextStage(account, await stores.settings.read(), secondFactorPassed)
  if (stage !== null) {
    const { plain, digest } = ports.secrets.newSecret()
    const expiresAt = new Date(now.getTime() + challengeLifetimeSeconds * 1000)
    const id = ports.ids.newId() as ChallengeId
    await stores.challenges.insert(
      { id, userId: account.id, stage, passwordEpoch: account.passwordEpoch, secondFactorPassed, rememberMe, expiresAt },
      digest,
    )
    return { kind: stage, challenge: plain, expiresInSeconds: challengeLifetimeSeconds }
  }

  await endPrevious(ports, stores, from.previousRefreshToken)
  const session: Session = {
    id: ports.ids.newId() as SessionId,
    userId: account.id,
    generation: 1,
    rotatedAt: now,
    createdAt: now,
    expiresAt: new Date(now.getTime() + sessionSlidingSeconds * 1000),
    device: from.device.slice(0, deviceLengthMax).toWellFormed(),
    address: from.origin.address,
    lastActiveAt: now,
    rememberMe,
  }
  await stores.sessions.insert(session)
  const signedIn: Account = { ...account, lastSignInAt: now }
  await stores.accounts.update(signedIn)
  const actor: Person = {
    kind: 'person',
    userId: account.id,
    role: account.role,
    via: 'web',
    keyId: null,
    sessionId: session.id,
    source: null,
    ...from.origin,
  }
  await stores.audit.append(auditEntry(actor, 'sign_in.succeed', `user:${account.id}`))
  return { kind: 'signed_in', account: signedIn, session }
}

/** After the commit: the tokens of what was opened. */
export async function present(ports: Pick<Ports, 'accessTokens' | 'refreshTokens'>, opened: Opened): Promise<SignInStep> {
  if (opened.kind !== 'signed_in') return opened
  const { account, session } = opened
  const { token, expiresInSeconds } = await ports.accessTokens.issue({
    userId: account.id,
    role: account.role,
    sessionId: session.id,
  })
  const refreshToken = ports.refreshTokens.issue(session.id, session.generation)
  return { kind: 'signed_in', account, accessToken: token, expiresInSeconds, refreshToken, rememberMe: session.rememberMe }
}

async function endPrevious(ports: Pick<Ports, 'refreshTokens'>, { sessions }: Stores, token: string | null): Promise<void> {
  const previous = token === null ? null : ports.refreshTokens.read(token)
  const session = previous === null ? null : await sessions.find(previous.sessionId)
  if (session !== null) await sessions.end(session.userId, session.id)
}
