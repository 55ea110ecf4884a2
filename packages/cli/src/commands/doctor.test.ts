import type { Ken, PartHealth } from '@ken/composition'
import { memoryPorts } from '@ken/core/testing'
import fs, { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connect } from '../connect.ts'
import { connectionTo, testConfig, testWorld } from '../test-world.ts'
import { generatedSecrets, testDoctor } from '../test-doctor.ts'

const { examine, directory } = testDoctor()
/** Checks that warn of the machine that runs the tests: its disk may be full, and its processors busy. */
const ofMachine = new Set(['disk', 'password hashing'])

describe('ken doctor', () => {
  it('passes for a complete Ken', async () => {
    const ports = memoryPorts()
    await ports.backgroundHeartbeats.beat(['worker', 'scheduler'])
    const { exitCode, ok, checks } = await examine({ connect: async () => connectionTo(ports) })
    expect(checks.filter(({ name, state }) => state !== 'ok' && !ofMachine.has(name))).toEqual([])
    expect({ exitCode, ok }).toEqual({ exitCode: 0, ok: true })
    expect(checks.map(({ name }) => name)).toEqual([
      'settings',
      'data directory',
      'disk',
      'secrets',
      'database',
      'vectors',
      'search index',
      'clock',
      'secrets rotation',
      'second factors',
      'queue',
      'worker',
      'scheduler',
      'team chat',
      'workspace chat',
      'bot messenger',
      'proxies',
      'password hashing',
      'redis',
      'embedder',
      'model',
      'mail',
    ])
  })

  it('R159 shows the cost and the time of one password hash', async () => {
    const { checks } = await examine({ connect: async () => connectionTo(memoryPorts()) })
    expect(checks.find(({ name }) => name === 'password hashing')?.detail).toMatch(
      /^argon2id with m=19456 KiB, t=2, p=1 takes \d+ ms\. At most \d at once, in \d+ MiB\./,
    )
  })

  it('reports a full or nearly full disk of the embedded database before anything has failed', async () => {
    const { statfs } = fs
    onTestFinished(() => void (fs.statfs = statfs))
    const connection = connectionTo(memoryPorts())
    const withFree = async (bavail: number) => {
      const blocks = { bsize: 1_024 * 1_024, blocks: 10_000, bavail }
      // One function cannot have all overloads.
      fs.statfs = (async () => blocks) as unknown as typeof statfs // Only the numbers are read.
      const { exitCode, checks } = await examine({ connect: async () => connection })
      return [exitCode, checks.find(({ name }) => name === 'disk')]
    }
    const free = expect.stringContaining('Free space') as string
    expect(await withFree(63)).toEqual([1, { name: 'disk', state: 'fail', detail: free }])
    expect(await withFree(64)).toEqual([0, { name: 'disk', state: 'warn', detail: free }])
    expect(await withFree(513)).toEqual([
      0,
      { name: 'disk', state: 'ok', detail: 'The disk has enough room.' },
    ])
  })

  it('reports a full disk of a server', async () => {
    const env = { KEN_DATABASE_URL: 'postgres://nowhere', KEN_SECRETS: generatedSecrets }
    const said = async (probeDisk: Ken['probeDisk']) => {
      const connection = connectionTo(memoryPorts())
      const { exitCode, checks } = await examine({
        env,
        connect: async () => ({ ...connection, own: { ...connection.own!, probeDisk } }),
      })
      return [
        exitCode,
        ...checks
          .filter(({ name }) => name === 'disk')
          .map(({ state, detail }) => `${state} ${detail}`),
      ]
    }
    expect(await said(async () => null)).toEqual([0, 'ok The disk has enough room.'])
    const full =
      'fail The disk of the database is full (an embedded one: less than 64 MiB free), and nothing can be stored. Free space on it.'
    expect(await said(async () => 'full')).toEqual([1, full])
    expect(await said(() => Promise.reject(new Error('permission denied')))).toEqual([
      0,
      'skip Not checked: permission denied',
    ])
  })

  it('does not say that no worker and no scheduler run while a full disk stores no heartbeat', async () => {
    const connection = connectionTo(memoryPorts())
    const own = { ...connection.own!, probeDisk: async () => 'full' as const }
    const { checks } = await examine({
      env: { KEN_DATABASE_URL: 'postgres://nowhere', KEN_SECRETS: generatedSecrets },
      connect: async () => ({ ...connection, own }),
    })
    const roles = checks.filter(({ name }) => name === 'worker' || name === 'scheduler')
    expect(roles.map(({ state, detail }) => `${state} ${detail}`)).toEqual(
      Array(2).fill('skip Not checked: first fix the disk.'),
    )
  })

  it('prints a line per check', async () => {
    const { stdout } = await testWorld({ env: { KEN_DATA_DIR: directory() } }).ken('doctor')
    expect(stdout).toMatch(/^ok +settings +Every variable is valid\.\n/)
  })

  it('names all invalid settings and skips the other checks', async () => {
    const { exitCode, checks } = await examine({ env: { KEN_PORT: 'x', KEN_LOG_LEVEL: 'loud' } })
    expect(exitCode).toBe(1)
    expect(checks.map(({ state, detail }) => `${state} ${detail.slice(0, 13)}`)).toEqual([
      'fail KEN_PORT must',
      'fail KEN_LOG_LEVEL',
    ])
  })

  it('creates nothing if there is no database yet', async () => {
    await rm(directory(), { recursive: true })
    const missing = await examine({ connect: () => Promise.reject(new Error('opened')) })
    expect(existsSync(directory())).toBe(false)
    await mkdir(directory(), { mode: 0o700 })
    const empty = await examine({ connect: () => Promise.reject(new Error('opened')) })
    expect(await readdir(directory())).toEqual([])
    for (const { exitCode, checks } of [missing, empty]) {
      expect(exitCode).toBe(0)
      expect(checks).toContainEqual({
        name: 'database',
        state: 'warn',
        detail: 'Not created yet. Create it with: ken start',
      })
    }
  })

  it('creates no new secrets for an existing database', async () => {
    await rm(join(directory(), 'secrets'))
    const { exitCode, stateOf } = await examine({
      connect: () => Promise.reject(new Error('opened')),
    })
    expect([exitCode, stateOf('secrets'), stateOf('database')]).toEqual([1, 'fail', 'skip'])
    expect(await readdir(directory())).toEqual(['database'])
  })

  it('says nothing of what may be in a data directory that cannot be used', async () => {
    await rm(directory(), { recursive: true })
    await writeFile(directory(), '')
    const { exitCode, checks, stateOf } = await examine({
      connect: () => Promise.reject(new Error('opened')),
    })
    expect(exitCode).toBe(1)
    expect(stateOf('data directory')).toBe('fail')
    for (const name of ['secrets', 'database'])
      expect(checks).toContainEqual({
        name,
        state: 'skip',
        detail: 'Not checked: first fix the data directory.',
      })
  })

  it('warns of a variable that Ken does not know', async () => {
    const env = { KEN_DATABASE_URLL: 'postgres://db/ken' }
    const { exitCode, checks } = await examine({
      env,
      connect: async () => connectionTo(memoryPorts()),
    })
    expect(exitCode).toBe(0)
    expect(checks[0]).toEqual({
      name: 'settings',
      state: 'warn',
      detail:
        'KEN_DATABASE_URLL is set, but Ken knows no such variable. Did you mean KEN_DATABASE_URL?',
    })
  })

  it('says once that Ken does not know a variable', async () => {
    const env = {
      KEN_DATABASE_URLL: 'postgres://db/ken',
      KEN_DATABASE_URL: 'postgres://127.0.0.1:1/ken',
      KEN_SECRETS: generatedSecrets,
    }
    const { stdout, stderr } = await testWorld({ env, connect }).ken('doctor')
    expect((stdout + stderr).match(/KEN_DATABASE_URLL is set/g)).toHaveLength(1)
  })

  it('warns when others can enter the data directory, with advice', async () => {
    await chmod(directory(), 0o755)
    const { exitCode, checks } = await examine()
    expect(exitCode).toBe(0)
    expect(checks[1]).toEqual({
      name: 'data directory',
      state: 'warn',
      detail: expect.stringContaining(`(mode 755). Run: chmod 700 '${directory()}'`),
    })
  })

  it('fails when others can read the secrets, with advice', async () => {
    const file = join(directory(), 'secrets')
    await chmod(file, 0o644)
    const { exitCode, checks } = await examine()
    expect(exitCode).toBe(1)
    expect(checks[3]).toEqual({
      name: 'secrets',
      state: 'fail',
      detail: expect.stringContaining(`chmod 600 '${file}'`),
    })
    expect(checks[4]).toMatchObject({ name: 'database', state: 'ok' })
  })

  it('runs all other checks when the database is unavailable', async () => {
    const { exitCode, checks } = await examine({
      connect: () => Promise.reject(new Error('The database at db:5432/ken cannot be used.')),
    })
    expect(exitCode).toBe(1)
    expect(checks[4]).toEqual({
      name: 'database',
      state: 'fail',
      detail: 'The database at db:5432/ken cannot be used.',
    })
    const others = checks.filter(({ name }) => !ofMachine.has(name))
    expect(others.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'settings ok',
      'data directory ok',
      'secrets ok',
      'database fail',
      'vectors skip',
      'search index skip',
      'clock skip',
      'secrets rotation skip',
      'second factors skip',
      'queue skip',
      'worker skip',
      'scheduler skip',
      'team chat skip',
      'workspace chat skip',
      'bot messenger skip',
      'proxies skip',
      'redis ok',
      'embedder ok',
      'model ok',
      'mail ok',
    ])
  })

  it('warns when clocks are more than 5 s apart', async () => {
    const connection = connectionTo(memoryPorts())
    const database: PartHealth = { part: 'database', state: 'ok' }
    const stateWith = async (...parts: readonly PartHealth[]) => {
      const own = {
        ...connection.own!,
        health: async () => ({ ready: true, parts: [database, ...parts] }),
      }
      return (await examine({ connect: async () => ({ ...connection, own }) })).stateOf('clock')
    }
    expect(
      await stateWith({
        part: 'clock',
        state: 'away',
        reason: 'The clock of this server is 6 s ahead.',
      }),
    ).toBe('warn')
    expect(await stateWith()).toBe('ok')
  })

  it('does not say that the clocks agree if the time of the database is not known', async () => {
    const connection = connectionTo(memoryPorts())
    const own = { ...connection.own!, isClockMeasured: () => false }
    const { stateOf } = await examine({ connect: async () => ({ ...connection, own }) })
    expect(stateOf('clock')).toBe('skip')
  })

  it('warns of a worker and of a scheduler that have not run for a minute, with advice', async () => {
    const ports = memoryPorts()
    const look = async () => {
      const { exitCode, checks } = await examine({ connect: async () => connectionTo(ports) })
      const ofRoles = checks.filter(({ name }) => name === 'worker' || name === 'scheduler')
      return { exitCode, lines: ofRoles.map(({ state, detail }) => `${state} ${detail}`) }
    }
    await ports.backgroundHeartbeats.beat(['scheduler'])
    expect(await look()).toEqual({
      exitCode: 0,
      lines: [
        expect.stringMatching(/^warn No worker .*ken worker$/),
        'ok At least one scheduler runs.',
      ],
    })
    ports.clock.advance(60_000)
    await ports.backgroundHeartbeats.beat(['worker'])
    expect((await look()).lines).toEqual([
      'ok At least one worker runs.',
      expect.stringMatching(/^warn No scheduler .*ken scheduler$/),
    ])
  })

  it('skips the worker while it has the embedded database for itself, because ken start includes one', async () => {
    const connection = connectionTo(memoryPorts(), { ...testConfig, databaseUrl: null })
    const { stateOf } = await examine({ connect: async () => connection })
    expect(['worker', 'scheduler'].map(stateOf)).toEqual(['skip', 'skip'])
  })

  it('names the program that must run a worker if it has the embedded database open', async () => {
    const connection = connectionTo(memoryPorts(), { ...testConfig, databaseUrl: null })
    const { checks } = await examine({ connect: async () => ({ ...connection, own: null }) })
    for (const role of ['worker', 'scheduler'])
      expect(checks.find(({ name }) => name === role)).toMatchObject({
        state: 'warn',
        detail: expect.stringMatching(
          /The program that embeds Ken .* startWorker of @ken\/worker\.$/,
        ),
      })
  })

  it('lists what it cannot check while a running server has the database', async () => {
    const { exitCode, stateOf } = await examine({
      connect: async () => ({ ...connectionTo(memoryPorts()), own: null }),
    })
    expect(exitCode).toBe(0)
    expect(['database', 'vectors', 'clock', 'redis'].map(stateOf)).toEqual([
      'ok',
      'skip',
      'skip',
      'ok',
    ])
  })
})
