import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { rolldown, type Plugin } from 'rolldown'
import { licencesOf } from './licences.ts'

const packages = resolve(import.meta.dirname, '../../..')
const cli = join(packages, 'cli')

/**
 * They load binaries that lie beside them, so they are installed instead. So is the parser of PDFs, which only a thread
 * loads, from the package that the thread belongs to.
 */
const external = [/^@node-rs\/argon2$/, /^@electric-sql\//, /^unpdf$/]

/**
 * Bundles the `ken` command into a folder of `@ken/cli`, with the licences of what it contains: a
 * start then reads a few files instead of a thousand. Commands stay in files of their own.
 */
export async function bundleProgram(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  await using bundle = await rolldown({
    input: { main: join(cli, 'src/main.ts') },
    cwd: packages,
    platform: 'node',
    external,
    // What the oldest supported Node.js understands, as for the packages.
    transform: { target: 'es2024' },
    plugins: [publishedPlaces],
    onLog(level, log) {
      // Parts that are optional, such as native bindings, do not exist here either.
      if (level === 'warn' && log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message)
    },
  })
  const { output } = await bundle.write({
    dir: folder,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
  })
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
  writeFileSync(join(folder, 'LICENSES.txt'), licencesOf(modules))
}

/**
 * Files beside a module are found from where the module is in its package: compiled in a published one, a source in a
 * checkout.
 */
const publishedPlaces: Plugin = {
  name: 'published-places',
  transform: {
    filter: { id: { exclude: /node_modules/ }, code: 'import.meta.url' },
    handler(code, id) {
      if (!id.startsWith(packages)) return null
      const [folder = '', , ...path] = relative(packages, id).split(sep)
      const module = path.join('/').replace(/\.ts$/, '')
      const { name } = JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8')) as {
        readonly name: string
      }
      // The bundle is one level below the modules of its own package.
      const place =
        folder === 'cli'
          ? `new URL('../${module}.js', import.meta.url).href`
          : `new URL('./${module}' + import.meta.resolve('${name}').slice(-3), import.meta.resolve('${name}')).href`
      return code.replaceAll('import.meta.url', place)
    },
  },
}
