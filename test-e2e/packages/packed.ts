import { execFile } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const binaries = join(root, 'node_modules/.bin')
const inherited = { ...process.env, PATH: `${binaries}${delimiter}${process.env['PATH']}` }

type Manifest = {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly exports?: object
}
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest

/** The folders of the packages that are published, by the name of the package. */
export const published: ReadonlyMap<string, string> = new Map(
  globSync('{packages,apps}/*/package.json', { cwd: root })
    .map(dirname)
    .filter((folder) => manifestOf(folder).private !== true)
    .map((folder) => [manifestOf(folder).name, folder]),
)

/** The published packages that programs import; the others are programs. */
export const libraries: ReadonlyMap<string, string> = new Map(
  [...published].filter(([, folder]) => manifestOf(folder).exports !== undefined),
)

/** Runs a program to its end and returns its output; throws when it fails. */
export async function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, {
      cwd,
      env: { ...inherited, ...env },
      maxBuffer: 32 * 1024 * 1024,
    })
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; stderr?: string }
    throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error })
  }
}

/** The pnpm that runs the tests, which may be a script or a program, else the one that the README tells people to use. */
async function findPnpm(): Promise<readonly [string, ...string[]]> {
  const started = process.env['npm_execpath'] ?? ''
  if (started.includes('pnpm'))
    return /\.[cm]?js$/.test(started) ? [process.execPath, started] : [started]
  const path = await run('npx', ['--yes', '--package=pnpm@12', '-c', 'command -v pnpm'], root)
  return [path.trim()]
}

/** npx takes longer than pnpm to start, so it is used once. */
let found: ReturnType<typeof findPnpm> | undefined

export async function pnpm(args: readonly string[], cwd: string): Promise<string> {
  const [program, ...first] = await (found ??= findPnpm())
  return run(program, [...first, ...args], cwd)
}

/** Builds and packs all published packages into a folder. */
export async function packAll(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await pnpm(['build'], root)
  const packages = [...published.keys()].flatMap((name) => ['--filter', name])
  // Built once for all, so that no package builds again before it is packed.
  const options = ['--config.ignore-scripts=true', '--pack-destination', folder]
  await pnpm(['--recursive', ...packages, 'pack', ...options], root)
}

/** The file of a packed package. */
export const tarballOf = (packed: string, name: string): string =>
  join(packed, `${slugOf(name)}-${manifestOf(published.get(name)!).version}.tgz`)

/** Removes the files of packages in other versions, and nothing else: the folder may also have backups. */
export function removeOthers(packed: string): void {
  for (const name of published.keys())
    for (const file of globSync(join(packed, `${slugOf(name)}-[0-9]*.tgz`)))
      if (file !== tarballOf(packed, name)) rmSync(file)
}

const slugOf = (name: string): string => name.slice(1).replace('/', '-')

/** Creates a project with all packed packages and these dependencies, as npm would install them. */
export async function installAll(
  project: string,
  packed: string,
  dependencies: Readonly<Record<string, string>>,
): Promise<void> {
  mkdirSync(project, { recursive: true })
  const own = Object.fromEntries(
    [...published.keys()].map((name) => [name, `file:${tarballOf(packed, name)}`]),
  )
  const manifest = {
    name: 'portal',
    private: true,
    type: 'module',
    dependencies: { ...own, ...dependencies },
  }
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest))
  // The packages name each other by versions that no registry has.
  const settings = {
    packages: [],
    overrides: own,
    nodeLinker: 'hoisted',
    allowBuilds: { node: true },
  }
  writeFileSync(join(project, 'pnpm-workspace.yaml'), JSON.stringify(settings))
  await pnpm(['install', '--prefer-offline', '--ignore-scripts'], project)
}

/** The blocks of TypeScript in a page. */
export const examplesIn = (page: string): readonly string[] =>
  [...page.matchAll(/```ts\n([^]*?)```/g)].map(([, code = '']) => code)

/** Loads all packages in a project as ES modules and from CommonJS. Returns what each of the two programs prints: `all`. */
export async function loadAll(node: string, project: string): Promise<readonly string[]> {
  const program = `(async () => { for (const name of ${JSON.stringify([...libraries.keys()])})
    if (Object.keys(await import(name)).length === 0) throw new Error(name)
    console.log('all') })()`
  const printed: string[] = []
  for (const file of ['load.mjs', 'load.cjs']) {
    writeFileSync(join(project, file), program)
    printed.push(await run(node, [file], project))
  }
  return printed
}
