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
const breaksAfter = (change: (contract: Writable) => unknown): readonly string[] => breakingChanges(contract, changedBy(change))

const searchIn = (document: Writable) => document['paths']!['/public/v1/search']!['post']!
const schemaIn = (document: Writable, name: string) => document['components']!['schemas']![name]!
const set = (target: Writable | undefined, value: object) => Object.assign(target!, value)
const add = (list: Writable | undefined, value: object) => Object.assign(list!, { [list!.length]: value })
const remove = (target: Writable | undefined, name: string) => Reflect.deleteProperty(target!, name)

function renameFinding(document: Writable): void {
  const { Finding } = document['components']!['schemas']!
  set(document['components']!['schemas'], { Hit: Finding })
  remove(document['components']!['schemas'], 'Finding')
  set(answered(document)['properties']!['results'], { items: { $ref: '#/components/schemas/Hit' } })
}

const request = (document: Writable) => schemaIn(document, 'SearchRequest')
const answered = (document: Writable) => schemaIn(document, 'SearchAnswer')
const ok = (document: Writable) => searchIn(document)['responses']!['200']!

/** The contract with findings in findings. */
function withTree(label: object): Contract {
  const parts = { type: 'array', items: { $ref: '#/components/schemas/Finding' } }
  const finding = { type: 'object', properties: { label, parts } }
  return changedBy((document) => set(document['components']!['schemas'], { Finding: finding }))
}

describe('the comparison of two contracts', () => {
  it.each<readonly [what: string, change: (document: Writable) => unknown, said: string]>([
    ['an operation is removed', (d) => remove(d['paths'], '/public/v1/docs'), 'GET /public/v1/docs: removed or moved'],
    ['a method changes', (d) => set(d['paths']!['/public/v1/search'], { post: undefined, put: {} }), 'removed or moved'],
    ['an operation is renamed', (d) => set(searchIn(d), { operationId: 'find' }), 'renamed from search to find'],
    ['a version changes', (d) => set(d['info'], { version: '2' }), 'the version is another'],
    ['an object is renamed', (d) => renameFinding(d), 'object Finding: removed or renamed'],
    ['a credential is refused', (d) => searchIn(d)['security']!.pop(), 'no longer takes the credential {"accessToken":[]}'],
    ['a credential is needed', (d) => set(d['paths']!['/public/v1/docs']!['get'], { security: [{}] }), 'needs a credential now'],
    [
      'a credential is sent in another way',
      (d) => set(d['components']!['securitySchemes']!['apiKey'], { scheme: 'basic' }),
      'credential apiKey',
    ],
    ['a parameter is removed', (d) => searchIn(d)['parameters']!.pop(), 'header parameter ken-on-behalf-of: removed or renamed'],
    ['a parameter becomes required', (d) => set(searchIn(d)['parameters']![0], { required: true }), 'required now'],
    [
      'a required parameter is added',
      (d) => add(searchIn(d)['parameters'], { name: 'x', in: 'query', required: true }),
      'query parameter x: required now',
    ],
    ['a sent field is removed', (d) => remove(request(d)['properties'], 'limit'), 'body: field limit: removed or renamed'],
    ['a sent field becomes required', (d) => set(request(d), { required: ['query', 'limit'] }), 'field limit: required now'],
    [
      'a sent text may be less long',
      (d) => set(request(d)['properties']!['query'], { maxLength: 100 }),
      'body: field query: maxLength 2000 became 100',
    ],
    ['a sent text must be longer', (d) => set(request(d)['properties']!['query'], { minLength: 3 }), 'minLength 1 became 3'],
    ['a sent text must match', (d) => set(request(d)['properties']!['query'], { pattern: '^a' }), 'pattern none became "^a"'],
    ['a sent text is one of few', (d) => set(request(d)['properties']!['query'], { enum: ['a'] }), 'values [] became'],
    ['a sent field is of another type', (d) => set(request(d)['properties']!['limit'], { type: 'string' }), 'type "integer"'],
    ['a default is another', (d) => set(request(d)['properties']!['limit'], { default: 5 }), 'default 10 became 5'],
    ['the body is of another type', (d) => set(searchIn(d)['requestBody'], { content: {} }), 'body: no longer application/json'],
    [
      'an answered field is removed',
      (d) => remove(schemaIn(d, 'Finding')['properties'], 'url'),
      'answer 200: field results: items: field url: removed or renamed',
    ],
    ['an answered field may be missing', (d) => set(answered(d), { required: [] }), 'field degraded: not always there any more'],
    [
      'an answered field may be null',
      (d) => set(answered(d)['properties']!['degraded'], { type: ['boolean', 'null'] }),
      'field degraded: type "boolean" became ["boolean","null"]',
    ],
    [
      'an answered text has another format',
      (d) => set(schemaIn(d, 'Finding')['properties']!['url'], { format: 'iri' }),
      'format "uri" became "iri"',
    ],
    ['an answer has another type', (d) => set(ok(d), { content: { 'application/xml': {} } }), 'no longer application/json'],
    ['a header is removed', (d) => remove(ok(d)['headers'], 'RateLimit'), 'answer 200: header RateLimit: removed or renamed'],
    ['an error is removed', (d) => remove(searchIn(d)['responses'], '429'), 'answer 429: removed'],
    ['a new success is added', (d) => set(searchIn(d)['responses'], { 202: {} }), 'answer 202: no error, and new'],
    [
      'a code is renamed',
      (d) => set(searchIn(d)['responses']!['429']!['content']!['application/problem+json'], { examples: { TOO_MANY: {} } }),
      'answer 429: code RATE_LIMITED: removed or renamed',
    ],
  ])('says that it breaks programs when %s', (_what, change, said) => {
    expect(breaksAfter(change).join('\n')).toContain(said)
  })

  it.each<readonly [what: string, change: (document: Writable) => unknown]>([
    ['nothing changes', () => {}],
    [
      'texts and examples change',
      (d) => [set(searchIn(d), { summary: 'x' }), set(request(d), { description: 'x', example: {} })],
    ],
    ['an operation is added', (d) => set(d['paths'], { '/public/v1/ask': { post: { operationId: 'ask', responses: {} } } })],
    ['an optional field may be sent', (d) => set(request(d)['properties'], { lang: { type: 'string' } })],
    ['a sent text may be longer', (d) => set(request(d)['properties']!['query'], { maxLength: 4000, minLength: 0 })],
    ['a sent field may also be null', (d) => set(request(d)['properties']!['limit'], { type: ['integer', 'null'] })],
    ['unknown fields are taken', (d) => remove(request(d), 'additionalProperties')],
    [
      'a field is answered',
      (d) => [set(answered(d)['properties'], { n: {} }), set(answered(d), { required: ['results', 'degraded', 'n'] })],
    ],
    ['an answered text is bounded', (d) => set(schemaIn(d, 'Finding')['properties']!['title'], { maxLength: 100 })],
    ['an optional parameter is added', (d) => add(searchIn(d)['parameters'], { name: 'x', in: 'query' })],
    ['a credential is taken besides', (d) => add(searchIn(d)['security'], { oauth: [] })],
    ['an error is added', (d) => set(searchIn(d)['responses'], { 409: { description: 'x' } })],
    ['a header is added', (d) => set(ok(d)['headers'], { Age: { schema: { type: 'string' } } })],
  ])('has no objection when %s', (_what, change) => {
    expect(breaksAfter(change)).toEqual([])
  })

  it('ends on schemas that contain themselves, and still sees into them', () => {
    expect(breakingChanges(withTree({ type: 'string' }), withTree({ type: 'string' }))).toEqual([])
    expect(breakingChanges(withTree({ type: 'string' }), withTree({ type: 'number' }))).toHaveLength(1)
  })
})
