import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { consoleDocument } from './openapi.ts'
import { breakingChanges, type Contract } from './testing/breaking-changes.ts'
import { httpWorld } from './testing/http-world.ts'

// Both are CommonJS.
const { Spectral } = spectralCore
const { oas } = spectralRulesets

const kept = fileURLToPath(new URL('../public-v1.openapi.json', import.meta.url))

const redoclyRules = {
  'no-invalid-media-type-examples': 'error',
  'no-invalid-parameter-examples': 'error',
  'no-invalid-schema-examples': 'error',
  'operation-operationId': 'error',
  'no-unused-components': 'error',
  // Operations that read nothing of a request have nothing to refuse.
  'operation-4xx-response': 'off',
  // The router prefers a name to a parameter.
  'no-ambiguous-paths': 'off',
  // The address is the operator's, here that of the tests.
  'no-server-example.com': 'off',
} as const

const spectralRules = {
  // The operator of an installation is the contact, and a document does not know them.
  'info-contact': 'off',
  // Where the summary says it all.
  'operation-description': 'off',
  // The other linter compares them too, without compiling each schema.
  'oas3-valid-media-example': 'off',
} as const

/** The faults of a document that two linters find with their recommended rules, each with its place. */
async function faultsOf(document: object): Promise<readonly string[]> {
  const source = JSON.stringify(document)
  const config = await createConfig({ extends: ['spec', 'recommended'], rules: redoclyRules })
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  const spectral = new Spectral()
  const ruleset: unknown = { extends: [oas], rules: spectralRules }
  spectral.setRuleset(ruleset as RulesetDefinition) // the types of the two packages disagree on rules without a severity
  const results = await spectral.run(JSON.parse(source) as Record<string, unknown>)
  return [
    ...problems.map(
      ({ ruleId, message, location: [at] }) => `${ruleId} ${at?.pointer}: ${message}`,
    ),
    ...results.map(({ code, message, path }) => `${code} ${path.join('/')}: ${message}`),
  ]
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
  })

  it('is read by both linters, and so are its examples', async () => {
    const content = {
      'application/json': { schema: { type: 'string', format: 'date' }, example: 'May' },
    }
    const get = { responses: { 200: { description: 'A day.', content } } }
    const faults = await faultsOf({ openapi: '3.1.0', info: {}, paths: { '/day': { get } } })
    for (const fault of [
      'struct #/info: The field `title`',
      'oas3-schema info: "info" property',
      'no-invalid-media-type-examples #/paths/~1day/get',
    ])
      expect(faults).toContainEqual(expect.stringContaining(fault))
  })

  it('has a valid document of the console', async () => {
    expect(await faultsOf(consoleDocument())).toEqual([])
  })
})
