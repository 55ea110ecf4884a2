import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { builtFrom } from './place-build.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** Where `@ken/http` looks for the console that it carries. */
const folder = fileURLToPath(new URL('../../../packages/http/dist/web/', import.meta.url))

/** Everything that the built console is made from. */
const inputs = [
  'CHANGELOG.md',
  '.changeset/*.md',
  'apps/web/{index.html,package.json,vite.config.ts}',
  'apps/web/{public,server,src}/**',
  'packages/client/src/**',
  'packages/http/assets/tokens.css',
  'pnpm-lock.yaml',
]

/**
 * Builds the console of a checkout if it is missing or was built from other sources, and reports
 * that with a line. Concurrent builds do not disturb each other.
 */
export async function buildStaleConsole(report: (line: string) => void): Promise<void> {
  const fingerprint = fingerprintOf(inputs)
  if (builtFrom(folder) === fingerprint) return
  const startedAt = performance.now()
  const { buildConsole } = await import('./build-console.ts')
  await buildConsole({ folder, fingerprint })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  report(`Building the console … ${seconds} s`)
}

function fingerprintOf(patterns: readonly string[]): string {
  const hash = createHash('sha256')
  const files = globSync([...patterns], { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .toSorted()
  for (const file of files) hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file))
  return hash.digest('base64url')
}
