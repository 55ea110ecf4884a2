import type { Account, AccountId } from '../model/accounts/account.ts'
import type { Email } from '../model/accounts/email.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Actor, Person } from '../model/actor.ts'
import { clientNetwork } from '../model/client-network.ts'
import { notify } from '../notices/notice.ts'
import {
  Unavailable,
  type AttemptDecision,
  type AttemptBucket,
  type LimitedBucket,
  type AttemptLimit,
  type KnownDevice,
  type Ports,
  type Transacts,
} from '../ports/index.ts'
import { ok } from '../model/result.ts'
import type { SessionId } from '../model/sessions/session.ts'

/** Failures of one account, over every path that verifies one of its secrets. */
export const accountLimit: AttemptLimit = {
  failuresMax: 10,
  windowSeconds: 900,
  firstDelaySeconds: 900 / 16,
  consecutiveMax: 100,
}
/**
 * Failures of one device with an earlier sign-in. After that it counts as unknown until it signs in
 * again.
 */
export const deviceLimit: AttemptLimit = {
  ...accountLimit,
  consecutiveMax: accountLimit.failuresMax,
}
/** Failures from one client address. Nothing resets an address, so only its window limits it. */
export const addressLimit: AttemptLimit = {
  failuresMax: 60,
  windowSeconds: 900,
  firstDelaySeconds: 900 / 16,
  consecutiveMax: Number.MAX_SAFE_INTEGER,
}

/** The bucket of an account. */
export const accountBucket = (account: AccountId): AttemptBucket => `account:${account}`

/** The bucket of an address without an account, by its digest: unknown input is not stored. */
export const unknownBucket = (digest: string): AttemptBucket => `account:${digest}`

/** The bucket of a device of an account. */
export const deviceBucket = ({
  userId,
  deviceId,
}: Pick<KnownDevice, 'userId' | 'deviceId'>): AttemptBucket => `device:${userId}:${deviceId}`

export const isDeviceBucket = (bucket: AttemptBucket): boolean => bucket.startsWith('device:')

/**
 * The bucket of a client address, shared by its network. Clients without an address share one: a
 * portal may not know theirs, and without any bucket they would have no limit.
 */
export const addressBucket = (address: string | null): `address:${string}` =>
  `address:${address === null ? 'unknown' : clientNetwork(address)}`

/** The attempt limit of a client address. */
export const limitedAddress = (address: string | null): LimitedBucket => ({
  bucket: addressBucket(address),
  limit: addressLimit,
})

/**
 * Raises an alarm if this failed attempt exhausted the account's limit: in log and audit, and by
 * email to the person. An unknown address takes the same time but is not recorded: it may be
 * another person's address, or a password typed into the wrong field.
 */
export async function alarmIfExhausted(
  ports: Pick<Ports, 'log'> & Transacts<'accounts' | 'audit' | 'jobs' | 'now'>,
  actor: Actor,
  account: AccountId | Email,
  decision: AttemptDecision,
): Promise<void> {
  if (!decision.allowed || decision.failures !== accountLimit.failuresMax) return
  ports.log.warn('sign_in.guesses_exhausted')
  await ports.transact(async (stores) => {
    const holder = isEmail(account)
      ? await stores.accounts.findByEmail(account)
      : await stores.accounts.find(account)
    if (holder?.status === 'active') await notify(stores, holder, { kind: 'guesses_exhausted' })
    const target = isEmail(account) ? (holder?.id ?? 'unknown') : account
    return ok(
      await stores.audit.append(auditEntry(actor, 'sign_in.guesses_exhausted', `user:${target}`)),
    )
  })
}

/**
 * Also closes the account's bucket after the attempt that exhausted a device: otherwise the same
 * number of attempts would be possible on another path.
 */
export async function closeAfterDevice(
  { attemptLimits }: Pick<Ports, 'attemptLimits'>,
  account: AccountId,
  decision: AttemptDecision,
): Promise<void> {
  if (!decision.allowed || decision.failures !== deviceLimit.failuresMax) return
  for (let attempts = 0; attempts < accountLimit.failuresMax; attempts += 1) {
    const further = await attemptLimits.take(accountBucket(account), accountLimit)
    if (!further.allowed || further.failures >= accountLimit.failuresMax) return
  }
}

const isEmail = (account: AccountId | Email): account is Email => account.includes('@')

/** The account whose secret is tried, and the device; null if the device has no earlier sign-in. */
export type AttemptContext = {
  readonly userId: AccountId
  readonly deviceId: SessionId | null
  /**
   * Whether the attempt is made in a session of the device: then only the device's limit applies.
   */
  readonly isSignedIn: boolean
}

/**
 * An attempt of a signed-in person at their own secret. It counts for the device that opened the
 * session.
 */
export const ownAttempt = ({ userId, sessionId }: Person): AttemptContext => ({
  userId,
  deviceId: sessionId,
  isSignedIn: true,
})

/** The device of a token, if it signed in to this account with its current password. */
export function knownDevice(
  { deviceTokens }: Pick<Ports, 'deviceTokens'>,
  token: string | null,
  { id, passwordEpoch }: Pick<Account, 'id' | 'passwordEpoch'>,
): AttemptContext {
  const device = token === null ? null : deviceTokens.read(token)
  const isKnown = device?.userId === id && device.passwordEpoch === passwordEpoch
  return { userId: id, deviceId: isKnown ? device.deviceId : null, isSignedIn: false }
}

/** Returns an attempt to the buckets that counted it. Returning it to one that refused it would reopen that bucket. */
export async function refund(
  { attemptLimits }: Pick<Ports, 'attemptLimits'>,
  buckets: readonly AttemptBucket[],
): Promise<void> {
  for (const bucket of buckets) await attemptLimits.refund(bucket)
}

/** Runs work whose attempt is already counted. If it throws, the attempt is returned: an error of Ken costs none. */
export async function refundIfThrown<Outcome>(
  ports: Pick<Ports, 'attemptLimits'>,
  buckets: readonly AttemptBucket[],
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    // An error of the refund must not hide this one.
    await refund(ports, buckets).catch(() => {})
    throw error
  }
}

/** Counts an attempt at one's own secret that a limit refused. A flood of them is one audit entry per window. */
export async function countRefusal(
  { transact }: Transacts<'refusals'>,
  account: AccountId,
): Promise<void> {
  await transact(async ({ refusals }) => ok(await refusals.count(`user:${account}`, 1)))
}

/** Clears or refunds attempts after a success, which stands even if the database is unavailable. They then stay counted. */
export async function settleAttempts(change: Promise<void>): Promise<void> {
  try {
    await change
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
  }
}

export type LimitedVerification<Verdict> =
  | {
      readonly kind: 'verified'
      readonly verdict: Verdict
      /** The bucket that counted the attempt. */
      readonly bucket: AttemptBucket
    }
  | { readonly kind: 'exhausted'; readonly retryAfterSeconds: number | null }

/**
 * Verifies one attempt at a secret of an account, within the limit of the device or else of the
 * account. A verdict of null or false counts as a failure. If `verify` throws, the attempt is given
 * back.
 */
export async function verifyWithinLimit<Verdict>(
  ports: Pick<Ports, 'attemptLimits' | 'log'> & Transacts<'accounts' | 'audit' | 'jobs' | 'now'>,
  actor: Actor,
  context: AttemptContext,
  verify: () => Promise<Verdict>,
): Promise<LimitedVerification<Verdict>> {
  const { bucket, decision } = await takeAttempt(ports, context)
  if (!decision.allowed) return { kind: 'exhausted', retryAfterSeconds: decision.retryAfterSeconds }
  const verdict = await refundIfThrown(ports, [bucket], verify)
  if (verdict === null || verdict === false) {
    await alarmIfExhausted(ports, actor, context.userId, decision)
    if (bucket !== accountBucket(context.userId))
      await closeAfterDevice(ports, context.userId, decision)
  }
  return { kind: 'verified', verdict, bucket }
}

/**
 * A device that reached its limit counts as unknown. Within a session it waits instead, as an
 * account does.
 */
async function takeAttempt(
  { attemptLimits }: Pick<Ports, 'attemptLimits'>,
  { userId, deviceId, isSignedIn }: AttemptContext,
) {
  if (deviceId !== null) {
    const bucket = deviceBucket({ userId, deviceId })
    const decision = await attemptLimits.take(bucket, isSignedIn ? accountLimit : deviceLimit)
    if (decision.allowed || isSignedIn) return { bucket, decision }
  }
  const bucket = accountBucket(userId)
  return { bucket, decision: await attemptLimits.take(bucket, accountLimit) }
}
