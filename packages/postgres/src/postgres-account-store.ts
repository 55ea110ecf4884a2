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

  async isEmpty() {
    return (await transaction.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
  },
})

type Row = Selectable<Tables['users']>

const columns = [
  'id',
  'email',
  'name',
  'password_hash',
  'sign_in_provider',
  'role',
  'status',
  'must_change_password',
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
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  lastSignInAt: row.last_sign_in_at,
})
