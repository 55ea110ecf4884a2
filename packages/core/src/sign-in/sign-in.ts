import type { Account } from '../model/accounts/account.ts'
import { canonicalEmail, type Email } from '../model/accounts/email.ts'
import type { Anonymous } from '../model/actor.ts'
import { normalPassword } from '../credentials/password-policy.ts'
import {
  Unavailable,
  type AttemptBucket,
  type AttemptLimit,
  type StartedAttempt,
  type LimitedDevice,
  type PasswordHolder,
  type Ports,
} from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import {
  accountBucket,
  accountLimit,
  addressBucket,
  limitedAddress,
  alarmIfExhausted,
  closeAfterDevice,
  deviceBucket,
  deviceLimit,
  isDeviceBucket,
  refund,
  refundIfThrown,
  settleAttempts,
  unknownBucket,
} from '../attempt-limits/attempt-limits.ts'
import type { SignInRefused } from '../model/sign-in/sign-in-errors.ts'
import { recordFailedAttempt } from '../sign-in-flow/record-failed-attempt.ts'
import {
  advance,
  openSessionDirectly,
  issueTokens,
  type OpenedStep,
  type VerifiedPassword,
  type SignInStep,
  type SignInFlowPorts,
} from '../sign-in-flow/sign-in-flow.ts'
import type { SignInDevice } from '../model/sign-in/sign-in-device.ts'

export type SignIn = SignInDevice & {
  readonly email: string
  readonly password: string
  readonly rememberMe: boolean
}

type SignInPorts = SignInFlowPorts &
  Pick<
    Ports,
    | 'clock'
    | 'emailDigests'
    | 'attemptLimits'
    | 'log'
    | 'passwordHasher'
    | 'pause'
    | 'refusalCounter'
    | 'signInAttempts'
  >

const refused = err({ code: 'sign_in.refused' })

/** The time from request to refusal for a client that exhausted its limit. Longer than the look-up of any account. */
export const throttledClientDelayMs = 500
/** Concurrent refusals that may wait; further ones are sent immediately. */
const throttledClientsWaitingMax = 200

/**
 * The first stage: email address and password. An unknown address, a wrong password, a deactivated account and an
 * exhausted account limit get the same refusal after the same work. Attempts are counted before the password is
 * verified; a server error returns them. A client that exhausted its limit is refused after a fixed delay, without a
 * hash or a row: it learns only about itself. A device that signed in before has its own limit, so that the failures
 * of others cannot lock it out.
 */
export async function signIn(
  ports: SignInPorts,
  { email, password, rememberMe, ...from }: SignIn,
): Promise<Result<SignInStep, SignInRefused>> {
  const actor: Anonymous = { kind: 'anonymous', via: 'web', ...from.origin }
  const normal = normalPassword(password)
  if (normal === null) return refused
  const canonical = canonicalEmail(email)
  const startedAt = ports.clock.now()
  // A client that exhausted its limit does not count against the account: it could lock everyone out.
  const started = await ports.signInAttempts.begin({
    email: canonical,
    unknownBucket: canonical === null ? null : unknownBucket(ports.emailDigests.digest(canonical)),
    client: limitedAddress(from.origin.address),
    accountLimit,
    device: limitedDevice(ports, from),
  })
  const { holder, decision, takenFrom } = started
  if (started.isClientThrottled) return refuseThrottledClient(ports, from, startedAt)
  const candidate = decision?.allowed === true && holder?.status === 'active' ? holder : null
  const refuse = async (isOverLimit = decision?.allowed === false) => {
    await recordFailedAttempt(ports, {
      actor,
      action: 'sign_in.fail',
      target: `user:${holder?.id ?? 'unknown'}`,
      isOverLimit,
    })
    return refused
  }
  const matches = await refundIfThrown(ports, takenFrom, () =>
    ports.passwordHasher.verify(normal, candidate?.passwordHash ?? null),
  )
  if (!matches || candidate === null) {
    await raiseAlarms(ports, actor, started, canonical)
    return refuse()
  }
  const bucket = takenFrom.find(isDeviceBucket) ?? accountBucket(candidate.id)
  const opened = await openStep(
    ports,
    { holder: candidate, takenFrom, bucket, rememberMe },
    normal,
    from,
  )
  if (opened === 'over_limit') return refuse(true)
  return opened.ok ? ok(await issueTokens(ports, opened.value)) : refuse()
}

/** Correct passwords of an account that open the next stage or a session within an hour. */
export const passwordsLimit: AttemptLimit = {
  failuresMax: 600,
  windowSeconds: 3_600,
  firstDelaySeconds: 3_600,
  consecutiveMax: Number.MAX_SAFE_INTEGER,
}

/**
 * Counts a correct password. Someone who knows only the password cannot keep out a device that signed in before, and no
 * one once the password is replaced.
 */
async function isWithinLimit(
  { attemptLimits }: Pick<Ports, 'attemptLimits'>,
  { holder: { id, passwordEpoch }, takenFrom }: VerifiedPassword,
): Promise<boolean> {
  const kind = takenFrom.some(isDeviceBucket) ? 'sign_ins_of_devices' : 'sign_ins'
  const bucket: AttemptBucket = `${kind}:${id}:${passwordEpoch}`
  return (await attemptLimits.take(bucket, passwordsLimit)).allowed
}

/** The attempt limit of the device that a token from an earlier sign-in identifies. */
function limitedDevice(
  { deviceTokens }: Pick<Ports, 'deviceTokens'>,
  { deviceToken }: SignInDevice,
): LimitedDevice | null {
  const device = deviceToken === null ? null : deviceTokens.read(deviceToken)
  return device === null ? null : { ...device, bucket: deviceBucket(device), limit: deviceLimit }
}

async function refuseThrottledClient(
  ports: Pick<Ports, 'pause' | 'refusalCounter'>,
  { origin: { address } }: SignInDevice,
  startedAt: Date,
): Promise<typeof refused> {
  ports.refusalCounter.count(addressBucket(address))
  await ports.pause.untilUnlessCrowded(
    new Date(startedAt.getTime() + throttledClientDelayMs),
    throttledClientsWaitingMax,
  )
  return refused
}

/** What follows a failed attempt if it exhausted the limit of the account, or of the device. */
async function raiseAlarms(
  ports: SignInPorts,
  actor: Anonymous,
  { holder, decision, takenFrom }: StartedAttempt,
  email: Email | null,
): Promise<void> {
  if (decision === null) return
  const account = holder?.id ?? email
  if (account !== null) await alarmIfExhausted(ports, actor, account, decision)
  if (holder !== null && takenFrom.some(isDeviceBucket))
    await closeAfterDevice(ports, holder.id, decision)
}

/**
 * Opens the stage or session after a correct password, and returns the attempt once. Each leaves entries in the audit log
 * for ever, so stages are limited, and sessions within a minute of the last sign-in: others cost no round trip, and no
 * one is kept out who waits for a minute.
 */
async function openStep(
  ports: SignInPorts,
  verified: VerifiedPassword,
  password: string,
  from: SignInDevice,
): Promise<Result<OpenedStep, SignInRefused> | 'over_limit'> {
  const { holder, takenFrom } = verified
  const orRefund = <Outcome>(work: () => Promise<Outcome>) => refundIfThrown(ports, takenFrom, work)
  const isOverLimit = async () => {
    const isOver = !(await orRefund(() => isWithinLimit(ports, verified)))
    if (isOver) await settleAttempts(refund(ports, takenFrom))
    return isOver
  }
  if (holder.hasJustSignedIn && (await isOverLimit())) return 'over_limit'
  const newHash = await orRefund(() => newHashIfOutdated(ports, holder, password))
  // This call returns the attempt itself. If its reply is lost, it is returned twice: a server error must never cost one.
  const session =
    newHash === null ? await orRefund(() => openSessionDirectly(ports, verified, from)) : null
  if (session !== null) return ok(session)

  if (!holder.hasJustSignedIn && (await isOverLimit())) return 'over_limit'
  const opened = await orRefund(() => openNext(ports, verified, newHash, from))
  await settleAttempts(refund(ports, takenFrom))
  // A correct password alone must not restore attempts at the second factor.
  if (opened.ok && opened.value.kind === 'signed_in')
    await settleAttempts(ports.attemptLimits.clear(verified.bucket))
  return opened
}

/** A new hash for an outdated one. Null if it is current or the hash queue is full: the next sign-in retries. */
async function newHashIfOutdated(
  { passwordHasher }: Pick<Ports, 'passwordHasher'>,
  { passwordHash }: PasswordHolder,
  password: string,
): Promise<string | null> {
  if (!passwordHasher.isOutdated(passwordHash ?? '')) return null
  return passwordHasher.hash(password).catch((error: unknown) => {
    if (error instanceof Unavailable) return null
    throw error
  })
}

/** Stores the new hash, if any, and opens the next stage or the session, in one transaction. */
async function openNext(
  ports: SignInPorts,
  { holder, rememberMe }: VerifiedPassword,
  newHash: string | null,
  from: SignInDevice,
): Promise<Result<OpenedStep, SignInRefused>> {
  return ports.transact(async (stores) => {
    const current = await stores.lockAccount(holder.id)
    if (!isStillVerified(holder, current, await stores.now())) return refused
    const account: Account = { ...current, passwordHash: newHash ?? current.passwordHash }
    if (newHash !== null) await stores.accounts.update(account)
    return ok(
      await advance(ports, stores, account, { secondFactorPassed: false, rememberMe }, from),
    )
  })
}

/** Whether the verified address and password are still current, now that the account is locked. */
function isStillVerified(
  verified: PasswordHolder,
  current: Account | null,
  now: Date,
): current is Account {
  if (
    current === null ||
    current.status !== 'active' ||
    current.email !== verified.email ||
    current.passwordEpoch !== verified.passwordEpoch
  )
    return false
  return current.temporaryPasswordExpiresAt === null || current.temporaryPasswordExpiresAt > now
}
