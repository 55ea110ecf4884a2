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
      (path) => !['./testing', './contracts'].includes(path),
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
