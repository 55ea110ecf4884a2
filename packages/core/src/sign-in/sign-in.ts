import type { Account } from '../model/accounts/account.ts'
import { canonicalEmail } from '../model/accounts/email.ts'
import type { Anonymous } from '../model/actor.ts'
import { clientNetwork } from '../model/client-network.ts'
import { auditEntry, failed } from '../model/audit-entry.ts'
import { normalPassword } from '../credentials/password-policy.ts'
import { Unavailable, type BegunAttempt, type DeviceBudget, type PasswordHolder, type Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import {
  accountBucket,
  accountRule,
  addressBudget,
  alarmIfExhausted,
  closeAfterDevice,
  deviceBucket,
  deviceRule,
  unknownBucket,
} from '../attempt-limits/guesses.ts'
import type { SignInRefused } from '../model/sign-in/sign-in-errors.ts'
import {
  advance,
  openAtOnce,
  present,
  type Opened,
  type ProvenPassword,
  type SignInStep,
  type StagePorts,
} from '../sign-in-flow/stages.ts'
import type { SignInDevice } from '../model/sign-in/sign-in-device.ts'

export type SignIn = SignInDevice & { readonly email: string; readonly password: string; readonly rememberMe: boolean }

type SignInPorts = StagePorts &
  Pick<
    Ports,
    'clock' | 'emailDigests' | 'guessBudgets' | 'log' | 'passwordHasher' | 'pause' | 'refusalCounter' | 'signInAttempts'
  >

const refused = err({ code: 'sign_in.refused' })

/** When a client whose budget is closed is refused, counted from its request: longer than the look-up takes, whoever is asked for. */
export const closedClientDelayMs = 500
/** Such clients that may wait at once; more are refused at once. */
const closedClientsWaitingMax = 200

/**
 * The first stage: address and password. Unknown, wrong, deactivated and throttled are one
 * answer after the same work. Budgets are taken before the password is looked at; a server
 * that cannot judge gives them back. A client whose budget is closed is refused after a fixed delay, and costs neither a
 * hash nor a row: what it learns by that is about itself. A device that signed in before counts by itself, so that
 * strangers close only the budget of strangers.
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
  // A client that is refused takes nothing from the account: it could lock everybody out.
  const { holder, guess, isClientClosed, taken } = await ports.signInAttempts.begin({
    email: canonical,
    unknownBucket: canonical === null ? null : unknownBucket(ports.emailDigests.digest(canonical)),
    clientBudget: from.origin.address === null ? null : addressBudget(from.origin.address),
    accountRule,
    device: deviceBudget(ports, from),
  })
  if (isClientClosed) return refuseClosedClient(ports, from, startedAt)
  const judged = guess?.allowed === true && holder?.status === 'active' ? holder : null
  const refuse = async () => {
    const target = `user:${holder?.id ?? 'unknown'}` as const
    // As much work for a closed budget as for a wrong password, but no entry for each.
    await ports.transact(async ({ audit, refusals }) =>
      ok(
        await (guess?.allowed === false
          ? refusals.count(target, 1)
          : audit.append(failed(auditEntry(actor, 'sign_in.fail', target)))),
      ),
    )
    return refused
  }
  const matches = await ports.passwordHasher
    .verify(normal, judged?.passwordHash ?? null)
    .catch((error: unknown) => forgiveAndThrow(ports, taken, error))
  if (!matches || judged === null) {
    const guessed = holder?.id ?? canonical
    if (guessed !== null && guess !== null) await alarmIfExhausted(ports, actor, guessed, guess)
    const isOfDevice = taken.some((bucket) => bucket.startsWith('device:'))
    if (isOfDevice && holder !== null && guess !== null) await closeAfterDevice(ports, holder.id, guess)
    return refuse()
  }
  const bucket = taken.find((one) => one.startsWith('device:')) ?? accountBucket(judged.id)
  const opened = await letIn(ports, { holder: judged, taken, bucket, rememberMe }, normal, from)
  return opened.ok ? ok(await present(ports, opened.value)) : refuse()
}

/** The budget of the device that presents what an earlier sign-in gave it. */
function deviceBudget({ deviceTokens }: Pick<Ports, 'deviceTokens'>, { deviceToken }: SignInDevice): DeviceBudget | null {
  const device = deviceToken === null ? null : deviceTokens.read(deviceToken)
  return device === null ? null : { ...device, bucket: deviceBucket(device), rule: deviceRule }
}

async function refuseClosedClient(
  ports: Pick<Ports, 'pause' | 'refusalCounter'>,
  { origin: { address } }: SignInDevice,
  startedAt: Date,
): Promise<typeof refused> {
  // Only what has an address has a budget that closes.
  ports.refusalCounter.note(`address:${clientNetwork(address!)}`)
  await ports.pause.untilUnlessCrowded(new Date(startedAt.getTime() + closedClientDelayMs), closedClientsWaitingMax)
  return refused
}

/** Opens what follows from a right password, and gives the guess back, once. */
async function letIn(
  ports: SignInPorts,
  proven: ProvenPassword,
  password: string,
  from: SignInDevice,
): Promise<Result<Opened, SignInRefused>> {
  const { holder, taken } = proven
  const giveBack = (error: unknown) => forgiveAndThrow(ports, taken, error)
  const newHash = await newHashIfOutdated(ports, holder, password).catch(giveBack)
  // It gives the guess back itself. When its reply is lost that happens twice: a server error must never spend a guess.
  const session = newHash === null ? await openAtOnce(ports, proven, from).catch(giveBack) : null
  if (session !== null) return ok(session)

  const opened = await openNext(ports, proven, newHash, from).catch(giveBack)
  await forgive(ports, taken)
  // A right password alone must not buy new guesses of the second factor.
  if (opened.ok && opened.value.kind === 'signed_in') await ports.guessBudgets.clear(proven.bucket)
  return opened
}

/** What replaces an outdated hash; null for one that is not, or while too much is hashed: the next sign-in will do. */
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

/** In one transaction: keeps the new hash, if there is one, and opens the next stage or the session. */
async function openNext(
  ports: SignInPorts,
  { holder, rememberMe }: ProvenPassword,
  newHash: string | null,
  from: SignInDevice,
): Promise<Result<Opened, SignInRefused>> {
  return ports.transact(async (stores) => {
    const current = await stores.lockAccount(holder.id)
    if (!isStillProven(holder, current, await stores.now())) return refused
    const account: Account = { ...current, passwordHash: newHash ?? current.passwordHash }
    if (newHash !== null) await stores.accounts.update(account)
    return ok(await advance(ports, stores, account, { secondFactorPassed: false, rememberMe }, from))
  })
}

async function forgiveAndThrow(ports: Pick<Ports, 'guessBudgets'>, taken: BegunAttempt['taken'], error: unknown): Promise<never> {
  await forgive(ports, taken)
  throw error
}

/** Only where a guess was taken: giving back to a bucket that is closed would open it. */
async function forgive({ guessBudgets }: Pick<Ports, 'guessBudgets'>, taken: BegunAttempt['taken']): Promise<void> {
  for (const bucket of taken) await guessBudgets.forgive(bucket)
}

/** Whether what the password proved still holds now that the account is locked. */
function isStillProven(proven: PasswordHolder, current: Account | null, now: Date): current is Account {
  if (current === null || current.status !== 'active' || current.passwordEpoch !== proven.passwordEpoch) return false
  return current.temporaryPasswordExpiresAt === null || current.temporaryPasswordExpiresAt > now
}
