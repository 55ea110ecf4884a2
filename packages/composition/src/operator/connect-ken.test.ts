import { createGroup, importDocuments, isSetUp, listGroups, operator } from '@ken/core'
import { recordingLog } from '@ken/core/testing'
import { DirectoryInUse } from '@ken/postgres'
import { generateSecrets } from '@ken/crypto'
import { dirname, join } from 'node:path'
import { migratedDirectory } from '@ken/postgres/testing'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { connectKen, type ConnectOptions } from './connect-ken.ts'
import { operatorSocketPath } from './operator-socket.ts'
import { configOf, serverConfig } from '../testing/composed-ken.ts'

const { path: dataDirectory, remove } = await migratedDirectory()
writeFileSync(join(dataDirectory, 'secrets'), generateSecrets(), { mode: 0o600 })
const config = configOf({ dataDirectory })
afterAll(remove)

/** Ken for a command, closed after the test. */
async function connected(where = config, options: Partial<ConnectOptions> = {}) {
  const connection = await connectKen(where, { log: recordingLog(), mayCreate: true, ...options })
  onTestFinished(connection.close)
  return connection
}

/** A process that starts Ken as a server and runs until it is killed. */
async function startServer(): Promise<ChildProcess> {
  const script = `
    const { composeKen } = await import(${JSON.stringify(new URL('../index.ts', import.meta.url))})
    const log = { info() {}, warn: console.error, error: console.error }
    const composing = composeKen(${JSON.stringify(config)}, { log, role: 'server' })
    console.log('has the directory')
    await composing
    setInterval(() => {}, 1_000)
  `
  const server = spawn(
    process.execPath,
    ['--liftoff-only', '--input-type=module', '--eval', script],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  onTestFinished(() => void server.kill('SIGKILL'))
  await once(server.stdout, 'data')
  return server
}

// Each one creates or opens a database, which takes long on a busy machine.
it('gives concurrent commands the database one after the other', { timeout: 180_000 }, async () => {
  const slugs = ['first', 'second', 'third']
  const outcomes = await Promise.all(
    slugs.map(async (slug) => {
      const { run, own, close } = await connectKen(config, {
        log: recordingLog(),
        mayCreate: true,
        patienceMs: 120_000,
      })
      const created = await run(createGroup, { actor: operator, slug })
      await close()
      return { isOwn: own !== null, isCreated: created.ok }
    }),
  )
  expect(outcomes).toEqual(slugs.map(() => ({ isOwn: true, isCreated: true })))
})

it('fails when another command does not end', async () => {
  await connected()
  const start = performance.now()
  await expect(connected(config, { patienceMs: 300 })).rejects.toThrow(DirectoryInUse)
  expect(performance.now() - start).toBeGreaterThan(300)
})

it('fails when a server accepts the connection and does not respond, as one that is suspended', async () => {
  await connected()
  const path = operatorSocketPath(config.dataDirectory)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const suspended = createServer().listen(path)
  onTestFinished(() => void suspended.close())
  await once(suspended, 'listening')
  await expect(connected(config, { respondMs: 300 })).rejects.toMatchObject({
    name: 'Unavailable',
    dependency: 'server',
    message: expect.stringMatching(
      /does not respond\. If it is suspended, continue it\. If it is busy, wait: /,
    ) as string,
  })
})

it('waits for a starting server, works through it, and continues without it after it was killed', async () => {
  const server = await startServer()
  const through = await connected(config, { patienceMs: 20_000 })
  expect(through.own).toBeNull()
  expect(await through.run(isSetUp, undefined)).toBe(false)
  const created = await through.run(createGroup, { actor: operator, slug: 'through-the-server' })
  expect(created.ok && created.value.createdAt).toBeInstanceOf(Date)
  expect(await through.run(createGroup, { actor: operator, slug: 'through-the-server' })).toEqual({
    ok: false,
    error: { code: 'group.exists', slug: 'through-the-server' },
  })
  const tooMany = Array.from({ length: 501 }, () => ({}) as never)
  await expect(
    through.run(importDocuments, { actor: operator, documents: tooMany }),
  ).rejects.toThrow('at most 500 documents')

  server.kill('SIGKILL')
  await once(server, 'exit')
  expect(existsSync(operatorSocketPath(config.dataDirectory))).toBe(true)
  const own = await connected()
  expect(own.own).not.toBeNull()
  const groups = await own.run(listGroups, { actor: operator })
  expect(groups.ok && groups.value.map(({ slug }) => slug)).toEqual([
    'first',
    'second',
    'third',
    'through-the-server',
  ])
})

it('works next to others on a database server', async () => {
  const shared = await serverConfig()
  const connections = await Promise.all([connected(shared), connected(shared)])
  for (const { run, own } of connections) {
    expect(own).not.toBeNull()
    expect(await run(isSetUp, undefined)).toBe(false)
  }
})
