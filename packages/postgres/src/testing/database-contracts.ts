import {
  accountHoldersContract,
  accountStoreContract,
  auditStoreContract,
  challengeStoreContract,
  documentStoreContract,
  groupStoreContract,
  guessBudgetsContract,
  keyHoldersContract,
  keyStoreContract,
  recoveryCodeStoreContract,
  searchIndexContract,
  sessionRotationContract,
  sessionStoreContract,
  settingsStoreContract,
  transactContract,
} from '@ken/core/contracts'
import type { Log } from '@ken/core/ports'
import { afterAll, beforeAll } from 'vitest'
import { postgresPorts, type Database } from '../index.ts'
import { migrate } from '../migrate.ts'
import { signInRaces } from './sign-in-races.ts'

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} }

type Engine = { readonly races: boolean; readonly vectors: boolean }

/** Runs every contract of a port that a database serves on one engine. `open` gives an empty database for the file. */
export function databaseContracts(name: string, engine: Engine, open: () => Promise<Database>): void {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await migrate(database.unhurried)
  })
  afterAll(() => database.close())

  const world = async () => {
    await empty(database)
    return { ...postgresPorts(database), age: (milliseconds: number) => age(database, milliseconds), close: async () => {} }
  }
  accountHoldersContract(name, world)
  transactContract(name, world, engine)
  accountStoreContract(name, world, engine)
  auditStoreContract(name, world)
  challengeStoreContract(name, world, engine)
  documentStoreContract(name, world, engine)
  groupStoreContract(name, world, engine)
  guessBudgetsContract(name, world, engine)
  keyHoldersContract(name, world)
  keyStoreContract(name, world, engine)
  recoveryCodeStoreContract(name, world, engine)
  searchIndexContract(name, world, engine)
  sessionRotationContract(name, world, engine)
  sessionStoreContract(name, world, engine)
  settingsStoreContract(name, world)
  if (engine.races) signInRaces(name, async () => ({ ...(await world()), query: database.query }))
}

/** Far quicker than a migrated schema for each test. The audit log resists, as it should. */
async function empty({ query }: Database): Promise<void> {
  await query('disarm', 'alter table audit_log disable trigger user', [])
  const tables = ['documents', 'groups', 'users', 'audit_log', 'guess_budgets']
  for (const table of tables) await query(`empty_${table}`, `delete from ${table}`, [])
  await query('default_settings', 'update org_settings set mfa_required_roles = default', [])
  await query('arm', 'alter table audit_log enable trigger user', [])
}

const times = {
  sessions: ['rotated_at', 'created_at', 'expires_at', 'last_active_at'],
  sign_in_challenges: ['expires_at'],
  guess_budgets: ['window_ends_at', 'taken_at', 'closed_until'],
}

/** Moves every time that a lifetime hangs on into the past: far quicker than waiting. */
async function age({ query }: Database, milliseconds: number): Promise<void> {
  for (const [table, columns] of Object.entries(times)) {
    const older = columns.map((column) => `${column} = ${column} - make_interval(secs => $1)`)
    await query(`age_${table}`, `update ${table} set ${older.join()}`, [milliseconds / 1_000])
  }
}
