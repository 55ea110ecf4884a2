import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { emptyHome } from './support/ken-program.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const binaries = join(root, 'node_modules/.bin')
const env = { ...process.env, PATH: `${binaries}${delimiter}${process.env['PATH']}` }

const run = async (program: string, args: readonly string[], cwd: string): Promise<string> =>
  (await promisify(execFile)(program, args, { cwd, env })).stdout

/** The pnpm that runs the tests, which may be a script or a program, else the one that the README tells people to use. */
function pnpm(args: readonly string[], cwd: string): Promise<string> {
  const started = process.env['npm_execpath'] ?? ''
  if (!started.includes('pnpm')) return run('npx', ['--yes', 'pnpm@12', ...args], cwd)
  return /\.[cm]?js$/.test(started) ? run(process.execPath, [started, ...args], cwd) : run(started, args, cwd)
}

const settings = { strict: true, noEmit: true, target: 'esnext', module: 'nodenext', lib: ['esnext', 'dom'], types: [] }

it('the packed client serves a project of its own: the example of its README compiles, and plain JavaScript runs', async () => {
  using home = emptyHome()
  const portal = join(home.path, 'portal')
  const installed = join(portal, 'node_modules/@ken/client')
  mkdirSync(installed, { recursive: true })
  await pnpm(['pack', '--pack-destination', home.path], join(root, 'packages/client'))
  await run('tar', ['-xzf', join(home.path, 'ken-client-0.0.0.tgz'), '-C', installed, '--strip-components', '1'], portal)

  const [, example = ''] = /```ts\n([^]*?)```/.exec(readFileSync(join(installed, 'README.md'), 'utf8')) ?? []
  expect(example).toContain("from '@ken/client'")
  writeFileSync(join(portal, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(portal, 'example.ts'), example)
  writeFileSync(join(portal, 'tsconfig.json'), JSON.stringify({ compilerOptions: settings, files: ['example.ts'] }))
  expect(await run(join(binaries, 'tsc'), ['-p', '.'], portal)).toBe('')

  const program = `import { createKenClient } from '@ken/client'
    const fetch = async () => Response.json({ setup_needed: false })
    console.log(JSON.stringify(await createKenClient({ baseUrl: 'https://ken.example.com', fetch }).options()))`
  writeFileSync(join(portal, 'program.js'), program)
  expect(await run(process.execPath, ['program.js'], portal)).toBe('{"setup_needed":false}\n')
})
