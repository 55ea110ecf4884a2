import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const core = 'packages/core/src'
const adapters = ['postgres', 'redis', 'crypto', 'models', 'smtp', 'queue', 'teamchat']
/** The ports, and the one package that makes outbound connections, so that their rules exist once. */
const adaptersMayImport = ['@ken/core/ports', '@ken/outbound']
/** Packages that call the use cases. Only the command line imports the other two, and only apps import it. */
const surfaces = ['http', 'worker', 'cli']

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const find = (pattern: string): readonly string[] => globSync(pattern, { cwd: root }).toSorted()
const camelCased = (kebab: string): string =>
  kebab.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Tests and the files that only tests use. */
const isTest = (file: string): boolean =>
  /\.test\.tsx?$|\/src\/testing\/|\/test-[\w-]+\.ts$|^packages\/testing\//.test(file)
const sources = find('{packages,apps}/*/src/**/*.{ts,tsx}')
const coreFiles = sources.filter((file) => file.startsWith(`${core}/`) && !isTest(file))
const areaFiles = coreFiles.filter(
  (file) =>
    !file.startsWith(`${core}/ports/`) &&
    dirname(file) !== core &&
    /\bfunction \w|=>/.test(read(file)),
)
/** Only constructors, which every use-case test calls. */
const testedEverywhere = [`${core}/model/result.ts`]

/** Rules that use cases share and that take ports, too. */
const sharedRules = [
  'admit-key.ts',
  'conversation-turn.ts',
  'attempt-limits.ts',
  'ingest-post.ts',
  'link-identity.ts',
  'message-subscription.ts',
  'on-behalf.ts',
  'own-second-factor.ts',
  'password-policy.ts',
  'probe-server.ts',
  'second-factor.ts',
  'sign-in-flow.ts',
  'team-chat-status.ts',
]
const useCases = areaFiles.filter(
  (file) => /\(\s*ports: /.test(read(file)) && !sharedRules.includes(basename(file)),
)

const isUntested = (file: string): boolean =>
  !existsSync(join(root, file.replace(/\.ts$/, '.test.ts')))

const exportedFunctions = (file: string): string =>
  [...read(file).matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => name).join()

describe('core', () => {
  it('has no runtime dependencies', () => {
    const manifest = JSON.parse(read('packages/core/package.json')) as Readonly<
      Record<string, unknown>
    >
    for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies'])
      expect(manifest).not.toHaveProperty(kind)
  })

  it('reads no clock', () => {
    expect(coreFiles.filter((file) => /\bDate\(\)/.test(read(file)))).toEqual([])
  })

  it('exports exactly one function from every use-case file, with the name of the file', () => {
    expect(useCases.length).toBeGreaterThan(15)
    expect(useCases.map(exportedFunctions)).toEqual(
      useCases.map((file) => camelCased(basename(file, '.ts'))),
    )
    const isExported = (file: string) =>
      new RegExp(`[{\\s]${exportedFunctions(file)}[,\\s]`).test(read(`${core}/index.ts`))
    expect(useCases.filter((file) => !isExported(file))).toEqual([])
  })

  it('has a test next to every use case and every rule', () => {
    expect(areaFiles.filter(isUntested)).toEqual(testedEverywhere)
  })
})

describe('ports', () => {
  /** A clock and a log make no promise that a contract could check. */
  const withoutTest = ['clock', 'log']
  const ports = find(`${core}/ports/**/*.ts`)
    .map((file) => basename(file, '.ts'))
    .filter((name) => !['index', 'unavailable', ...withoutTest].includes(name))
  const hasContract = (port: string) =>
    find(`${core}/testing/contracts/*/${port}.contract.ts`).length > 0
  const outside = sources.filter((file) => isTest(file) && !file.startsWith(`${core}/`))

  it.for(ports.filter(hasContract))(
    'run the contract of %s on the fake and on an adapter',
    (port) => {
      const isRunIn = (file: string) => read(file).includes(`${camelCased(port)}Contract(`)
      expect(isRunIn(`${core}/testing/memory/memory-contracts.test.ts`)).toBe(true)
      expect(outside.filter(isRunIn)).not.toEqual([])
      expect(read(`${core}/testing/contracts/index.ts`)).toContain(`${camelCased(port)}Contract`)
    },
  )

  it.for(ports.filter((port) => !hasContract(port)))(
    'test every adapter of %s on its own',
    (port) => {
      const named = sources.filter(
        (file) => file.endsWith(`-${port}.ts`) && !file.startsWith(`${core}/`),
      )
      expect(named).not.toEqual([])
      expect(named.filter((file) => !outside.includes(file.replace(/\.ts$/, '.test.ts')))).toEqual(
        [],
      )
    },
  )
})

/** The forbidden imports of a file, including those that the linter does not see: relative paths and `import()`. */
function forbiddenImports(file: string, source: string): readonly string[] {
  const [kind, name] = file.split('/')
  const specifiers = [
    ...source.matchAll(/(?:\bfrom\s+|\bimport\s+|\bimport\s*\(\s*)['"]([^'"\n]+)['"]/g),
  ].map(([, specifier]) => specifier!)
  return specifiers.filter((specifier) => {
    if (specifier.startsWith('.'))
      return relative(`${kind}/${name}`, join(dirname(file), specifier)).startsWith('..')
    const [scope, target = '', ...path] = specifier.split('/')
    if (name === 'core') return !isTest(file)
    if (scope !== '@ken') return false
    if (target.startsWith('app-')) return true
    if (isTest(file)) return false
    if (kind === 'apps') return specifier !== '@ken/cli'
    if (surfaces.includes(target) && name !== 'cli') return true
    if (
      target === 'testing' ||
      (target === 'core' && ['testing', 'contracts'].includes(path[0] ?? ''))
    )
      return true
    if (name === 'outbound') return true
    return adapters.includes(name!) && !adaptersMayImport.includes(specifier)
  })
}

const sourceOf = (specifier: string) =>
  `import { thing } from '${specifier}'\n\nexport const same = thing\n`

/** The order of the folders of core. A folder imports only earlier ones. The areas come last and do not import each other. */
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

/** Use cases that may call a use case of another area. */
const againstTheOrder: Readonly<Record<string, string>> = {
  // A question is answered from the search results of the person, with the same limits and visibility.
  'answers/answer-question.ts': 'knowledge/search.ts',
  // A chat is a surface like HTTP: it redeems codes and asks questions, as a program with a key does.
  'team-chat/posts/admit-chat-sender.ts': 'identities/redeem-link-code.ts',
  'team-chat/posts/answer-chat-post.ts': 'answers/answer-question.ts',
}

/** The path of a file within core, and its top folder. */
const inCore = (file: string): string => relative(core, file)
const folderOf = (file: string): string => inCore(file).split('/')[0]!

/** The position of a file's folder in the order. All areas have the same. */
const levelOf = (file: string): number =>
  lowestFirst.includes(folderOf(file)) ? lowestFirst.indexOf(folderOf(file)) : lowestFirst.length

/** The imported files in other folders of core. */
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
  /** All files but the entry points of the package, which list the public names. */
  const ordered = coreFiles.filter((file) => dirname(file) !== core)

  it('import only earlier folders, except for listed calls', () => {
    const listed = Object.entries(againstTheOrder).map(
      ([file, imported]) => `${file} imports ${imported}`,
    )
    expect(listed.length).toBeLessThanOrEqual(5)
    expect(ordered.flatMap((file) => importsAgainstOrder(file, read(file))).toSorted()).toEqual(
      listed.toSorted(),
    )
    expect(lowestFirst.filter((folder) => !existsSync(join(root, core, folder)))).toEqual([])
  })

  it('have no import cycle', () => {
    const imported = new Map<string, Set<string>>()
    for (const file of ordered) {
      const folders = imported.get(folderOf(file)) ?? new Set()
      imported.set(
        folderOf(file),
        folders.union(new Set(importedFolders(file, read(file)).map(folderOf))),
      )
    }
    expect(cycleIn(imported)).toEqual([])
    expect(cycleIn(new Map([...imported, ['identities', new Set(['team-chat'])]]))).toEqual([
      'identities',
      'team-chat',
    ])
  })

  it.for([
    { file: 'model/keys/key.ts', specifier: '../../ports/index.ts' },
    { file: 'model/keys/key.ts', specifier: '../../keys/create-key.ts' },
    { file: 'ports/platform/mailer.ts', specifier: '../../notices/notice.ts' },
    { file: 'ports/platform/mailer.ts', specifier: '../../keys/create-key.ts' },
    { file: 'notices/notice.ts', specifier: '../credentials/password.ts' },
    { file: 'keys/create-key.ts', specifier: '../accounts/find-account.ts' },
  ])('are checked by this test: $file may not import $specifier', ({ file, specifier }) => {
    const seen = [`${file} imports ${join(dirname(file), specifier)}`]
    expect(importsAgainstOrder(`${core}/${file}`, sourceOf(specifier))).toEqual(seen)
    expect(
      importsAgainstOrder(`${core}/${file}`, `export const late = await import('${specifier}')`),
    ).toEqual(seen)
  })

  it('may import earlier folders', () => {
    expect(
      importsAgainstOrder(`${core}/keys/lawful.ts`, sourceOf('../authorization/effective-role.ts')),
    ).toEqual([])
    expect(importsAgainstOrder(`${core}/keys/lawful.ts`, sourceOf('./key.ts'))).toEqual([])
  })
})

/** The folders in an import cycle. None if they can be ordered. */
function cycleIn(imported: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const left = new Map(imported)
  for (;;) {
    const free = [...left].filter(([, folders]) => ![...folders].some((folder) => left.has(folder)))
    if (free.length === 0) break
    for (const [folder] of free) left.delete(folder)
  }
  // Removes folders that only import from a cycle.
  for (;;) {
    const unused = [...left.keys()].filter(
      (folder) => ![...left.values()].some((folders) => folders.has(folder)),
    )
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

  /** Forbidden imports, by the file that would contain them. */
  const planted = {
    'packages/core/src/keys/reads-a-file.ts': 'node:fs',
    'packages/core/src/keys/knows-an-adapter.ts': '@ken/postgres',
    'packages/postgres/src/knows-the-core.ts': '@ken/core',
    'packages/postgres/src/knows-a-fake.ts': '@ken/core/testing',
    'packages/postgres/src/knows-an-adapter.ts': '@ken/redis',
    'packages/redis/src/knows-a-surface.ts': '@ken/http',
    'packages/http/src/knows-a-surface.ts': '@ken/worker',
    'packages/worker/src/knows-a-surface.ts': '@ken/cli',
    'packages/composition/src/knows-a-surface.ts': '@ken/cli',
    'packages/cli/src/knows-an-app.ts': '@ken/app-http',
    'apps/http/src/knows-an-adapter.ts': '@ken/postgres',
    'packages/outbound/src/knows-the-ports.ts': '@ken/core/ports',
  }
  const unlintable = {
    'packages/core/src/keys/takes-a-path.ts': '../../../postgres/src/index.ts',
    'packages/cli/src/takes-an-app.ts': '../../../apps/http/src/main.ts',
  }

  it('are seen by this test', () => {
    for (const [file, specifier] of Object.entries({ ...planted, ...unlintable })) {
      expect(forbiddenImports(file, sourceOf(specifier))).toEqual([specifier])
      expect(forbiddenImports(file, `export const late = await import("${specifier}")`)).toEqual([
        specifier,
      ])
    }
    for (const specifier of adaptersMayImport)
      expect(forbiddenImports('packages/postgres/src/lawful.ts', sourceOf(specifier))).toEqual([])
    expect(forbiddenImports('packages/postgres/src/lawful.ts', sourceOf('./other.ts'))).toEqual([])
  })

  it('are seen by the linter', () => {
    const lawful = {
      'packages/postgres/src/lawful.ts': '@ken/core/ports',
      'packages/models/src/lawful.ts': '@ken/outbound',
      'packages/cli/src/lawful.ts': '@ken/http',
      'apps/http/src/lawful.ts': '@ken/cli',
      'packages/core/src/keys/lawful.ts': '../model/result.ts',
    }
    const files = Object.entries({ ...planted, ...lawful }).map(([file, specifier]) => [
      file,
      sourceOf(specifier),
    ])
    expect(filesRefusedByLinter('no-restricted-imports', Object.fromEntries(files))).toEqual(
      Object.keys(planted).toSorted(),
    )
  })
})

const sqlOf = (expression: string) =>
  `import { sql } from 'kysely'\n\nexport const made = (text) => ${expression}\n`

describe('SQL', () => {
  it('R80 is never built from text outside migrations, which the linter checks', () => {
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
    expect(filesRefusedByLinter('no-restricted-properties', { ...planted, ...lawful })).toEqual(
      Object.keys(planted),
    )
  })
})

/** The files that break a linter rule. */
function filesRefusedByLinter(
  rule: string,
  files: Readonly<Record<string, string>>,
): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'ken-planted-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  for (const [file, source] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), source)
  }
  const { diagnostics } = JSON.parse(runLinter(folder)) as {
    diagnostics: readonly { code: string; filename: string }[]
  }
  const refused = diagnostics
    .filter(({ code }) => code.includes(rule))
    .map(({ filename }) => filename)
  return [...new Set(refused)].toSorted()
}

function runLinter(folder: string): string {
  try {
    return execFileSync(join(root, 'node_modules/.bin/oxlint'), ['--format=json', '.'], {
      cwd: folder,
      encoding: 'utf8',
    })
  } catch (error) {
    // The linter exits with 1 if it reports a fault.
    return (error as { readonly stdout: string }).stdout
  }
}
