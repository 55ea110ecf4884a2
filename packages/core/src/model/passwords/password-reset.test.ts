import { expect, it } from 'vitest'
import { aDate, anAccount, newId } from '../../testing/index.ts'
import { newPasswordReset, type PasswordResetId } from './password-reset.ts'

it('R57 begins an hour before its end, whenever it was requested', () => {
  const [id, account] = [newId() as PasswordResetId, anAccount()]
  const expiresAt = new Date(aDate.getTime() + 3_600_000)
  expect(newPasswordReset(id, account, aDate)).toEqual({ id, userId: account.id, expiresAt })
})
