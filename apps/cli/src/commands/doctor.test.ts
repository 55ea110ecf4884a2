import type { Ken, PartHealth } from '@ken/composition'
import { teamChatAdvice } from '@ken/core'
import { anEnrolledPersonIn, aSessionIn, aTeamChatIn, memoryPorts, type MemoryPorts } from '@ken/core/testing'
import { smtpSink } from '@ken/testing'
import fs, { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { connectionTo, testConfig, testWorld } from '../test-world.ts'
import type { Check } from '../checks.ts'

const generated = `0badcafe:${randomBytes(32).toString('base64')}`
let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ken-doctor-'))
  await mkdir(join(directory, 'database'))
  await writeFile(join(directory, 'secrets'), `${generated}\n`, { mode: 0o600 })
})
afterEach(() => rm(directory, { recursive: true }))

async function examine({ env = {}, ...options }: Parameters<typeof testWorld>[0] = {}, ...argv: readonly string[]) {
  const { ken } = testWorld({ env: { KEN_DATA_DIR: directory, ...env }, ...options })
  const { exitCode, stdout } = await ken('doctor', '--json', ...argv)
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Check[] }
  return { exitCode, ok, checks, stateOf: (name: string) => checks.find((check) => check.name === name)?.state }
}

/** What doctor says of a mail server that it is to send a test mail over. */
const mailOf = async (url: string) => {
  const env = { KEN_SMTP_URL: url, KEN_MAIL_FROM: 'ken@example.com' }
  const { exitCode, checks } = await examine({ env }, '--mail-to', 'ada@example.com')
  expect(JSON.stringify(checks)).not.toMatch(/hunter2|guess/)
  return { exitCode, ...checks.at(-1) }
}

/** Sets team chat up. Answers what looks at it with doctor. */
const withTeamChat = async (ports: MemoryPorts, settings: Parameters<typeof aTeamChatIn>[1] = {}) => {
  await aTeamChatIn(ports, settings)
  return async () => {
    const { exitCode, checks } = await examine({ connect: async () => connectionTo(ports) })
    return { exitCode, ...checks.find(({ name }) => name === 'team chat') }
  }
}

/** What is said of a rotation of the secrets. */
const rotationOf = async (ports: MemoryPorts) =>
  (await examine({ connect: async () => connectionTo(ports) })).checks.find(({ name }) => name === 'secrets rotation')

describe('ken doctor', () => {
  it('passes a whole Ken', async () => {
    const ports = memoryPorts()
    await ports.backgroundHeartbeats.beat(['worker', 'scheduler'])
    const { exitCode, ok, checks } = await examine({ connect: async () => connectionTo(ports) })
    // How full the disk of this machine is, is its own business.
    expect(checks.filter(({ name, state }) => state !== 'ok' && name !== 'disk')).toEqual([])
    expect({ exitCode, ok }).toEqual({ exitCode: 0, ok: true })
    expect(checks.map(({ name }) => name)).toEqual([
      'settings',
      'data directory',
      'disk',
      'secrets',
      'database',
      'vectors',
      'clock',
      'secrets rotation',
      'second factors',
      'queue',
      'worker',
      'scheduler',
      'team chat',
      'proxies',
      'redis',
      'embedder',
      'model',
      'mail',
    ])
  })

  it('says that the disk of the embedded database is full, or soon will be, before anything has failed', async () => {
    const { statfs } = fs
    onTestFinished(() => void (fs.statfs = statfs))
    const connection = connectionTo(memoryPorts())
    const withFree = async (bavail: number) => {
      const blocks = { bsize: 1_024 * 1_024, blocks: 10_000, bavail }
      // The overloads cannot be met by one function.
      fs.statfs = (async () => blocks) as unknown as typeof statfs // Only the numbers are read.
      const { exitCode, checks } = await examine({ connect: async () => connection })
      return [exitCode, checks.find(({ name }) => name === 'disk')]
    }
    const free = expect.stringContaining('Free space') as string
    expect(await withFree(63)).toEqual([1, { name: 'disk', state: 'fail', detail: free }])
    expect(await withFree(64)).toEqual([0, { name: 'disk', state: 'warn', detail: free }])
    expect(await withFree(513)).toEqual([0, { name: 'disk', state: 'ok', detail: 'There is room.' }])
  })

  it('says that the disk of a server is full', async () => {
    const env = { KEN_DATABASE_URL: 'postgres://nowhere', KEN_SECRETS: generated }
    const said = async (probeDisk: Ken['probeDisk']) => {
      const connection = connectionTo(memoryPorts())
      const { exitCode, checks } = await examine({
        env,
        connect: async () => ({ ...connection, own: { ...connection.own!, probeDisk } }),
      })
      return [exitCode, ...checks.filter(({ name }) => name === 'disk').map(({ state, detail }) => `${state} ${detail}`)]
    }
    expect(await said(async () => null)).toEqual([0, 'ok There is room.'])
    const full = 'fail The disk of the database is full, and nothing can be stored. Free space on it.'
    expect(await said(async () => 'full')).toEqual([1, full])
    expect(await said(() => Promise.reject(new Error('permission denied')))).toEqual([0, 'skip Not checked: permission denied'])
  })

  it('prints a line per check', async () => {
    const { stdout } = await testWorld({ env: { KEN_DATA_DIR: directory } }).ken('doctor')
    expect(stdout).toMatch(/^ok +settings +Every variable can be used\.\n/)
  })

  it('names every setting at fault and looks no further', async () => {
    const { exitCode, checks } = await examine({ env: { KEN_PORT: 'x', KEN_LOG_LEVEL: 'loud' } })
    expect(exitCode).toBe(1)
    expect(checks.map(({ state, detail }) => `${state} ${detail.slice(0, 13)}`)).toEqual([
      'fail KEN_PORT must',
      'fail KEN_LOG_LEVEL',
    ])
  })

  it('creates nothing where there is no database yet', async () => {
    await rm(directory, { recursive: true })
    const missing = await examine({ connect: () => Promise.reject(new Error('opened')) })
    expect(existsSync(directory)).toBe(false)
    await mkdir(directory, { mode: 0o700 })
    const empty = await examine({ connect: () => Promise.reject(new Error('opened')) })
    expect(await readdir(directory)).toEqual([])
    for (const { exitCode, checks } of [missing, empty]) {
      expect(exitCode).toBe(0)
      expect(checks).toContainEqual({ name: 'database', state: 'warn', detail: 'Not created yet. Create it with: ken start' })
    }
  })

  it('makes no new secrets beside a database', async () => {
    await rm(join(directory, 'secrets'))
    const { exitCode, stateOf } = await examine({ connect: () => Promise.reject(new Error('opened')) })
    expect([exitCode, stateOf('secrets'), stateOf('database')]).toEqual([0, 'warn', 'skip'])
    expect(await readdir(directory)).toEqual(['database'])
  })

  it('warns when others can enter the data directory, and says how to mend it', async () => {
    await chmod(directory, 0o755)
    const { exitCode, checks } = await examine()
    expect(exitCode).toBe(0)
    expect(checks[1]).toEqual({
      name: 'data directory',
      state: 'warn',
      detail: expect.stringContaining(`(mode 755). Run: chmod 700 '${directory}'`),
    })
  })

  it('fails when others can read the secrets, and says how to mend it', async () => {
    const file = join(directory, 'secrets')
    await chmod(file, 0o644)
    const { exitCode, checks } = await examine()
    expect(exitCode).toBe(1)
    expect(checks[3]).toEqual({ name: 'secrets', state: 'fail', detail: expect.stringContaining(`chmod 600 '${file}'`) })
    expect(checks[4]).toMatchObject({ name: 'database', state: 'ok' })
  })

  it('looks at everything else when the database cannot be had', async () => {
    const { exitCode, checks } = await examine({
      connect: () => Promise.reject(new Error('The database at db:5432/ken cannot be used.')),
    })
    expect(exitCode).toBe(1)
    expect(checks[4]).toEqual({ name: 'database', state: 'fail', detail: 'The database at db:5432/ken cannot be used.' })
    const others = checks.filter(({ name }) => name !== 'disk')
    expect(others.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'settings ok',
      'data directory ok',
      'secrets ok',
      'database fail',
      'vectors skip',
      'clock skip',
      'secrets rotation skip',
      'second factors skip',
      'queue skip',
      'worker skip',
      'scheduler skip',
      'team chat skip',
      'proxies skip',
      'redis ok',
      'embedder ok',
      'model ok',
      'mail ok',
    ])
  })

  it('R83 fails once when the secrets cannot be used', async () => {
    const { checks, stateOf } = await examine({
      env: { KEN_SECRETS: 'a1:hunter2' },
      connect: () => Promise.reject(Object.assign(new Error('Entry 1 is not base64.'), { name: 'KeyRingError' })),
    })
    expect(checks.filter(({ state }) => state === 'fail')).toMatchObject([{ name: 'secrets' }])
    expect(JSON.stringify(checks)).not.toContain('hunter2')
    expect(stateOf('database')).toBe('skip')
  })

  it('R29 fails when the secrets are not those of the second factors, and says how to mend it', async () => {
    const ports = memoryPorts()
    const { account } = await anEnrolledPersonIn(ports)
    const look = () => examine({ connect: async () => connectionTo(ports) })
    expect((await look()).stateOf('second factors')).toBe('ok')
    ports.database.tables.accounts.set(account.id, { ...account, mfaSecret: 'of a lost key' })
    const { exitCode, checks } = await look()
    expect(exitCode).toBe(1)
    expect(checks.filter(({ state }) => state === 'fail')).toEqual([
      { name: 'second factors', state: 'fail', detail: expect.stringMatching(/1 second factor.*Put the entry.*ken reset-mfa$/) },
    ])
  })

  it('fails when Redis is away', async () => {
    const { exitCode, stateOf } = await examine({ env: { KEN_REDIS_URL: 'redis://127.0.0.1:1' } })
    expect([exitCode, stateOf('redis')]).toEqual([1, 'fail'])
  })

  it('warns of an embedder that does not answer, because search goes on by words', async () => {
    const env = { KEN_EMBEDDER_URL: 'http://127.0.0.1:1/v1', KEN_EMBEDDER_MODEL: 'm' }
    const { exitCode, stateOf } = await examine({ env })
    expect([exitCode, stateOf('embedder')]).toEqual([0, 'warn'])
  })

  it('warns of an answer model that does not answer, because people get what was found', async () => {
    const env = { KEN_MODEL_URL: 'http://127.0.0.1:1/v1', KEN_MODEL: 'm' }
    const { exitCode, stateOf } = await examine({ env })
    expect([exitCode, stateOf('model')]).toEqual([0, 'warn'])
  })

  it('tries the mail server, and sends a test mail when told to whom', async () => {
    const sink = await smtpSink({ login: { user: 'ken', password: 'hunter2' } })
    onTestFinished(sink.close)
    const env = { KEN_SMTP_URL: sink.url, KEN_MAIL_FROM: 'ken@example.com' }
    expect((await examine({ env })).stateOf('mail')).toBe('ok')
    expect(sink.mails).toEqual([])
    const { checks } = await examine({ env }, '--mail-to', 'Ada@example.com')
    expect(checks.at(-1)).toEqual({ name: 'mail', state: 'ok', detail: 'A test mail is on its way to ada@example.com.' })
    expect(sink.mails).toMatchObject([{ recipients: ['ada@example.com'], content: { subject: 'Ken can send mail' } }])
  })

  it('fails when the mail server refuses the login or the test mail, and says what to do', async () => {
    const sink = await smtpSink({ login: { user: 'ken', password: 'hunter2' } })
    onTestFinished(sink.close)
    expect(await mailOf(sink.url.replace('hunter2', 'guess'))).toMatchObject({
      exitCode: 1,
      state: 'fail',
      detail: expect.stringContaining('check user and password in KEN_SMTP_URL'),
    })
    sink.behave({ code: 550 })
    expect(await mailOf(sink.url)).toMatchObject({
      exitCode: 1,
      detail: expect.stringContaining('refuses the recipient (550 5.1.1)'),
    })
  })

  it('fails to send a test mail without a mail server, and takes no text for an address', async () => {
    const { exitCode, checks } = await examine({}, '--mail-to', 'ada@example.com')
    expect([exitCode, checks.at(-1)]).toEqual([
      1,
      { name: 'mail', state: 'fail', detail: expect.stringContaining('Set KEN_SMTP_URL and KEN_MAIL_FROM.') },
    ])
    const { exitCode: refused, stderr } = await testWorld().ken('doctor', '--mail-to', 'ada')
    expect([refused, stderr]).toEqual([2, expect.stringContaining('It must be an address such as you@example.com.')])
  })

  describe('of team chat', () => {
    it('passes when there is none, when it is off, and when what people write arrives', async () => {
      const ports = memoryPorts()
      expect((await examine({ connect: async () => connectionTo(ports) })).stateOf('team chat')).toBe('ok')
      const look = await withTeamChat(ports, { enabled: false })
      expect(await look()).toMatchObject({ state: 'ok', detail: expect.stringContaining('serves @ken, which is off.') })
      await aTeamChatIn(ports)
      await ports.teamChatHealth.beat(ports.teamChat.bot.botId, { state: 'listening', since: ports.clock.now() })
      expect(await look()).toMatchObject({ exitCode: 0, state: 'ok', detail: expect.stringContaining('arrives') })
    })

    it('fails when the server does not serve a bot that is on, warns of one that is off, and says what to do', async () => {
      const ports = memoryPorts()
      ports.teamChat.setRevoked(true)
      const detail = `https://chat.example.com: ${teamChatAdvice.token_refused}`
      const look = await withTeamChat(ports)
      expect(await look()).toEqual({ exitCode: 1, name: 'team chat', state: 'fail', detail })
      await aTeamChatIn(ports, { enabled: false })
      expect(await look()).toEqual({ exitCode: 0, name: 'team chat', state: 'warn', detail })
    })

    it('warns when nothing arrives although the server serves the bot, and says why', async () => {
      const ports = memoryPorts()
      const look = await withTeamChat(ports)
      const nothing = 'https://chat.example.com serves @ken, but nothing arrives.'
      expect(await look()).toMatchObject({ state: 'warn', detail: `${nothing} ${teamChatAdvice.no_listener}` })
    })
  })

  it.each([
    [{ unused: ['next'], newest: 'old', older: [] }, 'warn', 'take the ~ off'],
    [{ unused: [], newest: 'next', older: ['old'] }, 'warn', 'Nothing needs old any more.'],
    [{ unused: [], newest: 'next', older: [] }, 'ok', 'None is under way.'],
  ] as const)('R83 says the next step of a rotation of the secrets: %j', async (secretIds, state, detail) => {
    const ports = memoryPorts()
    const rotating = { ...ports, refreshTokens: { ...ports.refreshTokens, secretIds } }
    expect(await rotationOf(rotating)).toMatchObject({ state, detail: expect.stringContaining(detail) })
  })

  it('R83 says what the older secrets are still needed for', async () => {
    const ports = memoryPorts()
    const { account } = await anEnrolledPersonIn(ports)
    const rotating = {
      ...ports,
      refreshTokens: { ...ports.refreshTokens, secretIds: { unused: [], newest: 'next', older: ['old'] } },
      cipher: { ...ports.cipher, isOutdated: () => true },
    }
    expect(await rotationOf(rotating)).toMatchObject({
      state: 'warn',
      detail: expect.stringContaining('run: ken secrets reencrypt'),
    })
    await aSessionIn(ports, account)
    expect(await rotationOf({ ...rotating, cipher: ports.cipher })).toMatchObject({
      state: 'ok',
      detail: expect.stringContaining('signs 1 session out'),
    })
  })

  it('warns when clocks are more than 5 s apart', async () => {
    const connection = connectionTo(memoryPorts())
    const database: PartHealth = { part: 'database', state: 'ok' }
    const stateWith = async (...parts: readonly PartHealth[]) => {
      const own = { ...connection.own!, health: async () => ({ ready: true, parts: [database, ...parts] }) }
      return (await examine({ connect: async () => ({ ...connection, own }) })).stateOf('clock')
    }
    expect(await stateWith({ part: 'clock', state: 'away', reason: 'The clock of this server is 6 s ahead.' })).toBe('warn')
    expect(await stateWith()).toBe('ok')
  })

  it('warns of a worker and of a scheduler that have not run for a minute, and says what to run', async () => {
    const ports = memoryPorts()
    const look = async () => {
      const { exitCode, checks } = await examine({ connect: async () => connectionTo(ports) })
      const ofRoles = checks.filter(({ name }) => name === 'worker' || name === 'scheduler')
      return { exitCode, lines: ofRoles.map(({ state, detail }) => `${state} ${detail}`) }
    }
    await ports.backgroundHeartbeats.beat(['scheduler'])
    expect(await look()).toEqual({
      exitCode: 0,
      lines: [expect.stringMatching(/^warn No worker .*ken worker$/), 'ok At least one scheduler runs.'],
    })
    ports.clock.advance(60_000)
    await ports.backgroundHeartbeats.beat(['worker'])
    expect((await look()).lines).toEqual([
      'ok At least one worker runs.',
      expect.stringMatching(/^warn No scheduler .*ken scheduler$/),
    ])
  })

  it('does not look for a worker while it has the embedded database for itself, because ken start is one', async () => {
    const connection = connectionTo(memoryPorts(), { ...testConfig, databaseUrl: null })
    const { stateOf } = await examine({ connect: async () => connection })
    expect(['worker', 'scheduler'].map(stateOf)).toEqual(['skip', 'skip'])
  })

  it('says what it cannot look at while a running server has the database', async () => {
    const { exitCode, stateOf } = await examine({ connect: async () => ({ ...connectionTo(memoryPorts()), own: null }) })
    expect(exitCode).toBe(0)
    expect(['database', 'vectors', 'clock', 'redis'].map(stateOf)).toEqual(['ok', 'skip', 'skip', 'ok'])
  })
})
