import { smtpSink } from '@ken/testing'
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schedules } from '../../packages/worker/src/schedules.ts'
import { distributedWorld, type World } from '../support/distributed.ts'
import { kenHere, kenJsonHere, startInBackgroundHere, startKenHere } from '../support/ken-here.ts'
import type { Server, Started } from '../support/ken-program.ts'
import { mailSettings } from '../support/mail.ts'
import { enrolOwner } from '../support/session.ts'
import { post } from '../support/surface.ts'

type Role = { readonly role: string; readonly url: string; readonly created: boolean }
type Roles = { readonly owner: Role; readonly runtime: Role }

const started = new AsyncDisposableStack()
let world: World
let administrator: World
let roles: Roles
const suffix = randomBytes(4).toString('hex')
const names = ['--owner', `ken_owner_${suffix}`, '--runtime', `ken_app_${suffix}`]

/** Connects as a role. */
async function as({ url }: Role): Promise<Client> {
  const client = started.adopt(new Client({ connectionString: url }), (open) => open.end())
  await client.connect()
  return client
}

beforeAll(async () => {
  const sink = started.adopt(await smtpSink(), ({ close }) => close())
  administrator = await distributedWorld()
  started.defer(async () => {
    const [{ owner, runtime }, { sql, close }] = [roles, administrator]
    await sql(`drop owned by ${runtime.role}, ${owner.role} cascade`)
    await sql(`drop role ${runtime.role}, ${owner.role}`)
    await close()
  })
  // As many administrators do: then each role needs its own permission to connect.
  const { pathname } = new URL(administrator.env['KEN_DATABASE_URL']!)
  await administrator.sql(`revoke all on database "${pathname.slice(1)}" from public`)
  roles = await kenJsonHere<Roles>(['database', 'roles', ...names], administrator)
  const env = { ...administrator.env, ...mailSettings(sink), KEN_DATABASE_URL: roles.runtime.url }
  world = { ...administrator, env }
})
afterAll(() => started.disposeAsync())

describe('ken database roles', () => {
  it('R171 can be repeated, and keeps the passwords of the roles', async () => {
    expect([roles.owner.created, roles.runtime.created]).toEqual([true, true])
    const again = await kenJsonHere<Roles>(['database', 'roles', ...names], administrator)
    expect([again.owner.created, again.runtime.created]).toEqual([false, false])
    expect(again.runtime.url).toContain(`${roles.runtime.role}:PASSWORD@`)
    await expect(as(roles.runtime)).resolves.toBeDefined()
  })

  it('R171 makes the owner role the owner of everything that Ken created', async () => {
    const others = await administrator.sql(`
      select pg_describe_object(classid, oid, 0) as object from (
        select 'pg_class'::regclass as classid, oid, relnamespace as space, relowner as owner from pg_class
        union all select 'pg_proc'::regclass, oid, pronamespace, proowner from pg_proc
        union all select 'pg_type'::regclass, oid, typnamespace, typowner from pg_type
        union all select 'pg_ts_dict'::regclass, oid, dictnamespace, dictowner from pg_ts_dict
        union all select 'pg_ts_config'::regclass, oid, cfgnamespace, cfgowner from pg_ts_config
      ) as created
      where space in ('public'::regnamespace, 'pgboss'::regnamespace) and owner <> '${roles.owner.role}'::regrole
        and not exists (select from pg_depend where pg_depend.classid = created.classid and objid = created.oid and deptype = 'e')`)
    expect(others).toEqual([])
  })

  it.for([
    'alter table audit_log disable trigger user',
    'drop trigger audit_log_append_only on audit_log',
    'create or replace function refuse_audit_change() returns trigger language plpgsql as $$ begin return old; end $$',
    'set session_replication_role = replica',
    'truncate audit_log',
    'drop table audit_chain',
    "update audit_log set target = 'forged'",
    'delete from audit_chain',
    'update audit_chain set hash = digest',
    "insert into audit_chain values (9007199254740991, -77, now(), true, '', '')",
    'create table forged ()',
    'create schema forged',
    'delete from ken_migrations',
    'drop table pgboss.job',
  ])('R171 refuses the runtime role: %s', async (statement) => {
    const client = await as(roles.runtime)
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  it('R171 lets the runtime role delete no entry of the audit log that is not an old refusal', async () => {
    const client = await as(roles.runtime)
    await expect(client.query('delete from audit_log')).rejects.toThrow('append-only')
    await expect(client.query(`set role ${roles.owner.role}`)).rejects.toMatchObject({
      code: '42501',
    })
  })

  it('R171 refuses a database user that may not create roles, and changes nothing', async () => {
    for (const { url } of [roles.runtime, roles.owner]) {
      const env = { ...world.env, KEN_DATABASE_URL: url }
      const { code, stderr } = await kenHere(['database', 'roles', '--owner', 'ken_never'], {
        ...world,
        env,
      })
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining('Set KEN_DATABASE_URL to a superuser, or to the owner'),
      ])
    }
    expect(await administrator.sql("select from pg_roles where rolname = 'ken_never'")).toEqual([])
  })
})

describe('Ken as the runtime role', () => {
  let server: Server
  let running: readonly Started[]
  beforeAll(async () => {
    server = started.use(await startKenHere(['http'], world))
    const worker = started.use(await startInBackgroundHere('worker', world))
    running = [server, worker, started.use(await startInBackgroundHere('scheduler', world))]
  })

  it('R171 signs people in, and sends their email', async () => {
    expect((await enrolOwner(world, server)).step.status).toBe('signed_in')
    await expect
      .poll(
        async () =>
          (
            await administrator.sql(
              `select from pgboss.job where name like 'deliver_notice%' and state = 'completed'`,
            )
          ).length,
      )
      .toBeGreaterThan(0)
  })

  it('R171 imports documents, finds them, and keeps statistics as far as it may', async () => {
    const pages = Array.from({ length: 300 }, (_, number) => ({
      source: 'handbook',
      external_id: `page-${number}`,
      title: `Page ${number}`,
      url: `https://handbook.example.com/${number}`,
      body: `The printer ${number} is on floor ${number}.`,
      allowed: ['everyone'],
    }))
    const input = pages.map((page) => JSON.stringify(page)).join('\n')
    expect(await kenHere(['import', '-'], { ...world, input })).toMatchObject({ code: 0 })
    const { key } = await kenJsonHere<{ key: string }>(
      ['keys', 'create', '--email', 'owner@example.com', '--name', 'test'],
      world,
    )
    const headers = { authorization: `Bearer ${key}` }
    const url = `${server.url}/public/v1/search`
    const found = await post(url, { query: 'printer 42', limit: 1 }, headers)
    expect(await found.json()).toMatchObject({ results: [{ title: 'Page 42' }] })
  })

  it('R171 links the audit log, which ken audit verify finds intact', async () => {
    const client = await as(roles.runtime)
    await client.query('select ken_extend_audit_chain(0, 1000)')
    const verified = await kenJsonHere<{ checked: number }>(['audit', 'verify'], world)
    expect(verified.checked).toBeGreaterThan(0)
    for (const { output } of running) expect(output.stderr).not.toContain('permission denied')
  })

  it('R149 R171 runs every scheduled job, which deletes old refusals too', async () => {
    await administrator.sql(
      `insert into audit_log (at, via, action, target, outcome)
       values (now() - interval '91 days', 'web', 'sign_in.fail', 'user:unknown', 'failure')`,
    )
    const ofSchedules = `name like 'schedule\\_%'`
    // A scheduler takes what is due when it starts.
    await administrator.sql(
      `insert into pgboss.job (name) select name from pgboss.queue where ${ofSchedules}`,
    )
    started.use(await startInBackgroundHere('scheduler', world))
    const jobs = () =>
      administrator.sql(`select distinct name, state::text from pgboss.job where ${ofSchedules}`)
    await expect
      .poll(jobs)
      .toEqual(schedules.map(() => ({ name: expect.any(String) as string, state: 'completed' })))
    expect(
      await administrator.sql(`select from audit_log where at < now() - interval '90 days'`),
    ).toEqual([])
  })

  it('R171 says that a new version needs the owner role, which then migrates', async () => {
    await administrator.sql(`delete from ken_migrations where name = '0060-link-every-entry'`)
    await administrator.sql('alter table audit_chain_state drop column broken_position')
    await administrator.sql('alter table audit_chain drop constraint audit_chain_position')
    const refused = await kenHere(['migrate'], world)
    expect(refused.stderr).toContain('Run "ken migrate" as their owner')
    const env = { ...world.env, KEN_DATABASE_URL: roles.owner.url }
    expect(await kenJsonHere(['migrate'], { ...world, env })).toEqual({
      applied: ['0060-link-every-entry'],
      prepared_queue: false,
    })
    expect((await kenHere(['migrate'], world)).code).toBe(0)
  })
})
