import type { Account, AccountId } from '../accounts/account.ts'
import type { GuessBucket, GuessRule, Ports, Stores } from '../ports/index.ts'
import { addressBucket } from '../sign-in/guesses.ts'

declare const passwordResetIdBrand: unique symbol

/** UUID version 7. */
export type PasswordResetId = string & { readonly [passwordResetIdBrand]: true }

/** The link in one mail: whoever holds its token sets a new password, once (SPEC 5.3). */
export type PasswordReset = { readonly id: PasswordResetId; readonly userId: AccountId; readonly expiresAt: Date }

/** From sending, not from asking: a mail that waits loses none of it (SPEC 8). */
export const passwordResetLifetimeSeconds = 3_600
/** New passwords that the holder of one token may have judged, for nobody to have them scored without end (R13). */
export const passwordResetTriesMax = 20
/** Mails to one account within the lifetime of a token, for everybody who asks for one together. */
export const passwordResetMailsMax = 3

/** Requests from one client address in an hour, and then none for another. */
export const resetRequestRule: GuessRule = {
  failuresMax: 20,
  windowSeconds: 3_600,
  firstDelaySeconds: 3_600,
  consecutiveMax: Number.MAX_SAFE_INTEGER,
}
/** They count apart from sign-ins: neither closes the other (R25). */
export const resetRequestBucket = (address: string): GuessBucket => `reset_request:${addressBucket(address)}`

/** A reset that begins now. */
export const newPasswordReset = (id: PasswordResetId, { id: userId }: Pick<Account, 'id'>, now: Date): PasswordReset => ({
  id,
  userId,
  expiresAt: new Date(now.getTime() + passwordResetLifetimeSeconds * 1_000),
})

export type OpenPasswordReset = { readonly reset: PasswordReset; readonly account: Account }

/**
 * The live reset behind a presented token and its account, which is locked until the transaction ends. Null for an
 * unknown, used, expired, superseded or void one: nobody can tell which (R58).
 */
export async function openPasswordReset(
  { secrets }: Pick<Ports, 'secrets'>,
  stores: Pick<Stores, 'lockAccount' | 'passwordResets'>,
  presented: string,
): Promise<OpenPasswordReset | null> {
  const digest = secrets.digest(presented)
  const found = digest === null ? null : await stores.passwordResets.find(digest)
  if (digest === null || found === null) return null
  // Whoever voids the resets of an account locks it first, too: the other order would deadlock.
  const account = await stores.lockAccount(found.userId)
  const reset = await stores.passwordResets.find(digest)
  return reset === null || account?.status !== 'active' ? null : { reset, account }
}
