import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesRefusedByLinter } from './files-refused-by-linter.ts'
import { read, sourceOf, sources, specifiersIn } from './sources.ts'

const adapters = [
  'postgres',
  'redis',
  'crypto',
  'models',
  'smtp',
  'queue',
  'teamchat',
  'botmessenger',
  'workspacechat',
]
/** The ports, and the one package that makes outbound connections, so that their rules exist once. */
const adaptersMayImport = ['@ken/core/ports', '@ken/outbound']
/** Apps start the command line, and those of a checkout build the console. */
const appsMayImport = ['@ken/cli', '@ken/app-web']
/** Assistants start this app next to no server, so it does not contain one. */
const assistantAppMayImport = ['@ken/mcp-tools/stdio']
/** The console is a client of the HTTP API, and shares the colours of its reference. */
const consoleMayImport = ['@ken/client', '@ken/http/tokens.css']
/** Packages that call the use cases. Only the command line imports the other two, and only apps import it. */
const surfaces = ['http', 'worker', 'cli']

/** Tests and the files that only tests use. */
const isTest = (file: string): boolean =>
  /\.test\.tsx?$|\/src\/testing\/|\/test-[\w-]+\.ts$|^packages\/testing\//.test(file)

/** The forbidden imports of a file. */
function forbiddenImports(file: string, source: string): readonly string[] {
  const [kind, name] = file.split('/')
  return specifiersIn(source).filter((specifier) => {
    if (specifier.startsWith('.'))
      return relative(`${kind}/${name}`, join(dirname(file), specifier)).startsWith('..')
    const [scope, target = '', ...path] = specifier.split('/')
    if (name === 'core') return !isTest(file)
    if (scope !== '@ken') return false
    if (target === 'mcp') return true
    if (target.startsWith('app-') && !(kind === 'apps' && target === 'app-web')) return true
    if (isTest(file)) return false
    if (file.startsWith('apps/web/')) return !consoleMayImport.includes(specifier)
    if (file.startsWith('apps/mcp/')) return !assistantAppMayImport.includes(specifier)
    if (kind === 'apps') return !appsMayImport.includes(specifier)
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
    'apps/http/src/knows-an-app.ts': '@ken/app-cli',
    'apps/mcp/src/knows-the-server.ts': '@ken/http',
    'packages/cli/src/knows-the-assistant-app.ts': '@ken/mcp',
    'apps/web/src/knows-the-core.ts': '@ken/core',
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
      'apps/http/src/builds-the-console.ts': '@ken/app-web',
      'apps/mcp/src/lawful.ts': '@ken/mcp-tools/stdio',
      'apps/web/src/lawful.ts': '@ken/client',
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
