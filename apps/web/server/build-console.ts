import { createHash } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { consolePaths } from '../src/paths.ts'
import { placeBuild, type ConsoleBuild } from './place-build.ts'

/**
 * Builds the console with its compressed variants. The folder is replaced at the end, so a reader
 * sees the old console or the new one.
 */
export async function buildConsole({ folder, fingerprint }: ConsoleBuild): Promise<void> {
  const draft = draftIn(dirname(folder))
  // The server may run as another user than the build.
  chmodSync(draft, 0o755)
  const environment = process.env['NODE_ENV']
  try {
    // Tests have an environment of their own, for which libraries would add their checks.
    process.env['NODE_ENV'] = 'production'
    await build({
      root: fileURLToPath(new URL('..', import.meta.url)),
      logLevel: 'warn',
      build: { outDir: draft, emptyOutDir: false },
    })
    nameByContent(draft, 'theme.js')
    await compressAssets(join(draft, 'assets'))
    writeFileSync(join(draft, 'console.json'), JSON.stringify({ fingerprint, paths: consolePaths }))
    placeBuild(draft, { folder, fingerprint })
  } finally {
    if (environment === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = environment
    rmSync(draft, { recursive: true, force: true })
  }
}

function draftIn(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true })
    return mkdtempSync(join(folder, 'web-'))
  } catch (cause) {
    throw new Error(
      `The console must be built first, and ${folder} cannot be written (${codeOf(cause)}). Run as the owner of the checkout: npx --yes pnpm@12 build`,
      { cause },
    )
  }
}

/** What the system calls the failure: the user may not write, or the disk is full, or read-only. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

/** A script that must run before the first paint is no module, so the bundler does not name it. */
function nameByContent(draft: string, name: string): void {
  const content = readFileSync(join(draft, 'assets', name))
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8)
  const named = name.replace('.', `-${hash}.`)
  renameSync(join(draft, 'assets', name), join(draft, 'assets', named))
  const page = join(draft, 'index.html')
  writeFileSync(page, readFileSync(page, 'utf8').replace(`/assets/${name}`, `/assets/${named}`))
}

/** Below this size, compression saves less than it costs. */
const compressedBytesMin = 512

async function compressAssets(folder: string): Promise<void> {
  const names = readdirSync(folder).filter((name) =>
    ['.css', '.js', '.svg'].includes(extname(name)),
  )
  await Promise.all(
    names.map(async (name) => {
      const content = readFileSync(join(folder, name))
      if (content.length < compressedBytesMin) return
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(content, { params }),
        promisify(gzip)(content, { level: 9 }),
      ])
      writeFileSync(join(folder, `${name}.br`), br)
      writeFileSync(join(folder, `${name}.gz`), gz)
    }),
  )
}
