import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { libraries, published, root } from '../packages/packed.ts'

type Manifest = {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly exports: object
  readonly publishConfig?: { readonly exports?: object }
}
type Build = { readonly references?: readonly { readonly path: string }[] }

const read = (...path: readonly string[]): unknown =>
  JSON.parse(readFileSync(join(root, ...path), 'utf8'))

describe.for([...published])('the published package %s', ([title, folder]) => {
  const { dependencies = {}, exports, publishConfig } = read(folder, 'package.json') as Manifest
  const own = Object.keys(dependencies).filter((name) => name.startsWith('@ken/'))

  it('depends on published packages only', () => {
    expect(own.filter((name) => !published.has(name))).toEqual([])
  })

  it('is built after the packages that it depends on', () => {
    const { references = [] } = read(folder, 'tsconfig.build.json') as Build
    expect(references.map(({ path }) => path).toSorted()).toEqual(
      own
        .map((other) => relative(folder, `${published.get(other)}/tsconfig.build.json`))
        .toSorted(),
    )
  })

  it.runIf(libraries.has(title))('exports what is built, and no doubles for tests', () => {
    const paths = Object.keys(exports).filter(
      (path) => !/^\.\/(?:testing|contracts)(?:\/|$)/.test(path),
    )
    expect(Object.keys(publishConfig?.exports ?? {})).toEqual(paths)
  })

  it('has a page', () => {
    expect(existsSync(join(root, folder, 'README.md'))).toBe(true)
  })
})

it('the registry of the Model Context Protocol is given the package, its version, and which setting is secret', () => {
  const manifest = read('apps/mcp/package.json') as { readonly [field: string]: string }
  const { name, version, mcpName } = manifest
  expect(read('apps/mcp/server.json')).toMatchObject({
    name: mcpName,
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        environmentVariables: [
          { name: 'KEN_URL', isRequired: true },
          { name: 'KEN_API_KEY', isRequired: true, isSecret: true },
        ],
      },
    ],
  })
})

type Bundle = {
  readonly server: { readonly mcp_config: { readonly env: object } }
  readonly user_config: { readonly [option: string]: object }
}

it('S7 the bundle for desktops asks for the key as a secret, passes it in the environment alone, and describes each setting', () => {
  const { version, publishConfig } = read('apps/mcp/package.json') as {
    readonly version: string
    readonly publishConfig: { readonly bin: { readonly 'ken-mcp': string } }
  }
  const program = join('node_modules/@ken/mcp', publishConfig.bin['ken-mcp'])
  const bundle = read('apps/mcp/manifest.json') as Bundle
  expect(bundle).toMatchObject({
    version,
    server: { entry_point: program, mcp_config: { args: [`\${__dirname}/${program}`] } },
  })
  expect(bundle.server.mcp_config.env).toEqual({
    KEN_URL: '${user_config.url}',
    KEN_API_KEY: '${user_config.key}',
  })
  const words = expect.stringMatching(/./) as string
  const described = { type: 'string', title: words, description: words, required: true }
  expect(bundle.user_config).toEqual({ url: described, key: { ...described, sensitive: true } })
})
