import { createClient } from '@hey-api/openapi-ts'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { expect, it, onTestFinished } from 'vitest'
import { consoleDocument, openApiDocument, type OpenApiDocument } from './openapi.ts'
import { httpWorld } from './testing/http-world.ts'
import { serve } from './testing/served.ts'

const fromRoot = (path: string): string =>
  fileURLToPath(new URL(`../../../${path}`, import.meta.url))

const header = (
  of: string,
) => `/** The types of ${of}: \`vitest run generated-clients -u\` writes them from the served document. */
`

it('the types of the client are those of the served contract', async () => {
  const { app } = await httpWorld()
  const served = (await (await app.request('/public/v1/openapi.json')).json()) as OpenAPI3
  const types = astToString(
    await openapiTypes(served, { immutable: true, defaultNonNullable: false }),
  )
  await expect(header('the public contract') + types).toMatchFileSnapshot(
    fromRoot('packages/client/src/public-v1.ts'),
  )
})

it('the types of the console are those of its document', async () => {
  const document = consoleDocument() as unknown as OpenAPI3 // two packages describe the same format
  const types = astToString(
    await openapiTypes({ ...document, paths: {} }, { immutable: true, defaultNonNullable: false }),
  )
  const codes = [consoleDocument(), openApiDocument('/')].flatMap(problemCodesOf)
  const written = [...new Set(codes)].toSorted().map((code) => `  | '${code}'\n`)
  const problems = `/** The code of every refusal that the console can meet. */\nexport type ProblemCode =\n${written.join('')}`
  await expect(header("the bodies of the console's API") + types + problems).toMatchFileSnapshot(
    fromRoot('apps/web/src/contract/console-schemas.ts'),
  )
})

/** The examples of refusals are named by their codes. */
function problemCodesOf(document: OpenApiDocument): readonly string[] {
  const codes: string[] = []
  JSON.stringify(document.paths, (name, value: unknown) => {
    if (name === 'application/problem+json')
      codes.push(...Object.keys((value as { readonly examples: object }).examples))
    return value
  })
  return codes
}

const program = `import { createConfig, createClient } from './client/index.js'
import { search } from './sdk.gen.js'
import type { SearchErrors } from './types.gen.js'

const [, , baseUrl = '', key = ''] = process.argv
const client = createClient(createConfig({ baseUrl }))
const found = await search({ client, auth: key, body: { query: 'printer', limit: 1 } })
const titles: string[] | undefined = found.data?.results.map(({ title }) => title)
const refused = await search({ client, auth: 'ken_unknown', body: { query: 'printer' } })
const problem = refused.error as SearchErrors[401]
const code: string = problem.code
console.log(JSON.stringify({ titles, status: refused.response?.status, code, hasData: refused.data !== undefined }))

// @ts-expect-error a search has a query
export const withoutQuery = () => search({ client, body: { limit: 1 } })
// @ts-expect-error a search has no other fields
export const withMore = () => search({ client, body: { query: 'printer', as: 'another person' } })
// @ts-expect-error a refusal has these fields and no others
export const unknownField = () => problem.explanation
`

const compilerOptions = {
  strict: true,
  target: 'esnext',
  module: 'nodenext',
  lib: ['esnext', 'dom', 'dom.iterable'],
  types: ['node'],
  typeRoots: [fromRoot('node_modules/@types')],
  outDir: 'built',
}

it('a client from another generator compiles, searches and reads a problem', async () => {
  const { url, key } = await serve()
  const folder = await mkdtemp(join(tmpdir(), 'ken-generated-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const run = async (file: string, args: readonly string[]): Promise<string> =>
    (await promisify(execFile)(file, args, { cwd: folder })).stdout

  const served = await fetch(`${url}/public/v1/openapi.json`)
  await createClient({
    input: (await served.json()) as Record<string, unknown>,
    output: { path: folder, module: { extension: '.js' } },
    logs: { level: 'silent', file: false },
  })
  await writeFile(join(folder, 'program.ts'), program)
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['**/*.ts'] }),
  )
  expect(
    await run(fromRoot('node_modules/.bin/tsc'), ['-p', '.']).catch((error: unknown) => error),
  ).toBe('')

  const said: unknown = JSON.parse(await run(process.execPath, ['built/program.js', url, key]))
  expect(said).toEqual({
    titles: ['Printer on floor two'],
    status: 401,
    code: 'UNAUTHENTICATED',
    hasData: false,
  })
})
