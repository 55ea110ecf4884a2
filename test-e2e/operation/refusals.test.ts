import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { distributedWorld } from '../support/distributed.ts'
import { kenHere } from '../support/ken-here.ts'
import { emptyHome, ken } from '../support/ken-program.ts'

const started = new AsyncDisposableStack()
afterAll(() => started.disposeAsync())

describe('a start that fails', () => {
  const home = started.use(emptyHome())
  const run = (args: readonly string[], env: Record<string, string>) =>
    kenHere(args, { cwd: home.path, env })

  it('names an occupied port and what to do', async () => {
    const occupant = createServer().listen(0, '127.0.0.1')
    await once(occupant, 'listening')
    const { port } = occupant.address() as AddressInfo
    await using world = await distributedWorld()
    const env = { ...world.env, KEN_PORT: String(port) }
    const { code, stderr } = await kenHere(['start'], { ...world, env })
    occupant.close()
    expect(code).toBe(1)
    expect(stderr).toContain(String(port))
    expect(stderr).toContain('KEN_PORT')
  })

  it('names the host of a wrong database and never its password', async () => {
    const secret = 'pwMARKER77'
    const { code, stderr, stdout } = await run(['http'], {
      KEN_DATABASE_URL: `postgres://ken:${secret}@127.0.0.1:1/ken`,
      KEN_SECRETS: `a:${Buffer.from('k3y material that is long enough!!').toString('base64')}`,
    })
    expect(code).toBe(1)
    expect(stderr).toContain('127.0.0.1:1')
    expect(stderr + stdout).not.toContain(secret)
  })

  it('names a data directory that cannot be used', async () => {
    writeFileSync(join(home.path, 'file'), '')
    const env = { KEN_DATA_DIR: join(home.path, 'file', 'data') }
    const { code, stderr } = await ken(['start'], { cwd: home.path, env })
    expect(code).toBe(1)
    expect(stderr).toContain('KEN_DATA_DIR')
  })

  it('names every invalid setting, and warns of unknown ones', async () => {
    const { code, stderr } = await run(['start'], {
      KEN_PORT: '99999',
      KEN_LOG_LEVEL: 'loud',
      KEN_DATABASE_URL: 'mysql://x',
    })
    expect(code).toBe(1)
    for (const name of ['KEN_PORT', 'KEN_LOG_LEVEL', 'KEN_DATABASE_URL'])
      expect(stderr).toContain(name)
  })

  it('R83 does not start with short secrets', async () => {
    const { code, stderr } = await run(['http'], {
      KEN_DATABASE_URL: 'postgres://127.0.0.1:1/ken',
      KEN_SECRETS: 'a:c2hvcnQ=',
    })
    expect(code).toBe(1)
    expect(stderr).toContain('32')
    expect(stderr).not.toContain('c2hvcnQ')
  })
})
