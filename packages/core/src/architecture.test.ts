import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const core = 'packages/core/src'
const adapters = ['postgres', 'redis', 'crypto', 'models', 'smtp', 'queue', 'teamchat']
const apps = globSync('apps/*', { cwd: root }).map((folder) => basename(folder))

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const find = (pattern: string): readonly string[] => globSync(pattern, { cwd: root }).toSorted()
const camelCased = (kebab: string): string => kebab.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Tests and what only they use. */
const isTest = (file: string): boolean => /\.test\.tsx?$|\/src\/testing\/|\/test-[\w-]+\.ts$|^packages\/testing\//.test(file)
const sources = find('{packages,apps}/*/src/**/*.{ts,tsx}')
const coreFiles = sources.filter((file) => file.startsWith(`${core}/`) && !isTest(file))
const areaFiles = coreFiles.filter(
  (file) => !file.startsWith(`${core}/ports/`) && dirname(file) !== core && /\bfunction \w|=>/.test(read(file)),
)
/** Two constructors that every use-case test calls. */
const testedEverywhere = [`${core}/model/result.ts`]

/** Rules that use cases share may take ports, too. */
const sharedRules = [
  'admission.ts',
  'guesses.ts',
  'hearing.ts',
  'linking.ts',
  'on-behalf.ts',
  'own-factor.ts',
  'password-policy.ts',
  'probing.ts',
  'second-factor.ts',
  'shown-team-chat.ts',
  'stages.ts',
  'taking.ts',
  'turn.ts',
]
const useCases = areaFiles.filter((file) => /\(\s*ports: /.test(read(file)) && !sharedRules.includes(basename(file)))

const isUntested = (file: string): boolean => !existsSync(join(root, file.replace(/\.ts$/, '.test.ts')))

const exportedFunctions = (file: string): string =>
  [...read(file).matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => name).join()

describe('core', () => {
  it('has no runtime dependencies', () => {
    const manifest = JSON.parse(read('packages/core/package.json')) as Readonly<Record<string, unknown>>
    for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies']) expect(manifest).not.toHaveProperty(kind)
  })

  it('reads no clock', () => {
    expect(coreFiles.filter((file) => /\bDate\(\)/.test(read(file)))).toEqual([])
  })

  it('has one function, of the name of the file, in every use-case file, and exports it', () => {
    expect(useCases.length).toBeGreaterThan(15)
    expect(useCases.map(exportedFunctions)).toEqual(useCases.map((file) => camelCased(basename(file, '.ts'))))
    const isExported = (file: string) => new RegExp(`[{\\s]${exportedFunctions(file)}[,\\s]`).test(read(`${core}/index.ts`))
    expect(useCases.filter((file) => !isExported(file))).toEqual([])
  })

  it('has a test beside every use case and every rule', () => {
    expect(areaFiles.filter(isUntested)).toEqual(testedEverywhere)
  })
})

describe('ports', () => {
  /** A clock and a log promise nothing that an adapter could break unseen. */
  const withoutTest = ['clock', 'log']
  const ports = find(`${core}/ports/**/*.ts`)
    .map((file) => basename(file, '.ts'))
    .filter((name) => !['index', 'unavailable', ...withoutTest].includes(name))
  const hasContract = (port: string) => find(`${core}/testing/contracts/*/${port}.contract.ts`).length > 0
  const outside = sources.filter((file) => isTest(file) && !file.startsWith(`${core}/`))

  it.for(ports.filter(hasContract))('run the contract of %s on the fake and on an adapter', (port) => {
    const isRunIn = (file: string) => read(file).includes(`${camelCased(port)}Contract(`)
    expect(isRunIn(`${core}/testing/memory/memory-contracts.test.ts`)).toBe(true)
    expect(outside.filter(isRunIn)).not.toEqual([])
    expect(read(`${core}/testing/contracts/index.ts`)).toContain(`${camelCased(port)}Contract`)
  })

  it.for(ports.filter((port) => !hasContract(port)))('test every adapter of %s on its own', (port) => {
    const named = sources.filter((file) => file.endsWith(`-${port}.ts`) && !file.startsWith(`${core}/`))
    expect(named).not.toEqual([])
    expect(named.filter((file) => !outside.includes(file.replace(/\.ts$/, '.test.ts')))).toEqual([])
  })
})

/** What a file imports that it must not: what linters read, and what they do not (relative paths, `import()`). */
function forbiddenImports(file: string, source: string): readonly string[] {
  const [kind, name] = file.split('/')
  const specifiers = [...source.matchAll(/(?:\bfrom\s+|\bimport\s+|\bimport\s*\(\s*)['"]([^'"\n]+)['"]/g)].map(
    ([, specifier]) => specifier!,
  )
  return specifiers.filter((specifier) => {
    if (specifier.startsWith('.')) return relative(`${kind}/${name}`, join(dirname(file), specifier)).startsWith('..')
    const [scope, target = '', ...path] = specifier.split('/')
    if (name === 'core') return !isTest(file)
    if (scope !== '@ken') return false
    if (kind === 'packages' && apps.includes(target)) return true
    if (isTest(file)) return false
    if (target === 'testing' || (target === 'core' && ['testing', 'contracts'].includes(path[0] ?? ''))) return true
    return adapters.includes(name!) && specifier !== '@ken/core/ports'
  })
}

const sourceOf = (specifier: string) => `import { thing } from '${specifier}'\n\nexport const same = thing\n`

/** The order inside of core, lowest first: a folder imports only those before it. The areas come last and do not import each other. */
const lowestFirst = [
  'model',
  'ports',
  'pruning',
  'mail',
  'notices',
  'authorization',
  'attempt-limits',
  'credentials',
  'sign-in-flow',
]

/** Use cases that call one of another area. */
const againstTheOrder: Readonly<Record<string, string>> = {
  // A question is answered from what search finds for the person, with the same limits and the same visibility.
  'answers/answer-question.ts': 'knowledge/search.ts',
  // A chat is a surface like the HTTP one: it redeems a code, and asks a question, as a program with a key does.
  'team-chat/admit-chat-sender.ts': 'identities/redeem-link-code.ts',
  'team-chat/answer-chat-post.ts': 'answers/answer-question.ts',
}

/** A file of core without `packages/core/src/`, and the folder it is in. */
const inCore = (file: string): string => relative(core, file)
const folderOf = (file: string): string => inCore(file).split('/')[0]!

/** How high a file stands; all areas are level. */
const levelOf = (file: string): number =>
  lowestFirst.includes(folderOf(file)) ? lowestFirst.indexOf(folderOf(file)) : lowestFirst.length

/** The files in other folders of core that a file imports. */
const importedFolders = (file: string, source: string): readonly string[] =>
  [...source.matchAll(/(?:\bfrom\s+|\bimport\s+|\bimport\s*\(\s*)['"](\.[^'"\n]+)['"]/g)]
    .map(([, specifier]) => join(dirname(file), specifier!))
    .filter((imported) => folderOf(imported) !== folderOf(file))

/** The imports of a file of core that break the order. */
function importsAgainstOrder(file: string, source: string): readonly string[] {
  return importedFolders(file, source)
    .filter((imported) => levelOf(imported) >= levelOf(file))
    .map((imported) => `${inCore(file)} imports ${inCore(imported)}`)
}

describe('the folders of core', () => {
  /** All but the package's own entries, which name what is public. */
  const ordered = coreFiles.filter((file) => dirname(file) !== core)

  it('import only what comes before them, except for listed calls', () => {
    const listed = Object.entries(againstTheOrder).map(([file, imported]) => `${file} imports ${imported}`)
    expect(listed.length).toBeLessThanOrEqual(5)
    expect(ordered.flatMap((file) => importsAgainstOrder(file, read(file))).toSorted()).toEqual(listed.toSorted())
    expect(lowestFirst.filter((folder) => !existsSync(join(root, core, folder)))).toEqual([])
  })

  it('have no import cycle', () => {
    const imported = new Map<string, Set<string>>()
    for (const file of ordered) {
      const folders = imported.get(folderOf(file)) ?? new Set()
      imported.set(folderOf(file), folders.union(new Set(importedFolders(file, read(file)).map(folderOf))))
    }
    expect(cycleIn(imported)).toEqual([])
    expect(cycleIn(new Map([...imported, ['identities', new Set(['team-chat'])]]))).toEqual(['identities', 'team-chat'])
  })

  it.for([
    ['model/keys/key.ts', '../../ports/index.ts'],
    ['model/keys/key.ts', '../../keys/create-key.ts'],
    ['ports/platform/mailer.ts', '../../notices/notice.ts'],
    ['ports/platform/mailer.ts', '../../keys/create-key.ts'],
    ['notices/notice.ts', '../credentials/password.ts'],
    ['keys/create-key.ts', '../accounts/find-account.ts'],
  ])('are checked by this test: %s may not import %s', ([file, specifier]) => {
    const seen = [`${file} imports ${join(dirname(file!), specifier!)}`]
    expect(importsAgainstOrder(`${core}/${file}`, sourceOf(specifier!))).toEqual(seen)
    expect(importsAgainstOrder(`${core}/${file}`, `export const late = await import('${specifier}')`)).toEqual(seen)
  })

  it('may import what comes before them', () => {
    expect(importsAgainstOrder(`${core}/keys/lawful.ts`, sourceOf('../authorization/standing.ts'))).toEqual([])
    expect(importsAgainstOrder(`${core}/keys/lawful.ts`, sourceOf('./key.ts'))).toEqual([])
  })
})

/** The folders in an import cycle; none when they can be put in an order. */
function cycleIn(imported: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const left = new Map(imported)
  for (;;) {
    const free = [...left].filter(([, folders]) => ![...folders].some((folder) => left.has(folder)))
    if (free.length === 0) break
    for (const [folder] of free) left.delete(folder)
  }
  // A folder that only imports from a cycle is not part of it.
  for (;;) {
    const unused = [...left.keys()].filter((folder) => ![...left.values()].some((folders) => folders.has(folder)))
    if (unused.length === 0) return [...left.keys()].toSorted()
    for (const folder of unused) left.delete(folder)
  }
}

describe('walls', () => {
  it('are respected by every file', () => {
    const broken = sources.flatMap((file) =>
      forbiddenImports(file, read(file)).map((specifier) => `${file} imports ${specifier}`),
    )
    expect(broken).toEqual([])
  })

  /** An import that breaks a wall, by the file that would have it. */
  const planted = {
    'packages/core/src/keys/reads-a-file.ts': 'node:fs',
    'packages/core/src/keys/knows-an-adapter.ts': '@ken/postgres',
    'packages/postgres/src/knows-the-core.ts': '@ken/core',
    'packages/postgres/src/knows-a-fake.ts': '@ken/core/testing',
    'packages/postgres/src/knows-an-adapter.ts': '@ken/redis',
    'packages/redis/src/knows-an-app.ts': '@ken/http',
  }
  const unlintable = {
    'packages/core/src/keys/takes-a-path.ts': '../../../postgres/src/index.ts',
    'packages/composition/src/knows-an-app.ts': '@ken/cli',
  }

  it('are seen by this test', () => {
    for (const [file, specifier] of Object.entries({ ...planted, ...unlintable })) {
      expect(forbiddenImports(file, sourceOf(specifier))).toEqual([specifier])
      expect(forbiddenImports(file, `export const late = await import("${specifier}")`)).toEqual([specifier])
    }
    expect(forbiddenImports('packages/postgres/src/lawful.ts', sourceOf('@ken/core/ports'))).toEqual([])
    expect(forbiddenImports('packages/postgres/src/lawful.ts', sourceOf('./other.ts'))).toEqual([])
  })

  it('are seen by the linter', () => {
    const lawful = {
      'packages/postgres/src/lawful.ts': '@ken/core/ports',
      'packages/core/src/keys/lawful.ts': '../model/result.ts',
    }
    const files = Object.entries({ ...planted, ...lawful }).map(([file, specifier]) => [file, sourceOf(specifier)])
    expect(filesRefusedByLinter('no-restricted-imports', Object.fromEntries(files))).toEqual(Object.keys(planted).toSorted())
  })
})

const sqlOf = (expression: string) => `import { sql } from 'kysely'\n\nexport const made = (text) => ${expression}\n`

describe('SQL', () => {
  it('R80 is never made of text outside of migrations, and the linter sees it', () => {
    const planted = {
      'packages/composition/src/destructures.ts': `import { sql as other } from 'kysely'\n\nexport const { raw } = other\n`,
      'packages/postgres/src/embeds-a-literal.ts': sqlOf('sql`select ${sql.lit(text)}`'),
      'packages/postgres/src/embeds-text.ts': sqlOf('sql`select ${sql.raw(text)}`'),
      'packages/postgres/src/takes-it-by-name.ts': sqlOf(`sql['raw'](text)`),
    }
    const lawful = {
      'packages/postgres/src/lawful.ts': sqlOf('sql`select ${text}, ${sql.ref(String.raw`a`)}`'),
      'packages/postgres/src/migrations/0001-lawful.ts': sqlOf('sql.raw(text)'),
      'packages/postgres/src/testing/lawful.ts': sqlOf('sql.raw(text)'),
    }
    expect(filesRefusedByLinter('no-restricted-properties', { ...planted, ...lawful })).toEqual(Object.keys(planted))
  })
})

/** Those of the files that break a rule. */
function filesRefusedByLinter(rule: string, files: Readonly<Record<string, string>>): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'ken-planted-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  for (const [file, source] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), source)
  }
  const { diagnostics } = JSON.parse(runLinter(folder)) as { diagnostics: readonly { code: string; filename: string }[] }
  const refused = diagnostics.filter(({ code }) => code.includes(rule)).map(({ filename }) => filename)
  return [...new Set(refused)].toSorted()
}

function runLinter(folder: string): string {
  try {
    return execFileSync(join(root, 'node_modules/.bin/oxlint'), ['--format=json', '.'], { cwd: folder, encoding: 'utf8' })
  } catch (error) {
    // It ends with 1 when it found something.
    return (error as { readonly stdout: string }).stdout
  }
}
