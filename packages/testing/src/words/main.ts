import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkWords } from './check-words.ts'

const root = resolve(import.meta.dirname, '../../../..')

// Generated files, migrations (which are never edited), licences, past releases, and texts that imitate those of others.
const unchecked =
  /^(pnpm-lock\.yaml|LICENSE|CHANGELOG\.md|packages\/postgres\/src\/migrations\/\d.*|packages\/http\/public-v1\.openapi\.json|packages\/client\/src\/public-v1\.ts|apps\/web\/src\/contract\/console-schemas\.ts|.*\.(jsonl|svg|txt))$/

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const paths = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => path !== '' && !unchecked.test(path) && existsSync(join(root, path)))

const faults = checkWords({
  glossary: read('docs/glossary.md'),
  files: new Map(paths.map((path) => [path, read(path)])),
})
if (faults.length > 0) {
  console.error(`${faults.join('\n')}\n\nThe glossary lists these words: docs/glossary.md`)
  process.exitCode = 1
}
