import type { Account, AccountId } from '../model/accounts/account.ts'
import type { Email } from '../model/accounts/email.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Actor, Person } from '../model/actor.ts'
import { clientNetwork } from '../model/client-network.ts'
import { notify } from '../notices/notice.ts'
import type { Guess, GuessBucket, GuessBudget, GuessRule, KnownDevice, Ports } from '../ports/index.ts'
import { ok } from '../model/result.ts'
import type { SessionId } from '../model/sessions/session.ts'

/** Failures of one account, over every path that checks one of its secrets. */
export const accountRule: GuessRule = { failuresMax: 10, windowSeconds: 900, firstDelaySeconds: 900 / 16, consecutiveMax: 100 }
/** Failures of one device that signed in before; then it is as good as unknown until it signs in again. */
export const deviceRule: GuessRule = { ...accountRule, consecutiveMax: accountRule.failuresMax }
/** Failures from one client address. Nobody resets an address, so only its window closes it. */
export const addressRule: GuessRule = {
  failuresMax: 60,
  windowSeconds: 900,
  firstDelaySeconds: 900 / 16,
  consecutiveMax: Number.MAX_SAFE_INTEGER,
}

/** The bucket of an account. */
export const accountBucket = (account: AccountId): GuessBucket => `account:${account}`

/** The bucket of an address without an account, by its digest: what strangers type is not stored. */
export const unknownBucket = (digest: string): GuessBucket => `account:${digest}`

/** The bucket of a device of an account. */
export const deviceBucket = ({ userId, deviceId }: Pick<KnownDevice, 'userId' | 'deviceId'>): GuessBucket =>
  `device:${userId}:${deviceId}`

/** The bucket of a client address: one for its whole network. */
export const addressBucket = (address: string): GuessBucket => `address:${clientNetwork(address)}`

/** The budget of a client address. */
export const addressBudget = (address: string): GuessBudget => ({ bucket: addressBucket(address), rule: addressRule })

/**
 * Raises the alarm about a wrong guess when it was the one that used the budget of an account up: in log and audit, and to
 * the person. An address that nobody has is looked up all the same, so that it takes as long, but is not kept:
 * strangers type it, and it may be somebody's, or a password in the wrong field.
 */
export async function alarmIfExhausted(
  ports: Pick<Ports, 'log' | 'transact'>,
  actor: Actor,
  account: AccountId | Email,
  guess: Guess,
): Promise<void> {
  if (!guess.allowed || guess.failures !== accountRule.failuresMax) return
  ports.log.warn('sign_in.guesses_exhausted')
  await ports.transact(async (stores) => {
    const holder = isEmail(account) ? await stores.accounts.findByEmail(account) : await stores.accounts.find(account)
    if (holder?.status === 'active') await notify(stores, holder, { kind: 'guesses_exhausted' })
    const target = isEmail(account) ? (holder?.id ?? 'unknown') : account
    return ok(await stores.audit.append(auditEntry(actor, 'sign_in.guesses_exhausted', `user:${target}`)))
  })
}

/**
 * Closes the budget of an account to strangers, too, after the guess that used up the budget of a device: its failures must
 * not be followed by as many on another path.
 */
export async function closeAfterDevice(
  { guessBudgets }: Pick<Ports, 'guessBudgets'>,
  account: AccountId,
  guess: Guess,
): Promise<void> {
  if (!guess.allowed || guess.failures !== deviceRule.failuresMax) return
  for (let taken = 0; taken < accountRule.failuresMax; taken += 1) {
    const further = await guessBudgets.take(accountBucket(account), accountRule)
    if (!further.allowed || further.failures >= accountRule.failuresMax) return
  }
}

const isEmail = (account: AccountId | Email): account is Email => account.includes('@')

/** Whose secret is guessed, and on which device that signed in before; null for a device that never did. */
export type Guessed = {
  readonly userId: AccountId
  readonly deviceId: SessionId | null
  /** Whether the guess is made within a session of the device: then the device's budget alone decides. */
  readonly isSignedIn: boolean
}

/** A guess of a signed-in person at a secret of their own. A session has the budget of the device that opened it. */
export const ownGuess = ({ userId, sessionId }: Person): Guessed => ({
  userId,
  deviceId: sessionId as SessionId | null,
  isSignedIn: true,
})

/** The device that a token names, when it signed in to this account under its present password. */
export function knownDevice(
  { deviceTokens }: Pick<Ports, 'deviceTokens'>,
  token: string | null,
  { id, passwordEpoch }: Pick<Account, 'id' | 'passwordEpoch'>,
): Guessed {
  const device = token === null ? null : deviceTokens.read(token)
  const isKnown = device?.userId === id && device.passwordEpoch === passwordEpoch
  return { userId: id, deviceId: isKnown ? device.deviceId : null, isSignedIn: false }
}

export type Judged<Verdict> =
  | { readonly kind: 'judged'; readonly verdict: Verdict; /** Where the guess was taken. */ readonly bucket: GuessBucket }
  | { readonly kind: 'exhausted'; readonly retryAfterSeconds: number | null }

/**
 * Judges one guess of a secret of an account within the budget of the device or else of the account; a verdict of null
 * or false is a wrong guess. A judge that throws spends nothing.
 */
export async function judgeGuess<Verdict>(
  ports: Pick<Ports, 'guessBudgets' | 'log' | 'transact'>,
  actor: Actor,
  guessed: Guessed,
  judge: () => Promise<Verdict>,
): Promise<Judged<Verdict>> {
  const { bucket, guess } = await takeGuess(ports, guessed)
  if (!guess.allowed) return { kind: 'exhausted', retryAfterSeconds: guess.retryAfterSeconds }
  const verdict = await judge().catch(async (error: unknown) => {
    await ports.guessBudgets.forgive(bucket)
    throw error
  })
  if (verdict === null || verdict === false) {
    await alarmIfExhausted(ports, actor, guessed.userId, guess)
    if (bucket !== accountBucket(guessed.userId)) await closeAfterDevice(ports, guessed.userId, guess)
  }
  return { kind: 'judged', verdict, bucket }
}

/** A device that has used its failures up counts as one that never signed in, but in a session it waits as an account does. */
async function takeGuess({ guessBudgets }: Pick<Ports, 'guessBudgets'>, { userId, deviceId, isSignedIn }: Guessed) {
  if (deviceId !== null) {
    const bucket = deviceBucket({ userId, deviceId })
    const guess = await guessBudgets.take(bucket, isSignedIn ? accountRule : deviceRule)
    if (guess.allowed || isSignedIn) return { bucket, guess }
  }
  const bucket = accountBucket(userId)
  return { bucket, guess: await guessBudgets.take(bucket, accountRule) }
}
