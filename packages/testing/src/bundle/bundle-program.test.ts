import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { freshDatabase } from '../services/fresh-database.ts'
import { bundleProgram } from './bundle-program.ts'

/** The package that the bundle belongs to. */
const cli = resolve(import.meta.dirname, '../../../cli')

it('finds the threads of other packages in a checkout, where these are sources', async () => {
  const folder = mkdtempSync(join(cli, '.bundle-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [program, page] = [join(folder, 'program'), join(folder, 'page.html')]
  await bundleProgram(program)
  // Long enough for a thread of its own.
  writeFileSync(page, `<h1>Long</h1>${'<p>words and words</p>'.repeat(20_000)}`)
  const given = ['import', page, '--source', 'pages', '--allow', 'everyone', '--json']
  const { url, close } = await freshDatabase()
  onTestFinished(close)
  const secrets = `one:${randomBytes(32).toString('base64')}`
  const env = { HOME: folder, KEN_DATABASE_URL: url, KEN_SECRETS: secrets }
  const command = [join(program, 'main.js'), ...given]
  const { stdout } = await promisify(execFile)(process.execPath, command, { env })
  expect(JSON.parse(stdout)).toMatchObject({ created: 1, failed: 0 })
})
