import { describe, expect, it } from 'vitest'
import { openApiDocument } from '../openapi.ts'
import { breakingChanges, type Contract } from './breaking-changes.ts'

type Writable = { [member: string]: Writable } & Writable[]

const contract = JSON.parse(JSON.stringify(openApiDocument('https://ken.example.com'))) as Contract

/** The contract, changed like this. */
function changedBy(change: (contract: Writable) => unknown): Contract {
  const changed = structuredClone(contract)
  change(changed as unknown as Writable) // Tests write where programs only read.
  return changed
}

/** What breaks when the contract is changed like this. */
const breaksAfter = (change: (contract: Writable) => unknown): readonly string[] =>
  breakingChanges(contract, changedBy(change))

const searchIn = (document: Writable) => document['paths']!['/public/v1/search']!['post']!
const schemaIn = (document: Writable, name: string) => document['components']!['schemas']![name]!
const set = (target: Writable | undefined, value: object) => Object.assign(target!, value)
const add = (list: Writable | undefined, value: object) =>
  Object.assign(list!, { [list!.length]: value })
const remove = (target: Writable | undefined, name: string) => Reflect.deleteProperty(target!, name)

function renameFinding(document: Writable): void {
  const { Finding } = document['components']!['schemas']!
  set(document['components']!['schemas'], { Hit: Finding })
  remove(document['components']!['schemas'], 'Finding')
  set(searchResponse(document)['properties']!['results'], {
    items: { $ref: '#/components/schemas/Hit' },
  })
}

const request = (document: Writable) => schemaIn(document, 'SearchRequest')
const searchResponse = (document: Writable) => schemaIn(document, 'SearchAnswer')
const ok = (document: Writable) => searchIn(document)['responses']!['200']!

/** The contract with results nested in results. */
function withTree(label: object): Contract {
  const parts = { type: 'array', items: { $ref: '#/components/schemas/Finding' } }
  const finding = { type: 'object', properties: { label, parts } }
  return changedBy((document) => set(document['components']!['schemas'], { Finding: finding }))
}

describe('the comparison of two contracts', () => {
  it.each<{
    readonly what: string
    readonly change: (document: Writable) => unknown
    readonly said: string
  }>([
    {
      what: 'an operation is removed',
      change: (d) => remove(d['paths'], '/public/v1/docs'),
      said: 'GET /public/v1/docs: removed or moved',
    },
    {
      what: 'a method changes',
      change: (d) => set(d['paths']!['/public/v1/search'], { post: undefined, put: {} }),
      said: 'removed or moved',
    },
    {
      what: 'an operation is renamed',
      change: (d) => set(searchIn(d), { operationId: 'find' }),
      said: 'renamed from search to find',
    },
    {
      what: 'a version changes',
      change: (d) => set(d['info'], { version: '2' }),
      said: 'the version is another',
    },
    {
      what: 'an object is renamed',
      change: (d) => renameFinding(d),
      said: 'object Finding: removed or renamed',
    },
    {
      what: 'a credential is refused',
      change: (d) => searchIn(d)['security']!.pop(),
      said: 'no longer takes the credential {"accessToken":[]}',
    },
    {
      what: 'a credential is needed',
      change: (d) => set(d['paths']!['/public/v1/docs']!['get'], { security: [{}] }),
      said: 'needs a credential now',
    },
    {
      what: 'a credential is sent in another way',
      change: (d) => set(d['components']!['securitySchemes']!['apiKey'], { scheme: 'basic' }),
      said: 'credential apiKey',
    },
    {
      what: 'a parameter is removed',
      change: (d) => searchIn(d)['parameters']!.pop(),
      said: 'header parameter ken-on-behalf-of: removed or renamed',
    },
    {
      what: 'a parameter becomes required',
      change: (d) => set(searchIn(d)['parameters']![0], { required: true }),
      said: 'required now',
    },
    {
      what: 'a required parameter is added',
      change: (d) => add(searchIn(d)['parameters'], { name: 'x', in: 'query', required: true }),
      said: 'query parameter x: required now',
    },
    {
      what: 'a sent field is removed',
      change: (d) => remove(request(d)['properties'], 'limit'),
      said: 'body: field limit: removed or renamed',
    },
    {
      what: 'a sent field becomes required',
      change: (d) => set(request(d), { required: ['query', 'limit'] }),
      said: 'field limit: required now',
    },
    {
      what: 'a sent text may be less long',
      change: (d) => set(request(d)['properties']!['query'], { maxLength: 100 }),
      said: 'body: field query: maxLength 2000 became 100',
    },
    {
      what: 'a sent text must be longer',
      change: (d) => set(request(d)['properties']!['query'], { minLength: 3 }),
      said: 'minLength 1 became 3',
    },
    {
      what: 'a sent text must match',
      change: (d) => set(request(d)['properties']!['query'], { pattern: '^a' }),
      said: 'pattern none became "^a"',
    },
    {
      what: 'a sent text is one of few',
      change: (d) => set(request(d)['properties']!['query'], { enum: ['a'] }),
      said: 'values [] became',
    },
    {
      what: 'a sent field is of another type',
      change: (d) => set(request(d)['properties']!['limit'], { type: 'string' }),
      said: 'type "integer"',
    },
    {
      what: 'a default is another',
      change: (d) => set(request(d)['properties']!['limit'], { default: 5 }),
      said: 'default 10 became 5',
    },
    {
      what: 'the body is of another type',
      change: (d) => set(searchIn(d)['requestBody'], { content: {} }),
      said: 'body: no longer application/json',
    },
    {
      what: 'a response field is removed',
      change: (d) => remove(schemaIn(d, 'Finding')['properties'], 'url'),
      said: 'response 200: field results: items: field url: removed or renamed',
    },
    {
      what: 'a response field may be missing',
      change: (d) => set(searchResponse(d), { required: [] }),
      said: 'field degraded: not always there any more',
    },
    {
      what: 'a response field may be null',
      change: (d) =>
        set(searchResponse(d)['properties']!['degraded'], { type: ['boolean', 'null'] }),
      said: 'field degraded: type "boolean" became ["boolean","null"]',
    },
    {
      what: 'a response text has another format',
      change: (d) => set(schemaIn(d, 'Finding')['properties']!['url'], { format: 'iri' }),
      said: 'format "uri" became "iri"',
    },
    {
      what: 'a response has another type',
      change: (d) => set(ok(d), { content: { 'application/xml': {} } }),
      said: 'no longer application/json',
    },
    {
      what: 'a header is removed',
      change: (d) => remove(ok(d)['headers'], 'RateLimit'),
      said: 'response 200: header RateLimit: removed or renamed',
    },
    {
      what: 'an error is removed',
      change: (d) => remove(searchIn(d)['responses'], '429'),
      said: 'response 429: removed',
    },
    {
      what: 'a new success is added',
      change: (d) => set(searchIn(d)['responses'], { 202: {} }),
      said: 'response 202: new, and not an error',
    },
    {
      what: 'a code is renamed',
      change: (d) =>
        set(searchIn(d)['responses']!['429']!['content']!['application/problem+json'], {
          examples: { TOO_MANY: {} },
        }),
      said: 'response 429: code RATE_LIMITED: removed or renamed',
    },
  ])('says that it breaks programs when $what', ({ change, said }) => {
    expect(breaksAfter(change).join('\n')).toContain(said)
  })

  it.each<{ readonly what: string; readonly change: (document: Writable) => unknown }>([
    { what: 'nothing changes', change: () => {} },
    {
      what: 'texts and examples change',
      change: (d) => [
        set(searchIn(d), { summary: 'x' }),
        set(request(d), { description: 'x', example: {} }),
      ],
    },
    {
      what: 'an operation is added',
      change: (d) =>
        set(d['paths'], {
          '/public/v1/summaries': { post: { operationId: 'ask', responses: {} } },
        }),
    },
    {
      what: 'an optional field may be sent',
      change: (d) => set(request(d)['properties'], { lang: { type: 'string' } }),
    },
    {
      what: 'a sent text may be longer',
      change: (d) => set(request(d)['properties']!['query'], { maxLength: 4000, minLength: 0 }),
    },
    {
      what: 'a sent field may also be null',
      change: (d) => set(request(d)['properties']!['limit'], { type: ['integer', 'null'] }),
    },
    { what: 'unknown fields are taken', change: (d) => remove(request(d), 'additionalProperties') },
    {
      what: 'a response field is added',
      change: (d) => [
        set(searchResponse(d)['properties'], { n: {} }),
        set(searchResponse(d), { required: ['results', 'degraded', 'n'] }),
      ],
    },
    {
      what: 'a response text is bounded',
      change: (d) => set(schemaIn(d, 'Finding')['properties']!['title'], { maxLength: 100 }),
    },
    {
      what: 'an optional parameter is added',
      change: (d) => add(searchIn(d)['parameters'], { name: 'x', in: 'query' }),
    },
    {
      what: 'a credential is accepted in addition',
      change: (d) => add(searchIn(d)['security'], { oauth: [] }),
    },
    {
      what: 'an error is added',
      change: (d) => set(searchIn(d)['responses'], { 409: { description: 'x' } }),
    },
    {
      what: 'a header is added',
      change: (d) => set(ok(d)['headers'], { Age: { schema: { type: 'string' } } }),
    },
  ])('has no objection when $what', ({ change }) => {
    expect(breaksAfter(change)).toEqual([])
  })

  it('terminates on recursive schemas, and still compares them', () => {
    expect(breakingChanges(withTree({ type: 'string' }), withTree({ type: 'string' }))).toEqual([])
    expect(
      breakingChanges(withTree({ type: 'string' }), withTree({ type: 'number' })),
    ).toHaveLength(1)
  })
})
