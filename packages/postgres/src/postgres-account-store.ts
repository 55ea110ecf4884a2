import type { Account, AccountId, AccountStore, Email } from '@ken/core/ports'
import type { Selectable, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export const postgresAccountStore = (transaction: Transaction<Tables>): AccountStore => ({
  async insert(account) {
    await transaction.insertInto('users').values(toRow(account)).execute()
  },

  async find(id) {
    const row = await transaction.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst()
    return row === undefined ? null : fromRow(row)
  },

  async findByEmail(email) {
    const row = await transaction.selectFrom('users').select(columns).where('email', '=', email).executeTakeFirst()
    return row === undefined ? null : fromRow(row)
  },

  async update(account) {
    const { id, ...changed } = toRow(account)
    const { numUpdatedRows } = await transaction.updateTable('users').set(changed).where('id', '=', id).executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new Error(`account ${id} is missing`)
  },

  async consumeTimeStep(id, step) {
    const { numUpdatedRows } = await transaction
      .updateTable('users')
      .set({ mfa_last_step: step })
      .where('id', '=', id)
      .where((row) => row.or([row('mfa_last_step', 'is', null), row('mfa_last_step', '<', String(step))]))
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },

  async isEmpty() {
    return (await transaction.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
  },
})

type Row = Omit<Selectable<Tables['users']>, 'mfa_last_step'>

const columns = [
  'id',
  'email',
  'name',
  'password_hash',
  'sign_in_provider',
  'role',
  'status',
  'must_change_password',
  'password_epoch',
  'temp_password_expires_at',
  'mfa_secret',
  'mfa_enabled_at',
  'created_at',
  'updated_at',
  'last_sign_in_at',
] as const satisfies readonly (keyof Row)[]

const toRow = (account: Account): Row => ({
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

const fromRow = (row: Row): Account => ({
  id: row.id as AccountId,
  email: row.email as Email,
  name: row.name,
  passwordHash: row.password_hash,
  signInProvider: row.sign_in_provider,
  role: row.role,
  status: row.status,
  mustChangePassword: row.must_change_password,
  passwordEpoch: row.password_epoch,
  temporaryPasswordExpiresAt: row.temp_password_expires_at,
  mfaSecret: row.mfa_secret,
  mfaEnabledAt: row.mfa_enabled_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  lastSignInAt: row.last_sign_in_at,
})
