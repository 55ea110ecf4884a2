import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const core = 'packages/core/src'

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
  'active-key.ts',
  'admit-key.ts',
  'admitted-holder.ts',
  'attempt-limits.ts',
  'bot-delivery.ts',
  'bot-messenger-status.ts',
  'chat-greetings.ts',
  'chat-intake.ts',
  'conversation-turn.ts',
  'find-for-question.ts',
  'ingest-posts.ts',
  'link-identity.ts',
  'listener-lease.ts',
  'listener-progress.ts',
  'match-chat-sender.ts',
  'message-subscription.ts',
  'on-behalf.ts',
  'open-challenge.ts',
  'open-invitation.ts',
  'open-password-reset.ts',
  'own-conversation.ts',
  'own-second-factor.ts',
  'partial-answer.ts',
  'password-policy.ts',
  'probing.ts',
  'prune-in-batches.ts',
  'pushed-intake.ts',
  'read-bot-settings.ts',
  'receiving-bot.ts',
  'record-failed-attempt.ts',
  'request-notes.ts',
  'second-factor.ts',
  'settle-webhook.ts',
  'sign-in-flow.ts',
  'switching.ts',
  'team-chat-status.ts',
  'token-check.ts',
  'verify-code.ts',
  'within-change-limit.ts',
  'within-search-limits.ts',
  'workspace-chat-status.ts',
  'workspace-request-reader.ts',
]
/** The first parameter of a function: ports, under their name or taken apart. */
const portsParameter = /\(\s*(?:ports: |\{[^{}]*\}: (?:Pick<\s*Ports\b|Transacts<))/
const takesPorts = areaFiles.filter((file) => portsParameter.test(read(file)))
const useCases = takesPorts.filter((file) => !sharedRules.includes(basename(file)))

/** The folder of core that a file belongs to. */
const areaOf = (file: string): string => file.split('/').slice(0, 4).join('/')

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
      new RegExp(`[{\\s]${exportedFunctions(file)}[,\\s]`).test(read(`${areaOf(file)}/index.ts`))
    expect(useCases.filter((file) => !isExported(file))).toEqual([])
    const names = takesPorts.map((file) => basename(file))
    expect(sharedRules.filter((name) => !names.includes(name))).toEqual([])
    for (const area of new Set(useCases.map(areaOf)))
      expect(read(`${core}/index.ts`)).toContain(`export * from './${basename(area)}/index.ts'`)
  })

  it('has a test next to every use case and every rule', () => {
    expect(areaFiles.filter(isUntested)).toEqual(testedEverywhere)
  })
})

describe('ports', () => {
  /** A clock and a log make no promise that a contract could check; bot and platform of a chat are types for other ports. */
  const withoutTest = ['chat-bot', 'chat-platform', 'clock', 'log']
  const ports = find(`${core}/ports/*/*.ts`)
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
  'chat',
]

/** Use cases that may call a use case of another area. */
const againstTheOrder: Readonly<Record<string, string>> = {
  // A question is answered from the search results of the person, with the same limits and visibility.
  'answers/find-for-question.ts': 'knowledge/search.ts',
  // A chat is a surface like HTTP: it redeems codes and asks questions, as a program with a key does.
  'chat/posts/admit-chat-sender.ts': 'identities/redeem-link-code.ts',
  'chat/posts/match-chat-sender.ts': 'identities/resolve-identity.ts',
  'chat/posts/answer-chat-post.ts': 'answers/answer-question.ts',
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

/** The names in a text that are marked as code. */
const namesIn = (text: string) => [...text.matchAll(/`([\w-]+)`/g)].map(([, name]) => name)

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

  it('are in docs/architecture.md in this order, with the number of listed calls', () => {
    const [, inside = ''] = read('docs/architecture.md').split(/^## Inside core$|^## A feature/m)
    const [, model = '', ports = '', shared = '', areas = ''] = inside.split(/^\d\. /m)
    expect([namesIn(model)[0], namesIn(ports)[0], ...namesIn(shared)]).toEqual(lowestFirst)
    const numbers = ['no', 'one', 'two', 'three', 'four', 'five']
    const calls = numbers[Object.keys(againstTheOrder).length]!
    expect(areas).toContain(`except for ${calls} calls`)
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
