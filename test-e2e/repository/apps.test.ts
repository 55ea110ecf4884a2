import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const mainOf = (app: string) =>
  fileURLToPath(new URL(`../../apps/${app}/src/main.ts`, import.meta.url))

/** What an app says when it cannot start. */
const refusalOf = async (app: string, env: NodeJS.ProcessEnv): Promise<string> => {
  const options = { env: { PATH: process.env['PATH'], ...env } }
  const started = promisify(execFile)(process.execPath, [mainOf(app), '--version'], options)
  return started.then(
    () => 'It started.',
    ({ stderr }: { readonly stderr: string }) => stderr,
  )
}

describe('apps', () => {
  it('start one role and ignore arguments', async () => {
    expect(await refusalOf('worker', {})).toMatch(/^error: ken worker works next to ken http/)
    expect(await refusalOf('http', { KEN_PORT: 'none' })).toMatch(/^error: .*KEN_PORT/)
  })

  it.for(['cli', 'http', 'worker'])('leave everything to packages: %s', (app) => {
    expect(readFileSync(mainOf(app), 'utf8').split('\n').length).toBeLessThan(10)
  })
})
