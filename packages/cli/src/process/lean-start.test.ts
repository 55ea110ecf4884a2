import { emptyDirectory } from '@ken/testing'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

/** Prints what the process has loaded when it ends. */
const report = `
import { registerHooks } from 'node:module'
let hasHttpApi = false
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    hasHttpApi ||= found.url.endsWith('/packages/http/src/app.ts')
    return found
  },
})
process.on('exit', () => {
  const hasFetch = process.moduleLoadList.includes('NativeModule internal/deps/undici/undici')
  console.log(JSON.stringify({ hasFetch, hasHttpApi }))
})`

/** Runs a command up to its first connection, which is refused. */
async function loadedBy(args: readonly string[]): Promise<unknown> {
  using home = emptyDirectory()
  const env = {
    HOME: home.path,
    KEN_SECRETS: `test:${Buffer.alloc(32).toString('base64')}`,
    KEN_DATABASE_URL: 'postgres://127.0.0.1:1/ken',
  }
  const hook = `--import=data:text/javascript,${encodeURIComponent(report)}`
  const printed = await new Promise<string>((resolve) => {
    execFile(process.execPath, [hook, main, ...args], { env, cwd: home.path }, (_, stdout) =>
      resolve(stdout),
    )
  })
  return JSON.parse(printed)
}

describe('the start of the program', () => {
  it.each([
    { args: ['worker'], loaded: { hasFetch: false, hasHttpApi: false } },
    { args: ['http'], loaded: { hasFetch: true, hasHttpApi: true } },
  ])('loads no module that $args does not need', async ({ args, loaded }) => {
    expect(await loadedBy(args)).toEqual(loaded)
  })
})
