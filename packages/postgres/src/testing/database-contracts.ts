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
import { ok } from '@ken/core'
import type { AccountId } from '@ken/core/ports'
import { aGroup, anAuditEntry, newId } from '@ken/core/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresPorts, type Database } from '../index.ts'
import { migrate } from '../migrate.ts'
import { postgresTransact } from '../postgres-transact.ts'
import { signInRaces } from './sign-in-races.ts'

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
  databaseContract(name, async () => {
    await empty(database)
    return database
  })
}

/** What holds on either engine beyond the ports. */
function databaseContract(name: string, open: () => Promise<Database>): void {
  describe(`Database: ${name}`, () => {
    it.each([
      ['changed', `update audit_log set outcome = 'failure'`],
      ['changed, however little', 'update audit_log set at = at'],
      ['deleted', 'delete from audit_log'],
      ['truncated', 'truncate audit_log'],
      ['truncated with what hangs on it', 'truncate audit_log cascade'],
    ])('R62 lets no audit entry be %s', async (_, statement) => {
      const { kysely } = await open()
      const transact = postgresTransact(kysely)
      await transact(async ({ audit }) => ok(await audit.append(anAuditEntry())))
      await expect(sql.raw(statement).execute(kysely)).rejects.toThrow('audit_log is append-only')
      const kept = await transact(async ({ audit }) => ok(await audit.list(10)))
      expect(kept.value).toEqual([{ ...anAuditEntry(), at: expect.any(Date) as Date }])
    })

    it('R62 keeps no act without its audit entry, and no entry without its act', async () => {
      const { kysely } = await open()
      const transact = postgresTransact(kysely)
      const unaudited = transact(async ({ audit, groups }) => {
        await groups.insert(aGroup())
        // Refused by the database.
        return ok(await audit.append(anAuditEntry({ outcome: 'unheard-of' as 'failure' })))
      })
      await expect(unaudited).rejects.toThrow('audit_log')
      const undone = transact(async ({ audit, groups }) => {
        await audit.append(anAuditEntry())
        return ok(await groups.addMember(aGroup().slug, newId() as AccountId))
      })
      await expect(undone).rejects.toThrow('group_members')
      const left = await transact(async ({ audit, groups }) => ok([await groups.list(), await audit.list(10)]))
      expect(left.value).toEqual([[], []])
    })

    it('answers others while statements fail', async () => {
      const { query, kysely } = await open()
      const transact = postgresTransact(kysely)
      for (let round = 0; round < 5; round += 1) {
        const [failed, ...rest] = await Promise.allSettled([
          query('fail', 'select 1 / 0', []),
          query('succeed', 'select 42', []),
          transact(async ({ groups }) => ok(await groups.list())),
          query('succeed', 'select 42', []),
        ])
        expect(failed.status).toBe('rejected')
        expect(rest.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
      }
    })
  })
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
