import type { Account, AccountId } from '../accounts/account.ts'

declare const passwordResetIdBrand: unique symbol

/** UUID version 7. */
export type PasswordResetId = string & { readonly [passwordResetIdBrand]: true }

/** The link in one mail: whoever holds its token sets a new password, once. */
export type PasswordReset = { readonly id: PasswordResetId; readonly userId: AccountId; readonly expiresAt: Date }

/** From sending, not from asking: a mail that waits loses none of it. */
export const passwordResetLifetimeSeconds = 3_600
/** New passwords that the holder of one token may have judged, for nobody to have them scored without end. */
export const passwordResetTriesMax = 20
/** Mails to one account within the lifetime of a token, for everybody who asks for one together. */
export const passwordResetMailsMax = 3

/** A reset that begins now. */
export const newPasswordReset = (id: PasswordResetId, { id: userId }: Pick<Account, 'id'>, now: Date): PasswordReset => ({
  id,
  userId,
  expiresAt: new Date(now.getTime() + passwordResetLifetimeSeconds * 1_000),
})
