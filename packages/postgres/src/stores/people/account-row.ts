import type { Account, AccountProfile } from '@ken/core/ports'
import type { Selectable } from 'kysely'
import type { Tables } from '../../tables.ts'

export type AccountRow = Omit<Selectable<Tables['users']>, 'mfa_last_step' | 'search_text'>

/** The columns of an account without its secrets. */
export type ProfileRow = Omit<AccountRow, 'password_hash' | 'mfa_secret'>

export const profileColumns = [
  'id',
  'email',
  'name',
  'sign_in_provider',
  'role',
  'status',
  'must_change_password',
  'password_epoch',
  'temp_password_expires_at',
  'mfa_enabled_at',
  'created_at',
  'updated_at',
  'last_sign_in_at',
] as const satisfies readonly (keyof ProfileRow)[]

/** The columns of an account. */
export const accountColumns = [
  ...profileColumns,
  'password_hash',
  'mfa_secret',
] as const satisfies readonly (keyof AccountRow)[]

export const accountToRow = (account: Account): AccountRow => ({
  id: account.id,
  email: account.email,
  name: account.name,
  password_hash: account.passwordHash,
  sign_in_provider: account.signInProvider,
  role: account.role,
  status: account.status,
  must_change_password: account.mustChangePassword,
  password_epoch: account.passwordEpoch,
  temp_password_expires_at: account.temporaryPasswordExpiresAt,
  mfa_secret: account.mfaSecret,
  mfa_enabled_at: account.mfaEnabledAt,
  created_at: account.createdAt,
  updated_at: account.updatedAt,
  last_sign_in_at: account.lastSignInAt,
})

export const profileFromRow = (row: ProfileRow): AccountProfile => ({
  id: row.id,
  email: row.email,
  name: row.name,
  signInProvider: row.sign_in_provider,
  role: row.role,
  status: row.status,
  mustChangePassword: row.must_change_password,
  passwordEpoch: row.password_epoch,
  temporaryPasswordExpiresAt: row.temp_password_expires_at,
  mfaEnabledAt: row.mfa_enabled_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  lastSignInAt: row.last_sign_in_at,
})

export const accountFromRow = (row: AccountRow): Account => ({
  ...profileFromRow(row),
  passwordHash: row.password_hash,
  mfaSecret: row.mfa_secret,
})
