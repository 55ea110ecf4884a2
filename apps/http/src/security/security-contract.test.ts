import { beforeAll, describe, expect, it } from 'vitest'
import { openApiDocument } from '../openapi.ts'
import { httpWorld, postJson, type HttpWorld } from '../testing/http-world.ts'

type Operation = { security: object[]; requestBody?: { content: { 'application/json': { example: object } } }; responses: object }

const operations = Object.entries(openApiDocument('http://ken.example.com').paths ?? {}).flatMap(([path, methods]) =>
  Object.entries(methods as { [method: string]: Operation }).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    path,
    method: method.toUpperCase(),
    operation,
  })),
)
const guarded = operations.filter(({ operation }) => operation.security.length > 0)
const withBody = operations.filter(({ operation }) => operation.requestBody !== undefined)

const expectSecurityHeaders = ({ headers }: Response) => {
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
  )
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/)
  for (const name of ['server', 'x-powered-by', 'set-cookie', 'access-control-allow-origin'])
    expect(headers.has(name)).toBe(false)
}

describe('the security contract of every public operation', () => {
  let world: HttpWorld
  beforeAll(async () => {
    const boundless = { take: async () => ({ allowed: true, limit: 60, remaining: 60, resetSeconds: 60 }) }
    world = await httpWorld({ ports: { keyLimiter: boundless } })
  })

  const call = (operation: (typeof operations)[number], init: RequestInit = {}, key?: string) => {
    const example = operation.operation.requestBody?.content['application/json'].example
    const base = example === undefined ? {} : postJson(example, key)
    return world.app.request(operation.path, { ...base, method: operation.method, ...init })
  }

  /** The headers of a sound request, and these. */
  const withHeaders = (headers: { readonly [name: string]: string }): RequestInit => ({
    headers: { authorization: `Bearer ${world.key}`, 'content-type': 'application/json', ...headers },
  })

  it('covers every route under the public prefix, and no other', () => {
    const mounted = world.app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`)
    const listed = operations.map(({ name }) => name)
    expect(new Set(mounted.filter((name) => name.includes(' /public/v1/')))).toEqual(new Set(listed))
    expect(listed.length).toBeGreaterThanOrEqual(3)
    expect(guarded.length).toBeGreaterThanOrEqual(1)
  })

  it.each(operations)('R78 $name carries the security headers on success', async (operation) => {
    const response = await call(operation, {}, world.key)
    expect(response.status).toBe(200)
    expectSecurityHeaders(response)
  })

  it.each(operations)('$name declares every status it answers with', async (operation) => {
    const broken = operation.operation.requestBody === undefined ? {} : { body: '{' }
    const answers = [await call(operation, {}, world.key), await call(operation), await call(operation, broken, world.key)]
    for (const { status } of answers) expect(Object.keys(operation.operation.responses)).toContain(String(status))
  })

  it.each(guarded)('R4 $name answers nobody: 401 before any look at the body', async (operation) => {
    for (const init of [{}, { body: '{' }, { body: 'x'.repeat(100_000) }, { headers: {} }]) {
      const response = await call(operation, init)
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="ken"')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expectSecurityHeaders(response)
    }
  })

  it.each(withBody)('R1 $name refuses a field that it does not know', async (operation) => {
    const example = operation.operation.requestBody?.content['application/json'].example
    const response = await call(operation, { body: JSON.stringify({ ...example, role: 'Owner' }) }, world.key)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ errors: [{ pointer: '#/role' }] })
    expectSecurityHeaders(response)
  })

  it.each(withBody)('R75 $name refuses hostile JSON with 400', async (operation) => {
    const hostile = [
      '',
      '{',
      '[]',
      'null',
      '{"__proto__":{}}',
      '{"a":1,"a":1}',
      '{"a":"\\u0000"}',
      '{"a":1e999}',
      '['.repeat(60_000),
      '\uFEFF{}',
    ]
    for (const body of hostile) expect((await call(operation, { body }, world.key)).status).toBe(400)
    const invalidUtf8 = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])
    expect((await call(operation, { body: invalidUtf8 }, world.key)).status).toBe(400)
  })

  it.each(withBody)('R74 $name takes JSON and nothing else: 415', async (operation) => {
    const types = ['', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonx']
    const charsets = ['application/json; charset=utf-16', 'application/json, application/json', 'application/json;a=b']
    for (const type of [...types, ...charsets]) {
      const response = await call(operation, withHeaders({ 'content-type': type }))
      expect([type, response.status]).toEqual([type, 415])
      expectSecurityHeaders(response)
    }
    const compressed = await call(operation, withHeaders({ 'content-encoding': 'gzip' }))
    expect(compressed.status).toBe(415)
    const spelled = await call(operation, withHeaders({ 'content-type': 'Application/JSON; Charset="UTF-8"' }))
    expect(spelled.status).toBe(200)
  })

  it.each(withBody)('R74 $name answers JSON only: 406 for who does not take it', async (operation) => {
    const status = async (accept: string) => (await call(operation, withHeaders({ accept }))).status
    for (const accept of ['text/html', 'text/*, image/png', 'application/json;q=0', 'application/xml;q=0.9'])
      expect(await status(accept)).toBe(406)
    for (const accept of ['', '*/*', 'application/*', 'text/html, */*;q=0.1', 'Application/JSON; q=0.5'])
      expect(await status(accept)).toBe(200)
  })

  it.each(withBody)('R76 $name refuses a body past the cap with 413, announced or not', async (operation) => {
    const body = JSON.stringify({ query: 'a'.repeat(70_000) })
    const stream = new Blob([body]).stream()
    const announced = withHeaders({ 'content-length': '70000' })
    for (const init of [{ body }, { body: stream, duplex: 'half' }, { body: '{}', ...announced }] as RequestInit[]) {
      const response = await call(operation, init, world.key)
      expect(response.status).toBe(413)
      expect(await response.json()).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
      expectSecurityHeaders(response)
    }
  })

  it.each(operations)('R74 $name tells the methods it has: 405', async (operation) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((other) => other !== operation.method)) {
      const response = await world.app.request(operation.path, { method })
      expect([method, response.status]).toEqual([method, 405])
      expect(response.headers.get('allow')).toBe(operation.method === 'GET' ? 'GET, HEAD' : operation.method)
      expect(await response.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED' })
      expectSecurityHeaders(response)
    }
  })

  it.each(operations)('R77 $name has one spelling', async (operation) => {
    const { path } = operation
    const last = path.lastIndexOf('/')
    const spellings = [
      `/${path}`,
      `${path}/`,
      `${path}//`,
      `${path};a=b`,
      `${path}%00`,
      `${path}%20`,
      `${path}%2f`,
      `${path}.`,
      `${path}/x`,
      path.toUpperCase(),
      path.replaceAll('/', '//'),
      `/${path.slice(1).replaceAll('/', '%2f')}`,
      `/${path.slice(1).replaceAll('/', '%2F')}`,
      `${path.slice(0, last)}%2f${path.slice(last + 1)}`,
      `${path.slice(0, last)};/${path.slice(last + 1)}`,
      path.replace('v1', '%761'),
      path.replace('v1', 'V1'),
      path.replace('v1', 'v1;x'),
    ]
    for (const spelling of spellings) {
      const response = await call({ ...operation, path: `http://ken.example.com${spelling}` }, {}, world.key)
      expect([spelling, response.status]).toEqual([spelling, 404])
      expectSecurityHeaders(response)
    }
  })
})

describe('R78 answers besides the operations', () => {
  it('carry the same headers: pages, assets, health, 404 and 500', async () => {
    const { app } = await httpWorld({
      setUp: false,
      health: async () => {
        throw new Error('broken')
      },
    })
    const statuses = []
    for (const path of [
      '/',
      '/setup',
      '/assets/ken.css',
      '/assets/setup.js',
      '/assets/ken.svg',
      '/healthz',
      '/nowhere',
      '/readyz',
    ]) {
      const response = await app.request(path)
      expectSecurityHeaders(response)
      statuses.push(response.status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 404, 500])
  })

  it('promise strict transport security where people come over https, and only there', async () => {
    const plain = await httpWorld()
    const secure = await httpWorld({ config: { baseUrl: 'https://ken.example.com' } })
    expect((await plain.app.request('/healthz')).headers.has('strict-transport-security')).toBe(false)
    expect((await secure.app.request('/nowhere')).headers.get('strict-transport-security')).toBe('max-age=31536000')
  })

  it('have an id of their own each, whatever id the client sends', async () => {
    const { app } = await httpWorld()
    const ids = await Promise.all(
      [1, 2].map(async () => {
        const response = await app.request('/nowhere', { headers: { 'x-request-id': 'mine' } })
        const { request_id } = (await response.json()) as { request_id: string }
        expect(response.headers.get('x-request-id')).toBe(request_id)
        return request_id
      }),
    )
    expect(new Set([...ids, 'mine']).size).toBe(3)
  })
})
