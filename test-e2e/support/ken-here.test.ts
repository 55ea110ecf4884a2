import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { kenHere } from './ken-here.ts'
import { emptyHome } from './ken-program.ts'

it('a command in the process of a test refuses relative paths, because it is not in the folder of the test', async () => {
  using home = emptyHome()
  writeFileSync(join(home.path, 'pages.jsonl'), '')
  const run = (args: readonly string[], more: { readonly [name: string]: string } = {}) =>
    kenHere(args, { cwd: home.path, env: { KEN_DATABASE_URL: 'postgres://db', ...more } })
  await expect(run(['import', 'pages.jsonl'])).rejects.toThrow('absolute paths for: pages.jsonl.')
  await expect(run(['import', 'docs'])).rejects.toThrow('absolute paths for: docs.')
  await expect(run(['doctor'], { KEN_SECRETS_FILE: 'secrets' })).rejects.toThrow('KEN_SECRETS_FILE')
})
