import { describe, expect, it } from 'vitest'
import { gzipSync } from 'node:zlib'
import { problemTable } from '../../errors/problem-table.ts'
import { openApiDocument } from '../../openapi.ts'
import { httpWorld, type HttpWorldOptions } from '../../testing/http-world.ts'
import { referenceOf } from './reference-model.ts'
import { codeSamples } from './samples/code-samples.ts'

const baseUrl = 'https://ken.example.com'
const document = openApiDocument(baseUrl)
const { operations } = referenceOf(document)
const search = operations.find(({ operationId }) => operationId === 'search')!

async function pageText(options: HttpWorldOptions = {}): Promise<string> {
  const { app } = await httpWorld(options)
  return (await app.request('/public/v1/docs')).text()
}

describe('the reference page', () => {
  it('shows every operation, parameter, object, field and status of the document', async () => {
    const text = await pageText()
    for (const { operationId, path, parameters = [], responses } of operations) {
      const start = text.indexOf(`<article id="${operationId}">`)
      const article = text.slice(start, text.indexOf('</article>', start))
      expect(article).toContain(path)
      for (const { name } of parameters)
        expect(article.toLowerCase()).toContain(`<code>${name}</code>`)
      for (const status of Object.keys(responses))
        expect(article).toContain(`<span class="status">${status}</span>`)
    }
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
      expect(text).toContain(`id="object-${name}"`)
      const fields = 'properties' in schema ? Object.keys(schema.properties ?? {}) : []
      for (const field of fields) expect(text).toContain(`<code>${field}</code>`)
    }
    expect(text).not.toMatch(/undefined|\[object/)
  })

  it('says what may be sent: credentials, types, bounds, defaults and values', async () => {
    const text = (await pageText()).replaceAll(/<[^>]+>|\s+/g, ' ').replaceAll(/ +/g, ' ')
    for (const said of [
      'Needs one of: API key , Service key , Access token .',
      'Needs no authentication .',
      'offset query, integer',
      'id path, string (uuid) required',
      'Ken-On-Behalf-Of header, string',
      '1 to 2000 characters.',
      '1 to 50.',
      'Default 10 .',
      'One of &quot;answered&quot;',
    ])
      expect(text).toContain(said)
  })

  it('has an anchor for the `type` of every problem of Ken, with what to do', async () => {
    const text = await pageText()
    const codes = new Set(Object.values(problemTable).map(({ code }) => code))
    expect(codes.size).toBeGreaterThan(25)
    for (const code of codes) {
      const [section = ''] =
        new RegExp(`<section class="problem" id="${code}">[^]*?</section>`).exec(text) ?? []
      expect(section.match(/<p>|<li>/g)?.length).toBeGreaterThan(1)
    }
  })

  it('escapes what the document says', async () => {
    const address = 'https://ken.example.com/"><script>alert(1)</script>'
    expect(await pageText({ config: { baseUrl: address } })).not.toContain('<script>alert')
  })

  it('shows the samples of all languages to a browser without scripts', async () => {
    const text = await pageText()
    for (const language of ['curl', 'typescript', 'python'])
      expect(text.split(`<section data-language="${language}">`)).toHaveLength(
        operations.length + 1,
      )
    expect(text).not.toMatch(/\shidden\b/)
  })

  it('is small', async () => {
    expect(gzipSync(await pageText()).length).toBeLessThan(20 * 1024)
  })
})

const codeIn = (language: string, operation = search) =>
  codeSamples(baseUrl, operation).find((sample) => sample.language === language)?.code

describe('the samples of an operation', () => {
  it('send the example with the key from a variable', () => {
    expect(codeIn('curl')).toBe(
      [
        `curl --fail-with-body 'https://ken.example.com/public/v1/search'`,
        `--header "Authorization: Bearer $KEN_API_KEY"`,
        `--header 'Content-Type: application/json'`,
        `--data '{"query":"how do I rotate an API key","limit":3}'`,
      ].join(' \\\n  '),
    )
    expect(codeIn('typescript')).toContain(
      "body: JSON.stringify({ query: 'how do I rotate an API key', limit: 3 }),",
    )
    expect(codeIn('python')).toContain(
      'data=json.dumps({"query": "how do I rotate an API key", "limit": 3}).encode(),',
    )
  })

  it('write every value in the language', () => {
    const example = {
      text: `it's "so" \\ 1`,
      'a-b': [true, false, null, 1.5],
      inner: { more: 'é' },
    }
    const content = { 'application/json': { example } }
    const operation = { ...search, requestBody: { content } }
    expect(codeIn('curl', operation)).toContain(String.raw`--data '{"text":"it'\''s \"so\" \\ 1",`)
    expect(codeIn('typescript', operation)).toContain(
      String.raw`{ text: 'it\'s "so" \\ 1', 'a-b': [true, false, null, 1.5], inner: { more: 'é' } }`,
    )
    expect(codeIn('python', operation)).toContain(
      String.raw`{"text": "it's \"so\" \\ 1", "a-b": [True, False, None, 1.5], "inner": {"more": "é"}}`,
    )
  })
})
