import { createConfig, lintFromString } from '@redocly/openapi-core'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { consoleDocument } from './openapi.ts'
import { breakingChanges, type Contract } from './testing/breaking-changes.ts'
import { httpWorld } from './testing/http-world.ts'

const kept = fileURLToPath(new URL('../public-v1.openapi.json', import.meta.url))

/** The faults of a document, each with its place. */
async function faultsOf(document: object): Promise<readonly string[]> {
  const examples = [
    'no-invalid-media-type-examples',
    'no-invalid-parameter-examples',
    'no-invalid-schema-examples',
  ]
  const rules = Object.fromEntries(
    [...examples, 'operation-operationId', 'no-unused-components'].map((rule) => [
      rule,
      'error' as const,
    ]),
  )
  const config = await createConfig({ extends: ['spec'], rules })
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: '/openapi.json',
    config,
  })
  return problems.map(
    ({ ruleId, message, location: [at] }) => `${ruleId} ${at?.pointer}: ${message}`,
  )
}

describe('the public contract', () => {
  let served: Contract
  beforeAll(async () => {
    const { app } = await httpWorld()
    served = (await (await app.request('/public/v1/openapi.json')).json()) as Contract
  })

  it('has no breaking change: `vitest run public-contract -u` writes only additions to the file', async () => {
    expect(breakingChanges(JSON.parse(await readFile(kept, 'utf8')) as Contract, served)).toEqual(
      [],
    )
    await expect(`${JSON.stringify(served, null, 2)}\n`).toMatchFileSnapshot(kept)
  })

  it('has only operations of its version', () => {
    expect(Object.keys(served.paths).filter((path) => !path.startsWith('/public/v1/'))).toEqual([])
  })

  it('is valid OpenAPI 3.1 whose examples fit its schemas', async () => {
    expect(await faultsOf(served)).toEqual([])
    expect(await faultsOf({ ...served, info: {} })).toContainEqual(
      expect.stringContaining('`title`'),
    )
  })

  it('has a valid document of the console', async () => {
    expect(await faultsOf(consoleDocument())).toEqual([])
  })
})
