import {
  accountHoldersContract,
  accountStoreContract,
  agentStoreContract,
  auditChainStoreContract,
  auditStoreContract,
  backgroundHeartbeatsContract,
  processReportsContract,
  challengeStoreContract,
  chatMarkStoreContract,
  answersOfBotsContract,
  chatPostStoreContract,
  conversationStoreContract,
  documentFingerprintsContract,
  documentReaderContract,
  documentStoreContract,
  groupStoreContract,
  attemptLimitsContract,
  idempotencyStoreContract,
  identityHoldersContract,
  identityStoreContract,
  invitationImportStoreContract,
  invitationStoreContract,
  keyHoldersContract,
  keyStoreContract,
  keyUsageContract,
  keyUsageStoreContract,
  leaseStoreContract,
  linkCodeStoreContract,
  passwordResetStoreContract,
  proxyReportStoreContract,
  recoveryCodeStoreContract,
  refusalStoreContract,
  searchIndexContract,
  sessionRotationContract,
  sessionStoreContract,
  settingsStoreContract,
  sourceStoreContract,
  signInAttemptsContract,
  chatHealthContract,
  botSettingsStoreContract,
  transactContract,
} from '@ken/core/contracts'
import { ok } from '@ken/core'
import { aGroup, anAuditEntry, anyEntry, newId } from '@ken/core/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresKeyUsage, postgresPorts, type Database } from '../index.ts'
import { migrate } from '../migrate.ts'
import { postgresTransact } from '../postgres-transact.ts'
import { reserveSendSlot } from '../hot-paths/reserve-send-slot.ts'
import { auditPages } from './audit-pages.ts'
import { botLinkRaces } from './bot-link-races.ts'
import { endedSessionRaces } from './ended-session-races.ts'
import { groupRaces } from './group-races.ts'
import { identityRaces } from './identity-races.ts'
import { serviceKeyRaces } from './service-key-races.ts'
import { invitationRaces } from './invitation-races.ts'
import { droppedJobs, noJobs } from './no-jobs.ts'
import { silentLog } from './silent-log.ts'
import { passwordResetRaces } from './password-reset-races.ts'
import { signInRaces } from './sign-in-races.ts'

type Engine = {
  readonly races: boolean
  readonly vectors: boolean
  readonly countWaiting?: () => Promise<number>
}

/**
 * Runs every contract of a port that the database implements on one engine. `open` returns an empty
 * database for the file.
 */
export function databaseContracts(
  name: string,
  engine: Engine,
  open: () => Promise<Database>,
): void {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await migrate(database.withoutTimeout)
    await prepareToEmpty(database)
    await prepareToAge(database)
  })
  afterAll(() => database.close())

  const world = async () => {
    await empty(database)
    return {
      ...postgresPorts(database, noJobs),
      age: (milliseconds: number) => age(database, milliseconds),
      halt: async (milliseconds: number) => {
        await age(database, milliseconds)
        const outage = 'insert into server_outages select now() - make_interval(secs => $1), now()'
        await database.query('note_outage', outage, [milliseconds / 1_000])
      },
      signWith: async (secretId: string) => {
        const use =
          'insert into secret_uses (id, last_used_at) values ($1, now()) on conflict (id) do update set last_used_at = now()'
        await database.query('use_secret', use, [secretId])
      },
      close: async () => {},
    }
  }
  accountHoldersContract(name, world)
  transactContract(name, world, engine)
  accountStoreContract(name, world, engine)
  agentStoreContract(name, async () => ({
    ...(await world()),
    make: async (...agents) => {
      const rows = agents.map(({ ownerId: owner_id, ...agent }) => ({ ...agent, owner_id }))
      await database.kysely.insertInto('personal_agents').values(rows).execute()
    },
  }))
  const tamper = async (act: string) => {
    await sql
      .raw(
        `do $$ begin
          alter table audit_log disable trigger user;
          alter table audit_chain disable trigger user;
          ${act};
          alter table audit_log enable trigger user;
          alter table audit_chain enable trigger user;
        end $$`,
      )
      .execute(database.kysely)
  }
  auditChainStoreContract(name, async () => ({
    ...(await world()),
    tamper: {
      change: (id) => tamper(`update audit_log set target = 'forged' where id = ${id}`),
      remove: (id) => tamper(`delete from audit_log where id = ${id}`),
      insert: (id, ageMinutes) =>
        tamper(
          `insert into audit_log (id, at, via, action, target, outcome) overriding system value
          values (${id}, now() - interval '${ageMinutes} minutes', 'cli', 'key.create', 'forged', 'success')`,
        ),
      unlink: (id) => tamper(`delete from audit_chain where entry_id = ${id}`),
      setTime: (id, time) =>
        tamper(
          `alter table audit_log drop constraint if exists audit_log_at;
          update audit_log set at = '${time}' where id = ${id};
          update audit_chain set entry_at = '${time}' where entry_id = ${id};
          alter table audit_log add constraint audit_log_at check (ken_is_date(at)) not valid`,
        ),
      insertLink: (position, id) =>
        tamper(`insert into audit_chain values (${position}, ${id}, now(), true, '', '')`),
      removeLink: (position) => tamper(`delete from audit_chain where position = ${position}`),
      forget: () => tamper('delete from audit_chain_state'),
    },
  }))
  auditStoreContract(name, world)
  processReportsContract(name, world)
  backgroundHeartbeatsContract(name, world)
  challengeStoreContract(name, world, engine)
  chatMarkStoreContract(name, world, engine)
  answersOfBotsContract(name, world)
  chatPostStoreContract(name, world, engine)
  conversationStoreContract(
    name,
    async () => ({
      ...(await world()),
      async countConversations() {
        const counts =
          'select count(*)::int as all, count(*) filter (where user_id is null)::int as "withoutAccount" from conversations'
        const [row] = await database.query<{ all: number; withoutAccount: number }>(
          'count_conversations',
          counts,
          [],
        )
        return row!
      },
    }),
    engine,
  )
  documentReaderContract(name, world)
  documentStoreContract(name, world, engine)
  documentFingerprintsContract(name, world, engine)
  groupStoreContract(name, world, engine)
  attemptLimitsContract(name, world, engine)
  idempotencyStoreContract(name, world, engine)
  identityHoldersContract(name, world)
  identityStoreContract(name, world, engine)
  invitationImportStoreContract(name, world, engine)
  invitationStoreContract(name, world, engine)
  keyHoldersContract(name, world)
  keyStoreContract(name, world, engine)
  const countingWorld = async () => {
    const keyUsage = postgresKeyUsage(database, silentLog)
    return { ...(await world()), keyUsage, settle: keyUsage.flush, close: keyUsage.close }
  }
  keyUsageContract(name, countingWorld)
  keyUsageStoreContract(name, countingWorld)
  leaseStoreContract(name, world, engine)
  linkCodeStoreContract(name, world, engine)
  passwordResetStoreContract(name, world, engine)
  proxyReportStoreContract(name, world)
  recoveryCodeStoreContract(name, world, engine)
  refusalStoreContract(name, world, engine)
  searchIndexContract(name, world, engine)
  sessionRotationContract(name, world, engine)
  sessionStoreContract(name, world, engine)
  settingsStoreContract(name, world, engine)
  sourceStoreContract(name, world, engine)
  signInAttemptsContract(name, world, engine)
  chatHealthContract(name, world)
  botSettingsStoreContract(name, world, engine)
  if (engine.races) {
    identityRaces(name, world)
    const shared = async () => {
      await empty(database)
      return { ...postgresPorts(database, droppedJobs), query: database.query }
    }
    botLinkRaces(name, shared, engine.countWaiting)
    serviceKeyRaces(name, shared)
    signInRaces(name, shared)
    endedSessionRaces(name, shared)
    groupRaces(name, shared)
    invitationRaces(name, shared)
    passwordResetRaces(name, shared)
  }
  const fresh = async () => {
    await empty(database)
    return database
  }
  auditPages(name, fresh)
  databaseContract(name, fresh)
}

/** Guarantees of both engines beyond the ports. */
function databaseContract(name: string, open: () => Promise<Database>): void {
  describe(`Database: ${name}`, () => {
    it.each([
      { name: 'changed', statement: `update audit_log set outcome = 'failure'` },
      { name: 'changed, even without effect', statement: 'update audit_log set at = at' },
      { name: 'deleted', statement: 'delete from audit_log' },
      { name: 'truncated', statement: 'truncate audit_log' },
      { name: 'truncated with dependent tables', statement: 'truncate audit_log cascade' },
    ])('R62 lets no audit entry be $name', async ({ statement }) => {
      const { kysely } = await open()
      const transact = postgresTransact(kysely, noJobs, () => {})
      await transact(async ({ audit }) => ok(await audit.append(anAuditEntry())))
      await expect(sql.raw(statement).execute(kysely)).rejects.toThrow('audit_log is append-only')
      const kept = await transact(async ({ audit }) =>
        ok(await audit.list(anyEntry, { after: null, limit: 10 })),
      )
      expect(kept.value).toMatchObject([anAuditEntry()])
    })

    it('R161 lets a link be added only for an entry, and fills it in', async () => {
      const { kysely } = await open()
      const transact = postgresTransact(kysely, noJobs, () => {})
      const link = (position: bigint, entry: bigint) =>
        sql`insert into audit_chain values (${position}, ${entry}, 'infinity', true, '', '')`.execute(
          kysely,
        )
      await transact(async ({ audit }) => ok(await audit.append(anAuditEntry())))
      const [{ id } = { id: '0' }] = (
        await transact(async ({ audit }) =>
          ok(await audit.list(anyEntry, { after: null, limit: 1 })),
        )
      ).value
      await expect(link(9_007_199_254_740_991n, -77n)).rejects.toThrow('no entry -77')
      await link(9_007_199_254_740_991n, BigInt(id))
      const { value } = await transact(async ({ auditChain }) => ok(await auditChain.verify(0, 10)))
      expect(value).toEqual({ last: 1, checked: 1, broken: 0, firstBreak: null })
    })

    it('R161 reads the state of the chain from a row of any content', async () => {
      const { kysely } = await open()
      const transact = postgresTransact(kysely, noJobs, () => {})
      const read = async () =>
        (await transact(async ({ auditChain }) => ok(await auditChain.readState()))).value
      const limits = ['9223372036854775807', '-9223372036854775808']
      for (const [limit, time] of [
        [limits[0], 'infinity'],
        [limits[1], '-infinity'],
      ]) {
        await sql`
          insert into audit_chain_state (verified_to, checked_at, broken_position, broken_entry, broken_at)
          values (${limit}, ${time}, ${limit}, ${limit}, ${time})
          on conflict (one) do update set verified_to = excluded.verified_to,
            checked_at = excluded.checked_at, broken_position = excluded.broken_position,
            broken_entry = excluded.broken_entry, broken_at = excluded.broken_at
        `.execute(kysely)
        const { verifiedTo, checkedAt, firstBreak } = await read()
        expect([checkedAt, firstBreak]).toMatchObject([null, { id: limit, at: null }])
        for (const after of [verifiedTo, firstBreak!.position - 1])
          await expect(
            transact(async ({ auditChain }) => ok(await auditChain.verify(after, 1))),
          ).resolves.toMatchObject({ value: { checked: 0 } })
      }
    })

    it('R62 R149 lets refusals of unknown addresses be deleted after 90 days, and no other entry ever', async () => {
      const { kysely } = await open()
      const insert = (entry: { action: string; actor_id?: string; days: number }) =>
        sql`
          insert into audit_log (at, actor_id, via, action, target, outcome) values
            (now() - make_interval(days => ${entry.days}), ${entry.actor_id ?? null}, 'web', ${entry.action}, 'user:1', 'failure')
        `.execute(kysely)
      const kept = [
        { action: 'sign_in.fail', days: 91, actor_id: newId() },
        { action: 'sign_in.succeed', days: 91 },
        { action: 'password.reset', days: 91 },
        { action: 'sign_in.fail', days: 89 },
      ]
      for (const entry of [
        ...kept,
        { action: 'sign_in.fail', days: 91 },
        { action: 'sign_in.guesses_exhausted', days: 91 },
      ])
        await insert(entry)
      await expect(
        sql`update audit_log set at = at where action = 'sign_in.fail'`.execute(kysely),
      ).rejects.toThrow('append-only')
      for (const { action, days } of kept) {
        const deletion = sql`delete from audit_log where action = ${action} and (actor_id is not null or at > now() - make_interval(days => ${days + 1}))`
        await expect(deletion.execute(kysely)).rejects.toThrow('append-only')
      }
      const transact = postgresTransact(kysely, noJobs, () => {})
      const prune = async (countMax: number) =>
        (await transact(async ({ refusals }) => ok(await refusals.prune(countMax)))).value
      expect([await prune(1), await prune(10), await prune(10)]).toEqual([1, 1, 0])
      const left = await transact(async ({ audit }) =>
        ok(await audit.list(anyEntry, { after: null, limit: 10 })),
      )
      expect(left.value.map(({ action }) => action)).toEqual(
        kept.map(({ action }) => action).toReversed(),
      )
    })

    it('R62 stores no change without its audit entry, and no entry without its change', async () => {
      const { kysely } = await open()
      const transact = postgresTransact(kysely, noJobs, () => {})
      const unaudited = transact(async ({ audit, groups }) => {
        await groups.insert(aGroup())
        // The database refuses it.
        return ok(await audit.append(anAuditEntry({ outcome: 'unheard-of' as 'failure' })))
      })
      await expect(unaudited).rejects.toThrow('audit_log')
      const undone = transact(async ({ audit, groups }) => {
        await audit.append(anAuditEntry())
        // The database refuses it.
        return ok(await groups.insert(aGroup('no slug')))
      })
      await expect(undone).rejects.toThrow('groups_slug_check')
      const left = await transact(async ({ audit, groups }) =>
        ok([await groups.list(), await audit.list(anyEntry, { after: null, limit: 10 })]),
      )
      expect(left.value).toEqual([[], []])
    })

    it('delivers the notifications of a transaction after its commit, and none of one that rolled back', async () => {
      const { kysely, listen } = await open()
      const received: string[] = []
      const { promise: ready, resolve } = Promise.withResolvers<void>()
      const { close } = await listen('a channel', (payload) => received.push(payload), resolve)
      await ready
      await kysely.transaction().execute(async (transaction) => {
        await notify('committed').execute(transaction)
        await notify('another').execute(transaction)
        expect(received).toEqual([])
      })
      const undone = kysely.transaction().execute(async (transaction) => {
        await notify('undone').execute(transaction)
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
      await notify('last').execute(kysely)
      await expect.poll(() => received).toEqual(['committed', 'another', 'last'])
      await close()
      await notify('unheard').execute(kysely)
      expect(received).toHaveLength(3)
    })

    it('spaces slots evenly, and reserves none in the future of a clock that was set back', async () => {
      const { kysely, query } = await open()
      const take = (perSecond: number) =>
        reserveSendSlot({ backgroundQuery: query }, { name: 'test', perSecond })
      expect(await take(1)).toBe(0)
      const waits = await Promise.all([take(1), take(1), take(1)])
      for (const [position, wait] of waits.toSorted((one, other) => one - other).entries()) {
        expect(wait).toBeGreaterThan(position * 1_000)
        expect(wait).toBeLessThanOrEqual((position + 1) * 1_000)
      }
      await sql`update paces set next_at = now() - interval '1 hour'`.execute(kysely)
      expect(await take(1)).toBe(0)
      await sql`update paces set next_at = now() + interval '1 hour'`.execute(kysely)
      expect(await take(1)).toBeLessThanOrEqual(60_000)
    })

    it('keeps the settings of team chat in the one row of their table', async () => {
      const { kysely } = await open()
      const { rows } = await sql<{ row: string }>`
        select concat_ws(' ', column_name, data_type, is_nullable, column_default) as row from information_schema.columns
        where table_name = 'teamchat_settings' and table_schema = current_schema() order by ordinal_position
      `.execute(kysely)
      expect(rows.map(({ row }) => row)).toEqual([
        'id bigint NO',
        'base_url text YES',
        'bot_token_enc text YES',
        'bot_user_id text YES',
        'bot_username text YES',
        'enabled boolean NO false',
        'last_test_ok boolean YES',
        'last_test_at timestamp with time zone YES',
        'created_at timestamp with time zone YES now()',
        'updated_at timestamp with time zone YES now()',
      ])
      await expect(
        sql`insert into teamchat_settings (id) values (2)`.execute(kysely),
      ).rejects.toThrow('check constraint')
      const old = sql`update teamchat_settings set updated_at = '2000-01-01', created_at = '2000-01-01'`
      await old.execute(kysely)
      const fresh =
        await sql`select id from teamchat_settings where updated_at > now() - interval '1 hour'`.execute(
          kysely,
        )
      expect(fresh.rows).toEqual([{ id: '1' }])
    })

    it('serves other statements while some fail', async () => {
      const { query, kysely } = await open()
      const transact = postgresTransact(kysely, noJobs, () => {})
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

const notify = (payload: string) => sql`select pg_notify('a channel', ${payload})`

/** Much faster than a migrated schema for each test. */
async function empty({ query }: Database): Promise<void> {
  await query('empty', 'select empty_tables()', [])
}

/**
 * A function, whose statements each connection plans once. The audit log refuses deletion, so its triggers are
 * disabled.
 */
async function prepareToEmpty({ kysely }: Database): Promise<void> {
  const tables = [
    'api_keys',
    'chat_drops',
    'chat_marks',
    'chat_posts',
    'conversations',
    'documents',
    'groups',
    'heartbeats',
    'leases',
    'invitations',
    'invitation_imports',
    'users',
    'secret_uses',
    'server_beats',
    'server_outages',
    'source_removals',
    'guess_budgets',
  ]
  const statements = [
    ...tables.map((table) => `delete from ${table}`),
    'update org_settings set mfa_required_roles = default, organisation_name = default',
    'delete from audit_chain_state',
    'delete from teamchat_settings',
    'insert into teamchat_settings (id) values (1)',
    'delete from bot_messenger_settings',
    'insert into bot_messenger_settings (id) values (1)',
    'delete from workspace_chat_settings',
    'insert into workspace_chat_settings (id) values (1)',
  ]
  await sql
    .raw(
      `create function empty_tables() returns void language plpgsql as $$ begin
      if exists (select from audit_log) then
        alter table audit_log disable trigger user;
        delete from audit_log;
        alter table audit_log enable trigger user;
        alter table audit_chain disable trigger user;
        delete from audit_chain;
        alter table audit_chain enable trigger user;
      end if;
      ${statements.join(';')};
    end $$`,
    )
    .execute(kysely)
}

const times = {
  api_key_usage: ['hour'],
  chat_posts: ['posted_at', 'received_at'],
  heartbeats: ['expires_at'],
  idempotency_keys: ['kept_at'],
  leases: ['expires_at'],
  password_resets: ['expires_at'],
  secret_uses: ['first_used_at', 'last_used_at'],
  server_beats: ['beat_at'],
  server_outages: ['began_at', 'ended_at'],
  sessions: ['rotated_at', 'created_at', 'expires_at', 'last_active_at'],
  sign_in_challenges: ['expires_at'],
  embedding_claims: ['due_at'],
  invitation_imports: ['progressed_at'],
  invitations: ['created_at', 'queued_at', 'expires_at', 'sending_since', 'sent_at'],
  guess_budgets: ['window_ends_at', 'taken_at', 'closed_until'],
  proxy_reports: ['seen_at'],
  refusals: ['window_started_at'],
}

/** Moves all timestamps that affect a lifetime into the past: much faster than waiting. */
async function age({ query }: Database, milliseconds: number): Promise<void> {
  await query('age', 'select age_tables(make_interval(secs => $1))', [milliseconds / 1_000])
}

/** A function: contracts age the tables hundreds of times, and each statement is a round trip. */
async function prepareToAge({ kysely }: Database): Promise<void> {
  const updates = Object.entries(times).map(([table, columns]) => {
    const older = columns.map((column) => `${column} = ${column} - older`)
    return `update ${table} set ${older.join()}`
  })
  const rotations = `array(select at - older from unnest(earlier_rotations) with ordinality as one(at, place) order by place)`
  const statements = [...updates, `update sessions set earlier_rotations = ${rotations}`]
  await sql
    .raw(
      `create function age_tables(older interval) returns void language plpgsql as $$ begin
      ${statements.join(';')};
    end $$`,
    )
    .execute(kysely)
}
