import {
  authenticateKey,
  createKey,
  importDocuments,
  isSetUp,
  listGroups,
  ok,
  type Email,
  operator,
  search,
  setUpOwner,
  Unavailable,
} from '@ken/core'
import type { Job, JobOf } from '@ken/core/ports'
import { anOrigin, newId, recordingLog } from '@ken/core/testing'
import { claimDatabase, DirectoryInUse, openServer } from '@ken/postgres'
import { outageProxy, smtpSink, testRedis } from '@ken/testing'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { composeKen } from './compose-ken.ts'
import type { Config } from './config/config.ts'
import { operatorSocketPath, runAtServer } from './operator/operator-socket.ts'
import { composed, configOf, emptyServerConfig, serverConfig } from './testing/composed-ken.ts'

const folder = mkdtempSync(join(tmpdir(), 'ken-'))
afterAll(() => rmSync(folder, { recursive: true }))

const healthy = {
  ready: true,
  parts: [
    { part: 'database', state: 'ok' },
    { part: 'queue', state: 'ok' },
  ],
}

describe('Ken on the embedded database', () => {
  const config = configOf({ dataDirectory: join(folder, 'data') })
  const { dataDirectory } = config
  const inside = (name: string) => join(dataDirectory, name)
  const answersCommands = (): Promise<boolean> =>
    runAtServer(operatorSocketPath(dataDirectory))(isSetUp, undefined).then(
      () => true,
      () => false,
    )
  let plain = ''

  it('is complete on its first start, also after one that was killed, and keeps other users out of its files in a directory that they may enter', async () => {
    mkdirSync(inside('database.new'), { recursive: true })
    writeFileSync(join(inside('database.new'), 'PG_VERSION'), '18')
    chmodSync(dataDirectory, 0o755)
    const steps: string[] = []
    const migrationWatch = {
      creating: () => void steps.push('creating'),
      waiting: () => void steps.push('waiting'),
      migrating: (done: number) => void (done === 0 && steps.push('migrating')),
    }
    const { ports, applied, health, close } = await composed(config, { migrationWatch })
    expect(steps).toEqual(['creating', 'migrating'])
    expect(applied).toContain('0001-create-accounts')
    expect(await health()).toEqual(healthy)

    const owner = await setUpOwner(ports, {
      actor: operator,
      email: 'ana@example.com',
      password: 'plum orbit candle 93',
    })
    if (!owner.ok) throw new Error(owner.error.code)
    const key = await createKey(ports, {
      actor: operator,
      ownerId: owner.value.account.id,
      name: 'laptop',
      lifetimeDays: 90,
      sources: null,
    })
    if (!key.ok) throw new Error(key.error.code)
    plain = key.value.plain
    const document = {
      source: 'wiki',
      externalId: '1',
      title: 'Printers',
      url: 'https://wiki.example.com/1',
      body: 'They jam.',
      allowed: ['everyone'],
      updatedAt: null,
    }
    expect(await importDocuments(ports, { actor: operator, documents: [document] })).toEqual({
      ok: true,
      value: [{ kind: 'created' }],
    })
    expect(await answersCommands()).toBe(true)

    const modes = ['.', 'database', 'run', 'secrets'].map(
      (name) => statSync(inside(name)).mode & 0o777,
    )
    expect(modes).toEqual([0o755, 0o700, 0o700, 0o600])
    await close()
  })

  it('R92 has everything on its next start, with the same secrets', async () => {
    const secrets = readFileSync(inside('secrets'), 'utf8')
    const { ports, applied } = await composed({ ...config, personLimit: 7 })
    expect(applied).toEqual([])
    expect(readFileSync(inside('secrets'), 'utf8')).toBe(secrets)
    const caller = await authenticateKey(ports, { presented: plain, origin: anOrigin })
    if (!caller.ok) throw new Error(caller.error.code)
    // KEN_PERSON_LIMIT is the limit of calls, and of messages that call nothing.
    for (const limiter of [ports.keyLimiter, ports.messageLimiter])
      expect(await limiter.take({ keyId: null, userId: newId() })).toMatchObject({
        person: { limit: 7 },
      })
    const found = await search(ports, {
      userId: caller.value.actor.userId,
      visibility: caller.value.visibility,
      query: 'jammed printer',
    })
    expect(found).toMatchObject({
      ok: true,
      value: { results: [{ title: 'Printers' }], degraded: false },
    })
  })

  it('R83 refuses to open a database whose secrets are gone, and creates no others', async () => {
    const secrets = readFileSync(inside('secrets'), 'utf8')
    rmSync(inside('secrets'))
    for (const mayCreate of [true, false]) {
      const opening = composeKen(config, { log: recordingLog(), role: 'server', mayCreate })
      await expect(opening).rejects.toThrow(`but no ${inside('secrets')}. Restore the file`)
    }
    expect(existsSync(inside('secrets'))).toBe(false)
    writeFileSync(inside('secrets'), secrets, { mode: 0o600 })
    await expect(composed(config)).resolves.toBeDefined()
  })

  it('accepts the command line while a server runs, not while a command does', async () => {
    const { close } = await composed(config, { role: 'command' })
    expect(await answersCommands()).toBe(false)
    await expect(composeKen(config, { log: recordingLog(), role: 'server' })).rejects.toThrow(
      DirectoryInUse,
    )
    await close()
    await composed(config)
    expect(await answersCommands()).toBe(true)
  })

  it('leaves nothing open when composing fails', async () => {
    const secrets = readFileSync(inside('secrets'), 'utf8')
    writeFileSync(inside('secrets'), 'nonsense')
    await expect(composed(config)).rejects.toThrow('Entry 1')
    writeFileSync(inside('secrets'), secrets)
    rmSync(inside('run'), { recursive: true })
    writeFileSync(inside('run'), '')
    await expect(composed(config)).rejects.toThrow('EEXIST')
    rmSync(inside('run'))
    await expect(composed(config)).resolves.toBeDefined()
  })

  it('closes once, however often close is called', async () => {
    const { close, ports } = await composed(config)
    await Promise.all([close(), close()])
    await close()
    await expect(listGroups(ports, { actor: operator })).rejects.toThrow(Unavailable)
    await composed(config)
  })
})

describe('Ken on a database server', () => {
  it('R85 reports that the database is unavailable while it is, and not longer', async () => {
    const config = await serverConfig()
    const proxy = await outageProxy(config.databaseUrl)
    onTestFinished(proxy.close)
    const { health, ports } = await composed({ ...config, databaseUrl: proxy.url })
    expect(await health()).toEqual(healthy)
    await proxy.cut()
    expect(await health()).toEqual({
      ready: false,
      parts: [
        {
          part: 'database',
          state: 'away',
          reason: expect.stringContaining('The database cannot be reached.') as string,
        },
        { part: 'queue', state: 'away', reason: 'The database does not respond.' },
      ],
    })
    await expect(listGroups(ports, { actor: operator })).rejects.toThrow(Unavailable)
    await proxy.heal()
    await expect.poll(async () => (await health()).ready).toBe(true)
  })

  it('is ready while Redis is unavailable, and reports it', async () => {
    const start = performance.now()
    const { health } = await composed(await serverConfig({ redisUrl: 'redis://127.0.0.1:1' }))
    expect(performance.now() - start).toBeLessThan(5_000)
    expect(await health()).toEqual({
      ready: true,
      parts: [
        { part: 'database', state: 'ok' },
        { part: 'redis', state: 'away', reason: 'Redis does not respond, or stores nothing.' },
        { part: 'queue', state: 'ok' },
      ],
    })
  })

  it('R59 sends email over the configured server, with links to the base URL, and none without a server', async () => {
    const sink = await smtpSink()
    onTestFinished(sink.close)
    const config = await serverConfig({ baseUrl: 'https://ken.example.com/in/side' })
    const mail = {
      smtpUrl: sink.url,
      from: { name: 'Ken', address: 'ken@example.com' as Email },
      language: 'en' as const,
    }
    const { ports, close } = await composed({ ...config, mail })
    expect(sink.connections()).toBe(0)
    const expiresAt = new Date()
    await ports.mailer?.send({
      kind: 'invitation',
      to: 'ada@example.com' as Email,
      role: 'Member',
      inviter: null,
      organisation: null,
      token: 'abc',
      expiresAt,
    })
    expect((await sink.nextEmailTo('ada@example.com')).links).toContain(
      'https://ken.example.com/in/side/invite#abc',
    )
    await close()
    await expect.poll(sink.openConnections).toBe(0)
    expect((await composed(config)).ports.mailer).toBeNull()
  })

  it('refuses to count limits separately from another process, changes nothing and leaves nothing open', async () => {
    const config = await emptyServerConfig()
    const { close } = await claimDatabase({
      url: config.databaseUrl,
      mode: 'alone',
      log: recordingLog(),
    })
    onTestFinished(close)
    await expect(composed(config)).rejects.toThrow('Several processes need KEN_REDIS_URL')
    // The first process's connection.
    await expect.poll(() => stateOf(config)).toEqual({ hasTables: false, connections: 1 })
    await expect(composed(config, { role: 'command' })).resolves.toBeDefined()
  })

  it('lets workers run next to a server that counts limits in memory, and gives them its jobs', async () => {
    const config = await serverConfig()
    const server = await composed(config)
    const worker = await composed(config, { role: 'worker' })
    const received: Job[] = []
    const { close } = await worker.work({
      runJob: async (job) => {
        received.push(job)
        return ok(null)
      },
      schedules: null,
    })
    onTestFinished(close)
    const jobs: readonly Job[] = [
      { kind: 'deliver_password_reset', email: 'ada@example.com' as Email, origin: anOrigin },
      {
        kind: 'deliver_invitation',
        invitationId: newId() as JobOf<'deliver_invitation'>['invitationId'],
        paced: true,
      },
    ]
    await server.ports.transact(async (stores) => ok(await stores.jobs.enqueue(jobs)))
    await expect.poll(() => received).toHaveLength(2)
    expect(received).toEqual(expect.arrayContaining([...jobs]))
  })

  it('lets several processes share their counts', async ({ skip }) => {
    const { url: redisUrl, ...absent } = await testRedis()
    if (redisUrl === null) skip('reason' in absent ? absent.reason : '')
    const config = await serverConfig({ redisUrl })
    await composed(config)
    const { health } = await composed(config)
    expect(await health()).toMatchObject({
      ready: true,
      parts: [{ state: 'ok' }, { part: 'redis', state: 'ok' }, { state: 'ok' }],
    })
  })

  it('R83 does not start without secrets, or with short ones', async () => {
    const config = await emptyServerConfig()
    for (const secrets of [null, 'a:c2hvcnQ=']) {
      await expect(composed({ ...config, secrets })).rejects.toThrow(/secret/)
      await expect.poll(() => stateOf(config)).toEqual({ hasTables: false, connections: 0 })
    }
  })
})

/** What the server shows of the Ken with this configuration. */
async function stateOf({ databaseUrl }: Config & { readonly databaseUrl: string }) {
  const url = new URL(databaseUrl)
  const name = url.searchParams.get('application_name')
  url.searchParams.set('application_name', 'watcher')
  const { query, close } = await openServer({ url: url.href, poolMax: 1, log: recordingLog() })
  const [state] = await query<{ hasTables: boolean; connections: number }>(
    'state',
    `select to_regclass('users') is not null as "hasTables", count(*)::int as connections from pg_stat_activity
     where application_name = $1`,
    [name],
  )
  await close()
  return state
}
