import type { Account, AccountId } from '../accounts/account.ts'

declare const passwordResetIdBrand: unique symbol

/** UUID version 7. */
export type PasswordResetId = string & { readonly [passwordResetIdBrand]: true }

/** One emailed link. Its token sets a new password once. */
export type PasswordReset = {
  readonly id: PasswordResetId
  readonly userId: AccountId
  readonly expiresAt: Date
}

/** Counted from sending, so that time in the queue is not lost. */
export const passwordResetLifetimeSeconds = 3_600
/**
 * How many new passwords one token may submit for validation, so that it cannot be used to score
 * passwords without end.
 */
export const passwordResetAttemptsMax = 20
/** How many reset emails an account gets within the lifetime of a token, over all requests. */
export const passwordResetEmailsMax = 3

/** A reset that starts now. */
export const newPasswordReset = (
  id: PasswordResetId,
  { id: userId }: Pick<Account, 'id'>,
  now: Date,
): PasswordReset => ({
  id,
  userId,
  expiresAt: new Date(now.getTime() + passwordResetLifetimeSeconds * 1_000),
})
