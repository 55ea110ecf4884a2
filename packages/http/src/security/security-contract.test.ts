import type { DocumentId, Session } from '@ken/core/ports'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { consoleDocument, openApiDocument } from '../openapi.ts'
import { enrolledIn, signedIn } from '../testing/browser.ts'
import { consoleFixture, consoleScript } from '../testing/console-fixture.ts'
import { httpWorld, postJson, type HttpWorld } from '../testing/http-world.ts'
import { anId, operationsOf, type Operation } from '../testing/operations.ts'
import { aSurfaceIn } from '../testing/surface.ts'

const publicOperations = operationsOf(openApiDocument('http://ken.example.com'))
const operations = [...publicOperations, ...operationsOf(consoleDocument())]
const bearers = ['apiKey', 'serviceKey', 'accessToken']
const guarded = operations.filter(({ credentials }) =>
  credentials.some((kind) => bearers.includes(kind)),
)
const withBody = operations.filter(({ example }) => example !== undefined)

const takesDocuments = ({ path }: Operation) => path.endsWith('/knowledge/documents')
const takesFiles = ({ path }: Operation) => path.endsWith('/knowledge/files')
/** Batches of documents, of files and of addresses are larger than other bodies. */
const takesMuch = (operation: Operation) =>
  takesDocuments(operation) ||
  takesFiles(operation) ||
  (operation.path.endsWith('/members') && operation.method === 'POST')
/** A malformed document gets a verdict instead of an error. */
const givesVerdicts = (operation: Operation) =>
  takesDocuments(operation) && operation.method === 'POST'

/** The other registered paths: screens, assets, health checks, and another protocol with tests of its own. */
const unlisted = [
  ...consoleFixture.paths.map((path) => `GET ${path}`),
  ...consoleFixture.assets.keys().map((path) => `GET ${path}`),
  ...['ken.css', 'ken.svg', 'reference.js', 'tokens.css'].map((name) => `GET /assets/${name}`),
  'GET /healthz',
  'GET /readyz',
  'POST /mcp',
]

/** What platforms of chats post to: no route to any caller without their proof. */
const chatAddresses = [
  '/chat/workspace_chat/events',
  '/chat/workspace_chat/commands',
  '/chat/bot_messenger/updates',
]

const expectSecurityHeaders = ({ headers }: Response) => {
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
  )
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.get('permissions-policy')).toMatch(/^(?:[a-z-]+=\(\), )+[a-z-]+=\(\)$/)
  for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
    expect(headers.get('permissions-policy')).toContain(`${feature}=()`)
  expect(headers.get('x-request-id')).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  )
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin'])
    expect(headers.has(name)).toBe(false)
}

describe('the security contract of every operation', () => {
  let world: HttpWorld
  let accessToken: string
  let administratorToken: string
  let serviceKey: string
  beforeAll(async () => {
    const plenty = { allowed: true, limit: 60, remaining: 60, resetSeconds: 60 }
    const boundless = { take: async () => ({ key: plenty, person: plenty }) }
    world = await httpWorld({ ports: { keyLimiter: boundless } })
    accessToken = (await signedIn(world)).browser.token ?? ''
    serviceKey = (await aSurfaceIn(world)).plain
    administratorToken = (await enrolledIn(world, { role: 'Owner' })).browser.token ?? ''
    const { documents } = world.ports.database.tables
    documents.set(anId as DocumentId, [...documents.values()][0]!)
    begun.push(...world.ports.database.tables.sessions.values())
  })
  // Some operations end the session of the request.
  const begun: Session[] = []
  beforeEach(() =>
    begun.forEach((session) => world.ports.database.tables.sessions.set(session.id, session)),
  )

  /** Where the operation is to be had: setup happens once. */
  const appOf = async ({ path }: Operation) =>
    path === '/setup' ? (await httpWorld({ setUp: false })).app : world.app

  /** Calls an operation with a valid body, by default without a credential. */
  const call = async (operation: Operation, init: RequestInit = {}, credential?: string) => {
    const base =
      operation.example === undefined
        ? postJson('', credential)
        : postJson(operation.example, credential)
    const body = operation.example === undefined ? { body: null } : {}
    const app = await appOf(operation)
    return app.request(operation.path, { ...base, ...body, method: operation.method, ...init })
  }

  /** A credential of the first kind that the operation takes. */
  const credentialFor = ({ credentials, isAdministration }: Operation) => {
    const held = {
      apiKey: world.key,
      serviceKey,
      accessToken: isAdministration ? administratorToken : accessToken,
    }
    return held[credentials[0] as keyof typeof held]
  }

  /** Calls an operation with permission. */
  const callSoundly = (operation: Operation, init: RequestInit = {}) =>
    call(operation, init, credentialFor(operation))

  /** Calls an operation with permission and these additional headers. */
  const callWith = (
    operation: Operation,
    headers: { readonly [name: string]: string },
    init: RequestInit = {},
  ) =>
    call(operation, {
      ...init,
      headers: new Headers(postJson('', credentialFor(operation), headers).headers),
    })

  it('covers exactly the registered routes', () => {
    const mounted = world.app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`)
    const listed = operations.map(({ name }) => name.replaceAll(/\{(\w+)\}/g, ':$1'))
    expect(new Set(mounted)).toEqual(new Set([...listed, ...unlisted]))
    expect(publicOperations.map(({ path }) => path.slice(0, 11))).toEqual(
      publicOperations.map(() => '/public/v1/'),
    )
    expect(guarded.length).toBeGreaterThanOrEqual(11)
  })

  it('R228 R229 covers exactly the addresses of chats, which are no routes without a proof', async () => {
    const mounted = world.app.routes.map(({ path }) => path).filter((path) => /^.chat./.test(path))
    expect(mounted).toEqual(chatAddresses)
    for (const path of chatAddresses)
      for (const method of ['POST', 'GET', 'PUT', 'DELETE']) {
        const response = await world.app.request(path, { method })
        expect([response.status, response.headers.has('allow')]).toEqual([404, false])
        expectSecurityHeaders(response)
      }
  })

  it.each(publicOperations)(
    'R78 $name carries the security headers on success, and no cookie',
    async (operation) => {
      const response = await callSoundly(operation)
      // The id in the path is of nothing.
      expect(response.status).toBe(operation.path.includes('/conversations/') ? 404 : 200)
      expect(response.headers.has('set-cookie')).toBe(false)
      expectSecurityHeaders(response)
    },
  )

  it.each(operations)('$name declares every status of its responses', async (operation) => {
    const broken = operation.example === undefined ? {} : { body: '{' }
    for (const response of [
      await callSoundly(operation),
      await call(operation),
      await callSoundly(operation, broken),
    ]) {
      expect(operation.statuses).toContain(String(response.status))
      expectSecurityHeaders(response)
    }
  })

  it.each(guarded)(
    'R4 $name requires a credential: 401 before the body is read',
    async (operation) => {
      const bodies =
        operation.example === undefined ? [{}] : [{}, { body: '{' }, { body: 'x'.repeat(100_000) }]
      for (const init of [...bodies, { headers: {} }]) {
        const response = await call(operation, init)
        expect(response.status).toBe(401)
        expect(response.headers.get('www-authenticate')).toBe('Bearer realm="ken"')
        expect(response.headers.get('cache-control')).toBe('no-store')
        expectSecurityHeaders(response)
      }
    },
  )

  it.each(operations.filter(({ isAdministration }) => isAdministration))(
    'R48 $name is for Owner and Admin',
    async (operation) => {
      const response = await call(operation, {}, accessToken)
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ code: 'FORBIDDEN' })
      expectSecurityHeaders(response)
    },
  )

  it.each(withBody)('R1 $name refuses an unknown field', async (operation) => {
    const columns = ['role', 'user_id', 'password_hash', 'created_at'].filter(
      (name) => !Object.hasOwn(operation.example!, name),
    )
    for (const name of columns) {
      const response = await callSoundly(operation, {
        body: JSON.stringify({ ...operation.example, [name]: 'Owner' }),
      })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ errors: [{ pointer: `#/${name}` }] })
      expectSecurityHeaders(response)
    }
  })

  it.each(withBody)('R75 $name refuses every field of another type', async (operation) => {
    for (const [field, value] of Object.entries(operation.example ?? {})) {
      const lists = !Array.isArray(value)
        ? [[], [value]]
        : givesVerdicts(operation)
          ? []
          : [[value]]
      const nothing = operation.nullable.includes(field) ? [] : [null]
      for (const wrong of [...nothing, {}, ...lists, typeof value === 'string' ? 1 : 'text']) {
        const response = await callSoundly(operation, {
          body: JSON.stringify({ ...operation.example, [field]: wrong }),
        })
        expect([wrong, response.status]).toEqual([wrong, 400])
        expect(await response.json()).toMatchObject({
          errors: expect.arrayContaining([
            expect.objectContaining({ pointer: expect.stringMatching(`^#/${field}(/|$)`) }),
          ]),
        })
      }
    }
  })

  it.each(withBody)('R75 $name refuses hostile JSON with 400', async (operation) => {
    const hostile = [
      '{',
      '[]',
      'null',
      '{"__proto__":{}}',
      '{"a":1,"a":1}',
      '{"a":"\\u0000"}',
      '{"a":1e999}',
      '['.repeat(60_000),
      '\uFEFF{}',
      ...(operation.isBodyRequired ? [''] : []),
    ]
    for (const body of hostile) expect((await callSoundly(operation, { body })).status).toBe(400)
    const invalidUtf8 = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])
    expect((await callSoundly(operation, { body: invalidUtf8 })).status).toBe(400)
  })

  it.each(withBody)(
    'R75 $name refuses duplicate keys, and nesting and keys beyond the limits, with the reason',
    async (operation) => {
      const keyTwice = Object.entries(operation.example ?? {}).map(([name, value]) => [
        JSON.stringify(operation.example).replace(
          '{',
          `{${JSON.stringify(name)}:${JSON.stringify(value)},`,
        ),
        'is there more than once',
      ])
      const deep = [`{"a":${'['.repeat(32)}${']'.repeat(32)}}`, 'must be nested at most 32 deep']
      const keys = Array.from({ length: 5_000 }, (_, index) => `"k${index}":0`)
      const wide = [
        `{${keys.join(',')}}`,
        expect.stringMatching(/^must have at most \d+ keys in all$/),
      ]
      for (const [body = '', detail] of [...keyTwice, deep, wide]) {
        const response = await callSoundly(operation, { body })
        expect([detail, response.status]).toEqual([detail, 400])
        expect(await response.json()).toMatchObject({ errors: [{ detail }] })
      }
    },
  )

  it.each(operations.filter(({ queryNames }) => queryNames.length > 0))(
    'R75 $name refuses NUL in every parameter, and a forged cursor',
    async (operation) => {
      const app = await appOf(operation)
      const withNul = operation.queryNames.map((name) => [name, '%00'])
      const cursors = ['', '\0', 'a'].map((text) => [
        'cursor',
        Buffer.from(JSON.stringify(text)).toString('base64url'),
      ])
      for (const [name, value] of [...withNul, ...cursors]) {
        const { method, path } = operation
        const headers = new Headers(postJson('', credentialFor(operation)).headers)
        const response = await app.request(`${path}?${name}=${value}`, { method, headers })
        expect([name, response.status]).toEqual([name, 400])
        expect(await response.json()).toMatchObject({
          errors: expect.arrayContaining([expect.objectContaining({ pointer: `#/${name}` })]),
        })
      }
    },
  )

  it.each(withBody)('R74 $name accepts only JSON: 415', async (operation) => {
    const types = [
      '',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonx',
    ]
    const charsets = [
      'application/json; charset=utf-16',
      'application/json, application/json',
      'application/json;a=b',
    ]
    for (const type of [...types, ...charsets]) {
      const response = await callWith(operation, { 'content-type': type })
      expect([type, response.status]).toEqual([type, 415])
      expectSecurityHeaders(response)
    }
    const compressed = await callWith(operation, { 'content-encoding': 'gzip' })
    expect(compressed.status).toBe(415)
    const spelled = await callWith(operation, {
      'content-type': 'Application/JSON; Charset="UTF-8"',
    })
    expect(spelled.status).not.toBe(415)
  })

  it.each(withBody)(
    'R74 $name responds only with JSON: 406 if the client does not accept it',
    async (operation) => {
      const status = async (accept: string) => (await callWith(operation, { accept })).status
      for (const accept of [
        'text/html',
        'audio/*, image/png',
        'application/json;q=0',
        'application/xml;q=0.9',
      ])
        expect(await status(accept)).toBe(406)
      for (const accept of [
        '',
        '*/*',
        'application/*',
        'text/html, */*;q=0.1',
        'Application/JSON; q=0.5',
      ])
        expect(await status(accept)).not.toBe(406)
    },
  )

  it.each(withBody)(
    'R76 $name refuses a body beyond the limit with 413, with and without a length',
    async (operation) => {
      const length = takesMuch(operation) ? 13_000_000 : 70_000
      const body = JSON.stringify({ query: 'a'.repeat(length) })
      const stream = new Blob([body]).stream()
      const responses = [
        await callSoundly(operation, { body }),
        await callSoundly(operation, { body: stream, duplex: 'half' }),
        await callWith(operation, { 'content-length': String(length) }, { body: '{}' }),
      ]
      for (const response of responses) {
        expect(response.status).toBe(413)
        expect(await response.json()).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
        expectSecurityHeaders(response)
      }
    },
  )

  it.each(operations)('R74 $name lists its methods: 405', async (operation) => {
    const { path } = operation
    const there = operations.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    const allowed = [...there, ...(unlisted.includes(`GET ${path}`) ? ['GET'] : [])]
    const app = await appOf(operation)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
      (other) => !allowed.includes(other),
    )) {
      const response = await app.request(path, { method })
      expect([method, response.status]).toEqual([method, 405])
      const listed = response.headers.get('allow')?.split(', ') ?? []
      expect(new Set(listed)).toEqual(
        new Set([...allowed, ...(allowed.includes('GET') ? ['HEAD'] : [])]),
      )
      expect(await response.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED' })
      expectSecurityHeaders(response)
    }
  })

  it.each(operations)('R77 $name has exactly one spelling', async (operation) => {
    const { path } = operation
    const last = path.lastIndexOf('/')
    const inner = [
      `${path.slice(0, last)}%2f${path.slice(last + 1)}`,
      `${path.slice(0, last)};/${path.slice(last + 1)}`,
    ]
    const spellings = [
      `/${path}`,
      `${path}/`,
      `${path}//`,
      `${path};a=b`,
      `${path}%00`,
      `${path}%20`,
      `${path}%2f`,
      `${path}.`,
      `${path}/x/y`,
      path.toUpperCase(),
      path.replaceAll('/', '//'),
      `/${path.slice(1).replaceAll('/', '%2f')}`,
      `/${path.slice(1).replaceAll('/', '%2F')}`,
      path.replace('v1', '%761'),
      path.replace('v1', 'V1'),
      path.replace('v1', 'v1;x'),
      ...(last > 0 ? inner : []),
    ]
    for (const spelling of spellings.filter((other) => other !== path)) {
      const response = await callSoundly({
        ...operation,
        path: `http://ken.example.com${spelling}`,
      })
      // In the place of a parameter, the wrong spelling of a neighbour is an unknown id.
      const neighbours = operations
        .filter(({ pattern }) => pattern.test(spelling))
        .map(({ method }) => method)
      const isOtherMethod = neighbours.length > 0 && !neighbours.includes(operation.method)
      expect([spelling, response.status]).toEqual([spelling, isOtherMethod ? 405 : 404])
      expectSecurityHeaders(response)
    }
  })
})

describe('R78 other responses', () => {
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
      '/invite',
      '/reset',
      '/assets/ken.css',
      consoleScript,
      '/assets/ken.svg',
      '/healthz',
      '/nowhere',
      '/readyz',
    ]) {
      const response = await app.request(path)
      expectSecurityHeaders(response)
      statuses.push(response.status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 404, 500])
  })

  it.each([
    { baseUrl: 'http://ken.example.com', hsts: 'subdomains', header: null },
    { baseUrl: 'https://ken.example.com', hsts: 'host', header: 'max-age=31536000' },
    {
      baseUrl: 'https://ken.example.com',
      hsts: 'subdomains',
      header: 'max-age=31536000; includeSubDomains',
    },
    { baseUrl: 'https://ken.example.com', hsts: 'off', header: null },
  ] as const)(
    'R78 send strict transport security for $baseUrl with KEN_HSTS=$hsts: $header',
    async ({ baseUrl, hsts, header }) => {
      const { app } = await httpWorld({ config: { baseUrl, hsts } })
      expect((await app.request('/nowhere')).headers.get('strict-transport-security')).toBe(header)
    },
  )

  it('send strict transport security only over https', async () => {
    const plain = await httpWorld()
    const secure = await httpWorld({ config: { baseUrl: 'https://ken.example.com' } })
    expect((await plain.app.request('/healthz')).headers.has('strict-transport-security')).toBe(
      false,
    )
    expect((await secure.app.request('/nowhere')).headers.get('strict-transport-security')).toBe(
      'max-age=31536000',
    )
  })

  it('have a new request id each, even if the client sends one', async () => {
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
