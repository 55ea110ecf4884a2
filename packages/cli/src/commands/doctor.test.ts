import type { Ken, PartHealth } from '@ken/composition'
import { teamChatAdvice } from '@ken/core'
import {
  anEnrolledPersonIn,
  aSessionIn,
  aTeamChatIn,
  memoryPorts,
  type MemoryPorts,
} from '@ken/core/testing'
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

async function examine(
  { env = {}, ...options }: Parameters<typeof testWorld>[0] = {},
  ...argv: readonly string[]
) {
  const { ken } = testWorld({ env: { KEN_DATA_DIR: directory, ...env }, ...options })
  const { exitCode, stdout } = await ken('doctor', '--json', ...argv)
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Check[] }
  return {
    exitCode,
    ok,
    checks,
    stateOf: (name: string) => checks.find((check) => check.name === name)?.state,
  }
}

/** The result for a mail server that should send a test email. */
const mailOf = async (url: string) => {
  const env = { KEN_SMTP_URL: url, KEN_MAIL_FROM: 'ken@example.com' }
  const { exitCode, checks } = await examine({ env }, '--mail-to', 'ada@example.com')
  expect(JSON.stringify(checks)).not.toMatch(/hunter2|guess/)
  return { exitCode, ...checks.at(-1) }
}

/** Configures team chat, and returns its check. */
const withTeamChat = async (
  ports: MemoryPorts,
  settings: Parameters<typeof aTeamChatIn>[1] = {},
) => {
  await aTeamChatIn(ports, settings)
  return async () => {
    const { exitCode, checks } = await examine({ connect: async () => connectionTo(ports) })
    return { exitCode, ...checks.find(({ name }) => name === 'team chat') }
  }
}

/** The result for a rotation of the secrets. */
const rotationOf = async (ports: MemoryPorts) =>
  (await examine({ connect: async () => connectionTo(ports) })).checks.find(
    ({ name }) => name === 'secrets rotation',
  )

describe('ken doctor', () => {
  it('passes for a complete Ken', async () => {
    const ports = memoryPorts()
    await ports.backgroundHeartbeats.beat(['worker', 'scheduler'])
    const { exitCode, ok, checks } = await examine({ connect: async () => connectionTo(ports) })
    // The disk of this machine may be full.
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
    const env = { KEN_DATABASE_URL: 'postgres://nowhere', KEN_SECRETS: generated }
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
      'fail The disk of the database is full, and nothing can be stored. Free space on it.'
    expect(await said(async () => 'full')).toEqual([1, full])
    expect(await said(() => Promise.reject(new Error('permission denied')))).toEqual([
      0,
      'skip Not checked: permission denied',
    ])
  })

  it('prints a line per check', async () => {
    const { stdout } = await testWorld({ env: { KEN_DATA_DIR: directory } }).ken('doctor')
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
    await rm(directory, { recursive: true })
    const missing = await examine({ connect: () => Promise.reject(new Error('opened')) })
    expect(existsSync(directory)).toBe(false)
    await mkdir(directory, { mode: 0o700 })
    const empty = await examine({ connect: () => Promise.reject(new Error('opened')) })
    expect(await readdir(directory)).toEqual([])
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
    await rm(join(directory, 'secrets'))
    const { exitCode, stateOf } = await examine({
      connect: () => Promise.reject(new Error('opened')),
    })
    expect([exitCode, stateOf('secrets'), stateOf('database')]).toEqual([0, 'warn', 'skip'])
    expect(await readdir(directory)).toEqual(['database'])
  })

  it('warns when others can enter the data directory, with advice', async () => {
    await chmod(directory, 0o755)
    const { exitCode, checks } = await examine()
    expect(exitCode).toBe(0)
    expect(checks[1]).toEqual({
      name: 'data directory',
      state: 'warn',
      detail: expect.stringContaining(`(mode 755). Run: chmod 700 '${directory}'`),
    })
  })

  it('fails when others can read the secrets, with advice', async () => {
    const file = join(directory, 'secrets')
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
      'password hashing ok',
      'redis ok',
      'embedder ok',
      'model ok',
      'mail ok',
    ])
  })

  it('R83 fails once when the secrets are invalid', async () => {
    const { checks, stateOf } = await examine({
      env: { KEN_SECRETS: 'a1:hunter2' },
      connect: () =>
        Promise.reject(
          Object.assign(new Error('Entry 1 is not base64.'), { name: 'KeyRingError' }),
        ),
    })
    expect(checks.filter(({ state }) => state === 'fail')).toMatchObject([{ name: 'secrets' }])
    expect(JSON.stringify(checks)).not.toContain('hunter2')
    expect(stateOf('database')).toBe('skip')
  })

  it('R29 fails when the secrets cannot decrypt the second factors, with advice', async () => {
    const ports = memoryPorts()
    const { account } = await anEnrolledPersonIn(ports)
    const look = () => examine({ connect: async () => connectionTo(ports) })
    expect((await look()).stateOf('second factors')).toBe('ok')
    ports.database.tables.accounts.set(account.id, { ...account, mfaSecret: 'of a lost key' })
    const { exitCode, checks } = await look()
    expect(exitCode).toBe(1)
    expect(checks.filter(({ state }) => state === 'fail')).toEqual([
      {
        name: 'second factors',
        state: 'fail',
        detail: expect.stringMatching(/1 second factor.*Add the missing entry.*ken reset-mfa$/),
      },
    ])
  })

  it('fails when Redis is unavailable', async () => {
    const { exitCode, stateOf } = await examine({ env: { KEN_REDIS_URL: 'redis://127.0.0.1:1' } })
    expect([exitCode, stateOf('redis')]).toEqual([1, 'fail'])
  })

  it('warns of an embedder that does not respond, because keyword search still works', async () => {
    const env = { KEN_EMBEDDER_URL: 'http://127.0.0.1:1/v1', KEN_EMBEDDER_MODEL: 'm' }
    const { exitCode, stateOf } = await examine({ env })
    expect([exitCode, stateOf('embedder')]).toEqual([0, 'warn'])
  })

  it('warns of an answer model that does not respond, because people get the results', async () => {
    const env = { KEN_MODEL_URL: 'http://127.0.0.1:1/v1', KEN_MODEL: 'm' }
    const { exitCode, stateOf } = await examine({ env })
    expect([exitCode, stateOf('model')]).toEqual([0, 'warn'])
  })

  it('checks the mail server, and sends a test email if a recipient is given', async () => {
    const sink = await smtpSink({ login: { user: 'ken', password: 'hunter2' } })
    onTestFinished(sink.close)
    const env = { KEN_SMTP_URL: sink.url, KEN_MAIL_FROM: 'ken@example.com' }
    expect((await examine({ env })).stateOf('mail')).toBe('ok')
    expect(sink.emails).toEqual([])
    const { checks } = await examine({ env }, '--mail-to', 'Ada@example.com')
    expect(checks.at(-1)).toEqual({
      name: 'mail',
      state: 'ok',
      detail: 'A test email was sent to ada@example.com.',
    })
    expect(sink.emails).toMatchObject([
      { recipients: ['ada@example.com'], content: { subject: 'Ken can send email' } },
    ])
  })

  it('fails when the mail server refuses the login or the test email, with advice', async () => {
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

  it('fails to send a test email without a mail server, and refuses an invalid address', async () => {
    const { exitCode, checks } = await examine({}, '--mail-to', 'ada@example.com')
    expect([exitCode, checks.at(-1)]).toEqual([
      1,
      {
        name: 'mail',
        state: 'fail',
        detail: expect.stringContaining('Set KEN_SMTP_URL and KEN_MAIL_FROM.'),
      },
    ])
    const { exitCode: refused, stderr } = await testWorld().ken('doctor', '--mail-to', 'ada')
    expect([refused, stderr]).toEqual([
      2,
      expect.stringContaining('It must be an address such as you@example.com.'),
    ])
  })

  describe('of team chat', () => {
    it('passes when there is none, when it is off, and when messages arrive', async () => {
      const ports = memoryPorts()
      expect(
        (await examine({ connect: async () => connectionTo(ports) })).stateOf('team chat'),
      ).toBe('ok')
      const look = await withTeamChat(ports, { enabled: false })
      expect(await look()).toMatchObject({
        state: 'ok',
        detail: expect.stringContaining('serves @ken, which is off.'),
      })
      await aTeamChatIn(ports)
      await ports.teamChatHealth.beat(ports.teamChat.bot.botId, {
        state: 'listening',
        since: ports.clock.now(),
      })
      expect(await look()).toMatchObject({
        exitCode: 0,
        state: 'ok',
        detail: expect.stringContaining('receives messages'),
      })
    })

    it('fails when the server does not serve a bot that is on, warns of one that is off, with advice', async () => {
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
      const nothing = 'https://chat.example.com serves @ken, but receives no messages.'
      expect(await look()).toMatchObject({
        state: 'warn',
        detail: `${nothing} ${teamChatAdvice.no_listener}`,
      })
    })
  })

  it.each([
    {
      secretIds: { unused: ['next'], newest: 'old', older: [] },
      state: 'warn',
      detail: 'remove the ~',
    },
    {
      secretIds: { unused: [], newest: 'next', older: ['old'] },
      state: 'warn',
      detail: 'No longer needed: old.',
    },
    {
      secretIds: { unused: [], newest: 'next', older: [] },
      state: 'ok',
      detail: 'No rotation is in progress.',
    },
  ] as const)(
    'R83 gives the next step of a rotation of the secrets: $secretIds',
    async ({ secretIds, state, detail }) => {
      const ports = memoryPorts()
      const rotating = { ...ports, refreshTokens: { ...ports.refreshTokens, secretIds } }
      expect(await rotationOf(rotating)).toMatchObject({
        state,
        detail: expect.stringContaining(detail),
      })
    },
  )

  it('R83 says what still needs the older secrets', async () => {
    const ports = memoryPorts()
    const { account } = await anEnrolledPersonIn(ports)
    const rotating = {
      ...ports,
      refreshTokens: {
        ...ports.refreshTokens,
        secretIds: { unused: [], newest: 'next', older: ['old'] },
      },
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
