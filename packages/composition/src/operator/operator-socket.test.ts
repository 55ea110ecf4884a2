import {
  createGroup,
  createKey,
  importDocuments,
  listGroups,
  operator,
  Unavailable,
  type Ports,
} from '@ken/core'
import { aPersonIn, memoryPorts } from '@ken/core/testing'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { deserialize, serialize } from 'node:v8'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { operatorSocketPath, runAtServer, serveOperator } from './operator-socket.ts'

const folder = mkdtempSync(join(tmpdir(), 'ken-'))
afterAll(() => rmSync(folder, { recursive: true }))

const freshPath = (): string => operatorSocketPath(mkdtempSync(join(folder, 'data-')))

/** A server on ports in memory, and a connection for commands. */
async function served(overrides: Partial<Ports> = {}, path = freshPath()) {
  const ports = { ...memoryPorts(), ...overrides }
  const { close } = await serveOperator(ports, path)
  onTestFinished(close)
  return { ports, path, close, run: runAtServer(path) }
}

describe('a use case at the server', () => {
  it('returns the same result as in this process, dates and failures included', async () => {
    const { ports, run } = await served()
    const created = await run(createGroup, { actor: operator, slug: 'support' })
    expect(created).toEqual({ ok: true, value: { slug: 'support', createdAt: ports.clock.now() } })
    expect(created.ok && created.value.createdAt).toBeInstanceOf(Date)
    expect(await run(createGroup, { actor: operator, slug: 'support' })).toEqual(
      await createGroup(ports, { actor: operator, slug: 'support' }),
    )
    expect(await run(listGroups, { actor: operator })).toEqual(
      await listGroups(ports, { actor: operator }),
    )

    const { account } = await aPersonIn(ports)
    const key = await run(createKey, {
      actor: operator,
      ownerId: account.id,
      name: 'laptop',
      lifetimeDays: 90,
      sources: null,
    })
    expect(key).toMatchObject({
      ok: true,
      value: { key: { expiresAt: expect.any(Date) as Date, sources: null } },
    })

    const documents = [
      {
        source: 'wiki',
        externalId: '1',
        title: 'Zoë 🙂',
        url: 'https://a.example',
        body: 'x'.repeat(1_000_000),
        allowed: ['everyone'],
        updatedAt: null,
      },
    ]
    expect(await run(importDocuments, { actor: operator, documents })).toEqual({
      ok: true,
      value: [{ kind: 'created' }],
    })
  })

  it('throws Unavailable with all its data', async () => {
    const away = new Unavailable('database', 'The database cannot be reached.', {
      retryAfterSeconds: 7,
    })
    const { run } = await served({ transact: () => Promise.reject(away) })
    const thrown: unknown = await run(listGroups, { actor: operator }).catch(
      (error: unknown) => error,
    )
    expect(thrown).toBeInstanceOf(Unavailable)
    expect(thrown).toMatchObject({
      message: away.message,
      dependency: 'database',
      retryAfterSeconds: 7,
    })
  })

  it('throws the error of the server, with its message', async () => {
    const { run } = await served()
    const documents = Array.from({ length: 501 }, () => ({}) as never)
    const thrown: unknown = await run(importDocuments, { actor: operator, documents }).catch(
      (error: unknown) => error,
    )
    expect(thrown).not.toBeInstanceOf(Unavailable)
    expect(thrown).toMatchObject({ message: 'at most 500 documents per import' })
  })

  it('reports a use case that the server does not know, and a result that cannot be transferred', async () => {
    const { path } = await served()
    for (const name of ['inventDocuments', 'constructor', 'then']) {
      const outgoing = request({ socketPath: path, method: 'POST', agent: false })
      outgoing.end(serialize({ name, command: null }))
      const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
      expect(deserialize(await buffer(incoming))).toMatchObject({
        failure: {
          message: 'The running Ken is of another version than this command. Restart it.',
        },
      })
    }
    const other = await served({ transact: async () => ({ ok: true, value: () => {} }) as never })
    await expect(other.run(listGroups, { actor: operator })).rejects.toThrow('could not be cloned')
  })

  it('runs concurrently with others', async () => {
    const { run } = await served()
    const slugs = Array.from({ length: 20 }, (_, position) => `group-${position}`)
    const created = await Promise.all(
      slugs.map((slug) => run(createGroup, { actor: operator, slug })),
    )
    expect(created.every(({ ok }) => ok)).toBe(true)
  })
})

describe('the server of the command line', () => {
  it('does not exist before it listens, nor after it closed', async () => {
    const path = freshPath()
    const run = runAtServer(path)
    await expect(run(listGroups, { actor: operator })).rejects.toMatchObject({ code: 'ENOENT' })
    const { close } = await served({}, path)
    await run(listGroups, { actor: operator })
    await close()
    await expect(run(listGroups, { actor: operator })).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('replaces one that was killed', async () => {
    const path = freshPath()
    mkdirSync(dirname(path), { mode: 0o700 })
    const script = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => console.log('up'))`
    const killed = spawn(process.execPath, ['--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(killed.stdout, 'data')
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    expect(existsSync(path)).toBe(true)
    await expect(runAtServer(path)(listGroups, { actor: operator })).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    })
    const { run } = await served({}, path)
    expect(await run(listGroups, { actor: operator })).toEqual({ ok: true, value: [] })
  })

  it('listens in a directory that no other user may enter', async () => {
    const path = freshPath()
    mkdirSync(dirname(path))
    chmodSync(dirname(path), 0o777)
    await served({}, path)
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
  })

  it('neither listens at nor connects to a path where another user put a link', async () => {
    const path = freshPath()
    mkdirSync(join(folder, 'theirs'))
    symlinkSync(join(folder, 'theirs'), dirname(path))
    await expect(serveOperator(memoryPorts(), path)).rejects.toThrow(
      `${dirname(path)} belongs to another user.`,
    )
    await expect(runAtServer(path)(listGroups, { actor: operator })).rejects.toThrow(
      'belongs to another user',
    )
  })

  it.runIf(process.getuid?.() === 0)(
    'neither listens nor connects in a directory of another user',
    async () => {
      const path = freshPath()
      mkdirSync(dirname(path))
      chownSync(dirname(path), 65_534, 65_534)
      await expect(serveOperator(memoryPorts(), path)).rejects.toThrow(
        `${dirname(path)} belongs to another user.`,
      )
      await expect(runAtServer(path)(listGroups, { actor: operator })).rejects.toThrow(
        'belongs to another user',
      )
    },
  )

  it('survives commands that end midway or send invalid data', async () => {
    const { run, path } = await served()
    for (const text of [
      'POST / HTTP/1.1\r\nhost: ken\r\ncontent-length: 100\r\n\r\nhalf',
      'nonsense\r\n\r\n',
      '',
    ]) {
      const command = connect(path)
      await once(command, 'connect')
      command.write(text)
      await new Promise((resolve) => setImmediate(resolve))
      command.destroy()
    }
    const nonsense = connect(path)
    nonsense.write(
      'POST / HTTP/1.1\r\nhost: ken\r\nconnection: close\r\ncontent-length: 4\r\n\r\nhalf',
    )
    await once(nonsense.resume(), 'close')
    expect(await run(listGroups, { actor: operator })).toEqual({ ok: true, value: [] })
  })

  it('replies to running commands before it closes', async () => {
    const { promise: started, resolve: start } = Promise.withResolvers<void>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { run, close } = await served({
      transact: async () => {
        start()
        await released
        return { ok: true, value: [] } as never
      },
    })
    const underWay = run(listGroups, { actor: operator })
    await started
    const closed = close()
    release()
    await closed
    expect(await underWay).toEqual({ ok: true, value: [] })
  })

  it('closes in time although a command does not end, and that command reports it', async () => {
    const { promise: started, resolve: start } = Promise.withResolvers<void>()
    const { path, run } = await served()
    const stuck = { ...memoryPorts(), transact: () => (start(), new Promise<never>(() => {})) }
    const { close } = await serveOperator(stuck, `${path}-stuck`)
    const fault = runAtServer(`${path}-stuck`)(listGroups, { actor: operator }).catch(
      (error: unknown) => error,
    )
    await started
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const closed = close()
    vi.advanceTimersByTime(5_000)
    vi.useRealTimers()
    await closed
    expect(await fault).toBeInstanceOf(Unavailable)
    expect(await fault).toMatchObject({
      message: 'The running Ken ended before it replied. Run the command again.',
    })
    expect(await run(listGroups, { actor: operator })).toEqual({ ok: true, value: [] })
  })

  it('is unavailable when it ends before it replies', async () => {
    const path = freshPath()
    mkdirSync(dirname(path))
    const dying = createServer((socket) => socket.on('data', () => socket.destroy())).listen(path)
    onTestFinished(() => void dying.close())
    await once(dying, 'listening')
    await expect(runAtServer(path)(listGroups, { actor: operator })).rejects.toThrow(Unavailable)
  })
})

it("has a socket path for any length of the data directory's path", async () => {
  const directories = ['a', 'b'].map((letter) => join(folder, letter.repeat(200)))
  const umlauts = join('/', 'ä'.repeat(45))
  const paths = [...directories, umlauts].map(operatorSocketPath)
  for (const path of paths) expect(Buffer.byteLength(path)).toBeLessThanOrEqual(100)
  expect(new Set(paths).size).toBe(3)
  onTestFinished(() => rmSync(dirname(paths[0]!), { recursive: true }))
  const { run } = await served({}, paths[0])
  expect(await run(listGroups, { actor: operator })).toEqual({ ok: true, value: [] })
  expect(statSync(dirname(paths[0]!)).mode & 0o777).toBe(0o700)
})
