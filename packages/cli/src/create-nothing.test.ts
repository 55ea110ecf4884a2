import { composeKen, loadConfig } from '@ken/composition'
import { openEmbedded, openServer, type Database } from '@ken/postgres'
import { generateSecrets } from '@ken/crypto'
import { migratedDirectory } from '@ken/postgres/testing'
import { freshDatabase, poolerDouble } from '@ken/testing'
import { randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandTree, type Tree } from './command-tree.ts'
import { connect } from './connect.ts'
import { testWorld } from './test-world.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
const email = ['--email', 'ana@example.com']
const folder = mkdtempSync(join(tmpdir(), 'ken-nothing-'))
afterAll(() => rmSync(folder, { recursive: true }))
const list = join(folder, 'people.csv')
writeFileSync(list, 'email,role\nbob@example.com,Member\n')

/** Commands that need an existing database, each with typical arguments. */
const commands: { readonly [path: string]: readonly string[] } = {
  'reset-password': [...email, '--temporary'],
  'reset-mfa': email,
  'users list': [],
  'users invite': ['bob@example.com'],
  'users import': [list],
  'users deactivate': ['bob@example.com'],
  'users reactivate': ['bob@example.com'],
  'users end-sessions': ['--all'],
  'groups create': ['finance'],
  'groups delete': ['finance'],
  'groups add': ['finance', 'bob@example.com'],
  'groups remove': ['finance', 'bob@example.com'],
  'groups list': [],
  'groups members': ['finance'],
  'keys create': [...email, '--name', 'laptop'],
  'keys create-service': ['--source', 'portal', '--name', 'bot'],
  'keys list': [],
  'keys revoke': ['01980000-0000-7000-8000-000000000000'],
  'keys take-over': ['01980000-0000-7000-8000-000000000000', '--email', 'ada@example.com'],
  queue: [],
  'queue drop': ['--all'],
  'queue retry': ['--all'],
  'audit verify': [],
  'database roles': [],
  'database reindex': [],
  'database reembed': [],
  'secrets reencrypt': [],
}
/** The same, of the embedded database only. */
const ofEmbedded: typeof commands = { 'database copy': ['--to', 'postgres://127.0.0.1:1/ken'] }
const mayCreate = ['start', 'http', 'worker', 'scheduler', 'migrate', 'init-owner', 'import']
const withoutDatabase = ['ask', 'search', 'mcp', 'openapi', 'secrets generate']
const callsOf = (of: typeof commands) =>
  Object.entries(of).map(([path, words]) => ({ path, argv: [...path.split(' '), ...words] }))
const calls = callsOf(commands)
/** One for all that a server can have, too: opening an embedded database takes long. */
const someCalls = calls.filter(({ path }) => path === 'keys list')
const embeddedCalls = callsOf(ofEmbedded)

const pathsOf = (tree: Tree): readonly string[] =>
  Object.entries(tree).flatMap(([name, entry]) => [
    ...('load' in entry ? [name] : []),
    ...('commands' in entry ? pathsOf(entry.commands) : []).map((path) => `${name} ${path}`),
  ])

const filesIn = (directory: string): readonly string[] =>
  existsSync(directory) ? readdirSync(directory, { recursive: true }).map(String).toSorted() : []

/** All tables, schemas and extensions, and the applied migrations. */
async function catalogOf({ query }: Database): Promise<string> {
  const everything = await query(
    'everything',
    `select 'class' as kind, relnamespace::regnamespace || '.' || relname as name from pg_class
     where relnamespace::regnamespace::text not like 'pg\\_temp%' and relnamespace::regnamespace::text not like 'pg\\_toast%'
     union all select 'schema', nspname || coalesce(obj_description(oid, 'pg_namespace'), '') from pg_namespace
     where nspname not like 'pg\\_temp%' and nspname not like 'pg\\_toast%'
     union all select 'extension', extname from pg_extension order by kind, name`,
    [],
  )
  const applied = await query('applied', 'select name from ken_migrations order by name', []).catch(
    () => [],
  )
  return JSON.stringify([everything, applied])
}

/** Removes the record of the newest migration, and returns its name. */
async function forgetNewest({ query }: Database): Promise<string> {
  const [newest] = await query<{ name: string }>(
    'forget',
    'delete from ken_migrations where name = (select max(name) from ken_migrations) returning name',
    [],
  )
  return newest!.name
}

it('covers every command that may not create a database', () => {
  const covered = { ...commands, ...ofEmbedded }
  expect([...Object.keys(covered), ...mayCreate, ...withoutDatabase, 'doctor'].toSorted()).toEqual(
    pathsOf(commandTree).toSorted(),
  )
})

const worldIn = (directory: string) => testWorld({ connect, env: { KEN_DATA_DIR: directory } })
const older = join(folder, 'older')
const opened = () => openEmbedded({ directory: older, log })

describe('R154 on the embedded database', () => {
  let before: { readonly files: readonly string[]; readonly catalog: string }
  let newest: string
  beforeAll(async () => {
    using migrated = await migratedDirectory()
    cpSync(migrated.path, older, { recursive: true })
    writeFileSync(join(older, 'secrets'), generateSecrets(), { mode: 0o600 })
    const { config } = loadConfig({ KEN_DATA_DIR: older })
    await (await composeKen(config, { log, role: 'command' })).close()
    cpSync(older, join(folder, 'complete'), { recursive: true })
    const database = await opened()
    newest = await forgetNewest(database)
    const catalog = await catalogOf(database)
    await database.close()
    before = { files: filesIn(older), catalog }
  })

  it.each([...calls, ...embeddedCalls])(
    'ken $path creates nothing in a missing or empty directory, and says what to run',
    async ({ argv }) => {
      const missing = join(folder, 'missing', 'data')
      const empty = join(folder, 'empty')
      mkdirSync(empty, { recursive: true })
      for (const directory of [missing, empty]) {
        const { exitCode, stdout, stderr } = await worldIn(directory).ken(...argv, '--json')
        expect({ exitCode, stdout, error: JSON.parse(stderr) as unknown }).toEqual({
          exitCode: 1,
          stdout: '',
          error: {
            error: {
              code: 'not_ready',
              message: `There is no Ken in ${directory}. Check KEN_DATA_DIR, or create a new Ken with: ken start`,
            },
          },
        })
      }
      expect(existsSync(join(folder, 'missing'))).toBe(false)
      expect(filesIn(empty)).toEqual([])
    },
  )

  it('ken doctor creates nothing in a missing or empty directory', async () => {
    const missing = join(folder, 'missing')
    const { exitCode, stdout } = await worldIn(missing).ken('doctor')
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('ken start')])
    expect(existsSync(missing)).toBe(false)
  })

  it.each([...someCalls, ...embeddedCalls])(
    'ken $path changes nothing in a database of an older version, and says what to run',
    async ({ argv }) => {
      const { exitCode, stderr } = await worldIn(older).ken(...argv)
      expect([exitCode, stderr]).toEqual([
        1,
        expect.stringContaining('Migrate it with: ken migrate\n'),
      ])
      expect(filesIn(older)).toEqual(before.files)
    },
  )

  it('ken doctor and all other commands change nothing in a database of an older version, until ken migrate does', async () => {
    const { exitCode, stdout } = await worldIn(older).ken('doctor')
    expect([exitCode, stdout]).toEqual([
      1,
      expect.stringMatching(/fail +database .*Migrate it with: ken migrate\n/),
    ])
    expect(filesIn(older)).toEqual(before.files)
    const database = await opened()
    expect(await catalogOf(database)).toBe(before.catalog)
    await database.close()
    expect(before.catalog).not.toContain(newest)
  })

  it('creates no new secrets for a database that lost them', async () => {
    const complete = join(folder, 'complete')
    expect((await worldIn(complete).ken('keys', 'list')).exitCode).toBe(0)
    rmSync(join(complete, 'secrets'))
    const { exitCode, stderr } = await worldIn(complete).ken('keys', 'list')
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('Restore the file from a backup'),
    ])
    expect(existsSync(join(complete, 'secrets'))).toBe(false)
  })
})

describe('R154 on a PostgreSQL server', () => {
  const closing: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const close of closing.toReversed()) await close()
  })

  /** An empty database, and commands on it. */
  async function server() {
    const { url, close } = await freshDatabase()
    const database = await openServer({ url, poolMax: 1, log })
    closing.push(close, database.close)
    const env = {
      KEN_DATABASE_URL: url,
      KEN_SECRETS: `0badcafe:${randomBytes(32).toString('base64')}`,
    }
    return { env, database, world: testWorld({ connect, env }) }
  }
  let empty: Awaited<ReturnType<typeof server>>
  let outdated: Awaited<ReturnType<typeof server>>
  beforeAll(async () => {
    ;[empty, outdated] = [await server(), await server()]
    const { config } = loadConfig(outdated.env)
    await (await composeKen(config, { log, role: 'command' })).close()
    await forgetNewest(outdated.database)
  })

  it.each(calls)(
    'ken $path changes nothing in an empty database or an older one, and says what to run',
    async ({ argv }) => {
      for (const { target, advice } of [
        {
          target: empty,
          advice: 'Check that it is the right one, or create the tables with: ken migrate\n',
        },
        { target: outdated, advice: 'Migrate it with: ken migrate\n' },
      ]) {
        const { world, database } = target
        const before = await catalogOf(database)
        const { exitCode, stderr } = await world.ken(...argv)
        expect([exitCode, stderr]).toEqual([1, expect.stringContaining(advice)])
        expect(await catalogOf(database)).toBe(before)
      }
    },
  )

  it('ken doctor changes nothing in an empty database or an older one, and says what to run', async () => {
    for (const { target, state, exitCode } of [
      { target: empty, state: 'warn', exitCode: 0 },
      { target: outdated, state: 'fail', exitCode: 1 },
    ]) {
      const { world, database } = target
      const before = await catalogOf(database)
      const examined = await world.ken('doctor')
      expect(examined).toMatchObject({
        exitCode,
        stdout: expect.stringMatching(new RegExp(`${state} +database .*ken migrate\\n`)),
      })
      expect(await catalogOf(database)).toBe(before)
    }
  })

  it('ken doctor reports a connection pooler, and what Ken needs', async () => {
    const pooler = await poolerDouble('startup')
    const world = testWorld({ connect, env: { ...empty.env, KEN_DATABASE_URL: pooler.url } })
    const { exitCode, stdout } = await world.ken('doctor')
    expect([exitCode, stdout]).toEqual([
      1,
      expect.stringMatching(/fail +database .*PgBouncer.*session mode/),
    ])
    await pooler.close()
  })

  it('refuses a database of a newer version, and says so', async () => {
    await outdated.database.query(
      'newer',
      `insert into ken_migrations (name) values ('9999-later')`,
      [],
    )
    const { exitCode, stderr } = await outdated.world.ken('keys', 'list')
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('migrated by a newer version of Ken: it has 9999-later.'),
    ])
  })
})
