import { emptyDirectory } from '@ken/testing'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { main } from '../support/ken-program.ts'

const home = emptyDirectory()
afterAll(home.remove)
const { NODE_COMPILE_CACHE: _, XDG_CACHE_HOME: __, ...inherited } = process.env

const shell = (script: string, env: NodeJS.ProcessEnv = {}) =>
  promisify(execFile)('sh', ['-c', script, process.execPath, main], {
    env: { ...inherited, HOME: home.path, ...env },
  })

describe('the program', () => {
  it('exits quietly when the reader of its output stops', async () => {
    expect(await shell('"$0" "$1" openapi | true')).toEqual({ stdout: '', stderr: '' })
  })

  it('returns its exit code to the shell', async () => {
    expect(
      (await shell('"$0" "$1" keys 2>&1 | head -1; "$0" "$1" bogus 2> /dev/null; echo $?')).stdout,
    ).toBe('Usage: ken keys [options] [command]\n2\n')
  })

  it.runIf(existsSync('/dev/full'))(
    'fails if its result cannot be written, and continues if a warning cannot',
    async () => {
      const lost = await shell(
        'for it in "secrets generate" --help; do "$0" "$1" $it > /dev/full || echo $?; done',
      )
      expect(lost.stdout).toBe('1\n1\n')
      expect(lost.stderr).toMatch(/^(error: The result cannot be written .*ENOSPC.*\n){2}$/)

      const server = createServer((_request, response) => {
        response.end('{"results":[],"degraded":true}')
      }).listen(0)
      await once(server, 'listening')
      const url = `http://localhost:${(server.address() as AddressInfo).port}`
      const warned = `"$0" "$1" search vpn --key ken_1 --url ${url}`
      expect(await shell(`${warned} 2> /dev/full; ${warned} 2>&1 > /dev/null | true`)).toEqual({
        stdout: 'No results for this key.\n',
        stderr: '',
      })
      server.close()
    },
  )
})

describe('compiled code', () => {
  const script = '"$0" "$1" --help; "$0" "$1" bogus --json; echo $?; "$0" "$1" openapi'

  it('R160 changes no output, whether it is kept, reused or disabled', async () => {
    using empty = emptyDirectory()
    const env = { HOME: empty.path }
    const disabled = await shell(script, { ...env, NODE_DISABLE_COMPILE_CACHE: '1' })
    expect(readdirSync(empty.path)).toEqual([])
    const kept = await shell(script, env)
    expect(readdirSync(join(empty.path, '.cache/ken/compiled'))).toHaveLength(1)
    const reused = await shell(script, env)
    expect([kept, reused]).toEqual([disabled, disabled])
    expect(disabled.stdout).toContain('"openapi":')
  })

  it('R160 is not kept where others may write, and where NODE_COMPILE_CACHE names a directory', async () => {
    using unsafe = emptyDirectory()
    const caches = join(unsafe.path, '.cache')
    mkdirSync(caches)
    chmodSync(caches, 0o777)
    expect(await shell('"$0" "$1" --version', { HOME: unsafe.path })).toMatchObject({ stderr: '' })
    expect(readdirSync(caches)).toEqual([])
    const named = join(unsafe.path, 'named')
    await shell('"$0" "$1" --version', { HOME: unsafe.path, NODE_COMPILE_CACHE: named })
    expect([existsSync(named), readdirSync(caches)]).toEqual([true, []])
  })
})
