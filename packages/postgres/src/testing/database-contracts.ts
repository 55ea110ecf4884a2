import {
  accountStoreContract,
  auditStoreContract,
  documentStoreContract,
  groupStoreContract,
  keyHoldersContract,
  keyStoreContract,
  searchIndexContract,
  transactContract,
} from '@ken/core/contracts'
import type { Log } from '@ken/core/ports'
import { afterAll, beforeAll } from 'vitest'
import { postgresPorts, type Database } from '../index.ts'
import { migrate } from '../migrate.ts'

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
    return { ...postgresPorts(database), close: async () => {} }
  }
  transactContract(name, world, engine)
  accountStoreContract(name, world, engine)
  auditStoreContract(name, world)
  documentStoreContract(name, world, engine)
  groupStoreContract(name, world, engine)
  keyHoldersContract(name, world)
  keyStoreContract(name, world, engine)
  searchIndexContract(name, world, engine)
}

/** Far quicker than a migrated schema for each test. The audit log resists, as it should. */
async function empty({ query }: Database): Promise<void> {
  await query('disarm', 'alter table audit_log disable trigger user', [])
  for (const table of ['documents', 'groups', 'users', 'audit_log']) await query(`empty_${table}`, `delete from ${table}`, [])
  await query('arm', 'alter table audit_log enable trigger user', [])
}
