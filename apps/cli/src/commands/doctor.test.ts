import { Unavailable } from '@ken/core'
import { memoryPorts } from '@ken/core/testing'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectionTo, testConfig, testWorld } from '../test-world.ts'
import type { Check } from '../checks.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ken-doctor-'))
})
afterEach(() => rm(directory, { recursive: true }))

async function examine(options: Parameters<typeof testWorld>[0] = {}) {
  const { ken } = testWorld({ env: { KEN_DATA_DIR: directory }, ...options })
  const { exitCode, stdout } = await ken('doctor', '--json')
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Check[] }
  return { exitCode, ok, checks, stateOf: (name: string) => checks.find((check) => check.name === name)?.state }
}

describe('ken doctor', () => {
  it('passes a whole Ken', async () => {
    const { exitCode, ok, checks } = await examine()
    expect(checks.filter(({ state }) => state !== 'ok')).toEqual([])
    expect({ exitCode, ok }).toEqual({ exitCode: 0, ok: true })
    expect(checks.map(({ name }) => name)).toEqual([
      'settings',
      'data directory',
      'secrets',
      'database',
      'redis',
      'vectors',
      'embedder',
      'clock',
    ])
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

  it('fails when others can read the secrets, and says how to mend it', async () => {
    const file = join(directory, 'secrets')
    await writeFile(file, 'id:secret')
    await chmod(file, 0o644)
    const { exitCode, checks } = await examine()
    expect(exitCode).toBe(1)
    expect(checks.at(-1)).toEqual({ name: 'secrets', state: 'fail', detail: expect.stringContaining(`chmod 600 '${file}'`) })
  })

  it('fails when the database cannot be had', async () => {
    const { exitCode, checks } = await examine({
      connect: () => Promise.reject(new Error('The database at db:5432/ken cannot be used.')),
    })
    expect(exitCode).toBe(1)
    expect(checks.at(-1)).toEqual({ name: 'database', state: 'fail', detail: 'The database at db:5432/ken cannot be used.' })
  })

  it('R83 fails once when the secrets cannot be used', async () => {
    const unusable = Object.assign(new Error('Entry 1 has a secret that is not base64.'), { name: 'KeyRingError' })
    const { checks } = await examine({ connect: () => Promise.reject(unusable) })
    expect(checks.filter(({ name }) => name === 'secrets')).toEqual([
      { name: 'secrets', state: 'fail', detail: 'Entry 1 has a secret that is not base64.' },
    ])
  })

  it('fails when Redis is away', async () => {
    const connection = connectionTo(memoryPorts(), { ...testConfig, redisUrl: 'redis://nowhere' })
    const away = { part: 'redis', state: 'away', reason: 'The redis does not answer.' } as const
    const own = { ...connection.own!, health: async () => ({ ready: true, parts: [away] }) }
    const { exitCode, stateOf } = await examine({ connect: async () => ({ ...connection, own }) })
    expect(exitCode).toBe(1)
    expect(stateOf('redis')).toBe('fail')
  })

  it('warns of an embedder that does not answer, because search goes on by words', async () => {
    const embedder = {
      model: 'm',
      embedQuery: async () => null,
      embedTexts: () => Promise.reject(new Unavailable('embedder', 'The embedder does not answer.')),
    }
    const { exitCode, stateOf } = await examine({ ports: { embedder } })
    expect(exitCode).toBe(0)
    expect(stateOf('embedder')).toBe('warn')
  })

  it('warns when clocks are more than 5 s apart', async () => {
    const ports = memoryPorts()
    const apart = (seconds: number) => ({ now: () => new Date(ports.clock.now().getTime() - seconds * 1_000) })
    const connect = (seconds: number) => async () => connectionTo({ ...ports, clock: { ...ports.clock, ...apart(seconds) } })
    expect((await examine({ connect: connect(6) })).stateOf('clock')).toBe('warn')
    expect((await examine({ connect: connect(4) })).stateOf('clock')).toBe('ok')
  })

  it('says that a running server has the database', async () => {
    const { checks } = await examine({ connect: async () => ({ ...connectionTo(memoryPorts()), own: null }) })
    expect(checks.at(-1)).toMatchObject({ name: 'database', state: 'ok' })
  })
})
