import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { Check } from './checks/check.ts'
import { testWorld } from './test-world.ts'

/** A new value of KEN_SECRETS. */
export const generatedSecrets = `0badcafe:${randomBytes(32).toString('base64')}`

/** `ken doctor` with a data directory of its own in every test. */
export function testDoctor() {
  let directory = ''
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'ken-doctor-'))
    await mkdir(join(directory, 'database'))
    await writeFile(join(directory, 'secrets'), `${generatedSecrets}\n`, { mode: 0o600 })
  })
  afterEach(() => rm(directory, { recursive: true }))

  const examine = async (
    { env = {}, ...options }: Parameters<typeof testWorld>[0] = {},
    ...argv: readonly string[]
  ) => {
    const { ken } = testWorld({ env: { KEN_DATA_DIR: directory, ...env }, ...options })
    const { exitCode, stdout } = await ken('doctor', '--json', ...argv)
    const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Check[] }
    return {
      exitCode,
      ok,
      checks,
      checkOf: (name: string) => checks.find((check) => check.name === name),
      stateOf: (name: string) => checks.find((check) => check.name === name)?.state,
    }
  }
  return { examine, directory: () => directory }
}
