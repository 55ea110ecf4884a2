import { describe, expect, it } from 'vitest'
import { consoleDocument, openApiDocument } from './openapi.ts'
import { signedIn } from './testing/browser.ts'
import { httpWorld, postJson } from './testing/http-world.ts'

const document = openApiDocument('https://ken.example.com')
const search = document.paths?.['/public/v1/search']?.post

describe('the OpenAPI document', () => {
  it('is served as it is written', async () => {
    const { app, ken } = await httpWorld()
    const response = await app.request('/public/v1/openapi.json')
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual(
      JSON.parse(JSON.stringify(openApiDocument(ken.config.baseUrl))),
    )
  })

  it('is OpenAPI 3.1 of the public operations only, at the configured address', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.servers).toEqual([{ url: 'https://ken.example.com' }])
    expect(Object.keys(document.paths ?? {})).toEqual([
      '/public/v1/search',
      '/public/v1/documents/{id}',
      '/public/v1/ask',
      '/public/v1/conversations/{id}',
      '/public/v1/openapi.json',
      '/public/v1/docs',
    ])
  })

  it('of the console is served to people who are signed in, marked as unstable', async () => {
    const world = await httpWorld()
    const { browser } = await signedIn(world)
    const served = await browser.get('/api/v1/openapi.json')
    expect(JSON.parse(served.text)).toEqual(JSON.parse(JSON.stringify(consoleDocument())))
    expect(consoleDocument().info).toMatchObject({
      version: 'unstable',
      description: expect.stringContaining('without notice'),
    })
    expect((await world.app.request('/api/v1/openapi.json')).status).toBe(401)
  })

  it('states the limits that the validators enforce', () => {
    expect(document.components?.schemas?.['SearchRequest']).toMatchObject({
      type: 'object',
      additionalProperties: false,
      required: ['query'],
      properties: {
        query: { type: 'string', minLength: 1, maxLength: 2000 },
        limit: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
      },
    })
    expect(document.components?.securitySchemes?.['apiKey']).toMatchObject({
      type: 'http',
      scheme: 'bearer',
    })
    expect(document.components?.securitySchemes?.['accessToken']).toMatchObject({
      type: 'http',
      scheme: 'bearer',
    })
    expect(search?.security).toEqual([{ apiKey: [] }, { serviceKey: [] }, { accessToken: [] }])
  })

  it('declares every error with schema, example and headers', () => {
    const responses = search?.responses ?? {}
    expect(Object.keys(responses).toSorted()).toEqual([
      '200',
      '400',
      '401',
      '403',
      '406',
      '408',
      '413',
      '415',
      '429',
      '500',
      '503',
    ])
    expect(responses['429']).toMatchObject({
      headers: { 'Retry-After': {}, 'RateLimit-Policy': {}, RateLimit: {}, 'X-Request-Id': {} },
      content: {
        'application/problem+json': {
          schema: { $ref: '#/components/schemas/Problem' },
          examples: { RATE_LIMITED: { value: { status: 429, code: 'RATE_LIMITED' } } },
        },
      },
    })
    expect(responses['401']).toMatchObject({ headers: { 'WWW-Authenticate': {} } })
    const { '401': _refused, '408': _late, ...others } = responses
    for (const name of ['RateLimit', 'RateLimit-Policy'])
      expect(responses['408']).not.toHaveProperty(['headers', name])
    for (const response of Object.values(others)) {
      expect(response).toMatchObject({
        headers: { 'X-Request-Id': {}, 'RateLimit-Policy': {}, RateLimit: {} },
      })
    }
  })

  it('describes every operation beyond its summary', () => {
    const operations = [document, consoleDocument()].flatMap(({ paths = {} }) =>
      Object.values(paths).flatMap((path) => Object.values(path as Record<string, unknown>)),
    ) as readonly { readonly operationId?: string; readonly description?: string }[]
    expect(operations.length).toBeGreaterThan(60)
    expect(
      operations
        .filter(({ description = '' }) => description === '')
        .map((each) => each.operationId),
    ).toEqual([])
  })

  it.each([
    { name: 'public', described: document },
    { name: 'console', described: consoleDocument() },
  ])(
    'resolves every reference and has unique operation ids: $name',
    ({ described: { components, paths, ...rest } }) => {
      const text = JSON.stringify({ components, paths, ...rest })
      for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
        expect(components?.schemas).toHaveProperty(name)
      const ids = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id)
      const operations = Object.values(paths ?? {}).flatMap((methods) => Object.keys(methods))
      expect(new Set(ids).size).toBe(operations.length)
    },
  )

  it('gives an example that the service accepts', async () => {
    const { app, key } = await httpWorld()
    const body = search?.requestBody
    const example =
      body && 'content' in body ? body.content['application/json']?.example : undefined
    expect((await app.request('/public/v1/search', postJson(example, key))).status).toBe(200)
  })
})
