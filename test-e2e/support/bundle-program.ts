import { buildStaleConsole } from '@ken/app-web'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown, type Plugin } from 'rolldown'

const sourceOf = (name: string) =>
  fileURLToPath(new URL(`../../packages/cli/src/${name}.ts`, import.meta.url))
/** The program, and what a test calls to run a command line in its own process. */
const input = {
  main: sourceOf('main'),
  'run-ken': sourceOf('run-ken'),
  connect: sourceOf('connect'),
}
/** It loads a binary that lies beside it. */
const native = /^@node-rs\/argon2$/

/** Files beside a module, and packages that stay outside, are found from where the module is in the repository. */
const originalPlaces: Plugin = {
  name: 'original-places',
  transform: {
    filter: { code: 'import.meta.url' },
    handler: (code, id) =>
      code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
  },
  resolveId: {
    filter: { id: native },
    async handler(source, importer) {
      const found = await this.resolve(source, importer, { skipSelf: true })
      return found && { id: pathToFileURL(found.id).href, external: true }
    },
  },
}

/** Replaces a part of one source file, which must have it. */
const replaced = (name: string, file: string, part: string, other: string): Plugin => ({
  name,
  transform: {
    filter: { id: `**${file}` },
    handler(code, id) {
      if (!code.includes(part)) throw new Error(`${id} has no '${part}' any more.`)
      return code.replace(part, other)
    },
  },
})

const scorer = '/crypto/src/passwords/zxcvbn-password-strength.ts'

/**
 * To start a thread that scores passwords takes as much processor time as the start of a server, and every Ken in the process
 * of a test would start its own. They share the threads, which keep no process alive, so no Ken ends them.
 */
const sharedScorer = replaced(
  'shared-scorer',
  scorer,
  'const pool = scorerPool(poolOptions)',
  'const pool = (globalThis.scorerOfTests ??= scorerPool(poolOptions))',
)

/** A server keeps a thread ready for the next password. In tests it starts with the first password. */
const noSpareThread = replaced(
  'no-spare-thread',
  scorer,
  'keepReady: pool.keepOne,\n    close: pool.close,',
  'keepReady() {},\n    async close() {},',
)

/**
 * A sign-in hashes one password, and an enrolment ten recovery codes. The cost of a hash is tested where hashes are made; a
 * test whose subject is that cost sets `realPasswordCost`.
 */
const cheapPasswords = replaced(
  'cheap-passwords',
  '/crypto/src/passwords/argon2-password-hasher.ts',
  'memoryKib: 19_456,\n  iterations: 2,',
  'memoryKib: 64,\n  iterations: 1,',
)

/**
 * Bundles the program as it is published and leaves its path in the environment. Tests start it hundreds of times: to find
 * and read a thousand modules, or whether the sources of the console changed, would take most of a start.
 */
export async function setup(): Promise<() => void> {
  await buildStaleConsole(() => {})
  const folder = mkdtempSync(join(tmpdir(), 'ken-program-'))
  const build = await rolldown({
    input,
    platform: 'node',
    plugins: [sharedScorer, noSpareThread, cheapPasswords, originalPlaces],
    onLog: () => {},
  })
  await build.write({
    dir: folder,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  })
  process.env['KEN_TEST_PROGRAM'] = join(folder, 'main.mjs')
  return () => rmSync(folder, { recursive: true, force: true })
}
