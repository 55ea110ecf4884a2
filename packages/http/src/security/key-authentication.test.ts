import { createKey, findAccount, operator, revokeKey } from '@ken/core'
import { describe, expect, it } from 'vitest'
import { httpWorld, owner, postJson } from '../testing/http-world.ts'

const path = '/public/v1/search'
const body = { query: 'printer' }

describe('R4 credentials', () => {
  it('refuses every malformed credential with the same response', async () => {
    const { app, key } = await httpWorld()
    const credentials: readonly {
      readonly what: string
      readonly headers: ConstructorParameters<typeof Headers>[0]
      readonly target?: string
    }[] = [
      { what: 'none', headers: {} },
      { what: 'another scheme', headers: { authorization: `Basic ${key}` } },
      { what: 'another scheme that begins alike', headers: { authorization: `Bearerx ${key}` } },
      { what: 'no scheme', headers: { authorization: key } },
      { what: 'no key', headers: { authorization: 'Bearer ' } },
      { what: 'two blanks', headers: { authorization: `Bearer  ${key}` } },
      { what: 'a tab', headers: { authorization: `Bearer\t${key}` } },
      { what: 'trailing bytes', headers: { authorization: `Bearer ${key}x` } },
      { what: 'a second word', headers: { authorization: `Bearer ${key} ${key}` } },
      { what: 'quotes', headers: { authorization: `Bearer "${key}"` } },
      {
        what: 'another case of the key',
        headers: { authorization: `Bearer ${key.toUpperCase()}` },
      },
      { what: 'an unknown key', headers: { authorization: `Bearer ${key.slice(0, -1)}1` } },
      { what: 'two in one header', headers: { authorization: `Bearer ${key}, Bearer ${key}` } },
      {
        what: 'two headers',
        headers: [
          ['authorization', `Bearer ${key}`],
          ['authorization', `Bearer ${key}`],
        ],
      },
      { what: 'another header', headers: { 'x-api-key': key } },
      { what: 'a cookie', headers: { cookie: `authorization=Bearer ${key}` } },
      {
        what: 'the query string',
        headers: {},
        target: `${path}?api_key=${key}&access_token=${key}`,
      },
      { what: 'a very long one', headers: { authorization: `Bearer ${'k'.repeat(8_000)}` } },
    ]
    const responses = await Promise.all(
      credentials.map(async ({ headers, target = path }) => {
        const sent = new Headers(headers)
        sent.set('content-type', 'application/json')
        const response = await app.request(target, { ...postJson(body), headers: sent })
        const requestId = response.headers.get('x-request-id') ?? ''
        response.headers.delete('x-request-id')
        const text = (await response.text()).replace(requestId, '')
        return JSON.stringify([response.status, [...response.headers], text])
      }),
    )
    expect(new Set(responses).size).toBe(1)
    expect(responses[0]).toMatch(/^\[401,/)
    expect(responses[0]).toContain('["www-authenticate","Bearer realm=\\"ken\\""]')
  })

  it('accepts the scheme in any case (RFC 9110)', async () => {
    const { app, key } = await httpWorld()
    const response = await app.request(
      path,
      postJson(body, undefined, { authorization: `bearer ${key}` }),
    )
    expect(response.status).toBe(200)
  })

  it('R5 refuses a revoked and an expired key like an unknown one, on the next request', async () => {
    const { app, ports, key } = await httpWorld()
    const account = await findAccount(ports, { actor: operator, email: owner.email })
    if (!account.ok) throw new Error('no owner')
    const second = await createKey(ports, {
      actor: operator,
      ownerId: account.value.id,
      name: 'x',
      lifetimeDays: 30,
      sources: null,
    })
    if (!second.ok) throw new Error('no key')

    expect((await app.request(path, postJson(body, second.value.plain))).status).toBe(200)
    await revokeKey(ports, { actor: operator, keyId: second.value.key.id, scope: 'all' })
    expect((await app.request(path, postJson(body, second.value.plain))).status).toBe(401)
    ports.clock.advance(31 * 86_400_000)
    expect((await app.request(path, postJson(body, key))).status).toBe(401)
  })
})

describe('R9 the rate limit of a key', () => {
  it('allows 60 requests per window and shows the rest on every response', async () => {
    const { app, ports, key } = await httpWorld()
    const responses = []
    for (let count = 0; count < 61; count += 1)
      responses.push(await app.request(path, postJson(count === 5 ? 'no json' : body, key)))
    expect(responses.map(({ status }) => status)).toEqual([
      ...Array(5).fill(200),
      400,
      ...Array(54).fill(200),
      429,
    ])
    const policy = '"key";q=60;w=60, "person";q=600;w=60'
    expect(responses.slice(0, 60).map(({ headers }) => headers.get('ratelimit-policy'))).toEqual(
      Array(60).fill(policy),
    )
    expect(responses[0]?.headers.get('ratelimit')).toMatch(
      /^"key";r=59;t=\d+, "person";r=599;t=\d+$/,
    )
    expect(responses[5]?.headers.get('ratelimit')).toMatch(
      /^"key";r=54;t=\d+, "person";r=594;t=\d+$/,
    )

    const refused = responses[60]
    expect(refused?.headers.get('ratelimit-policy')).toBe('"key";q=60;w=60')
    expect(refused?.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/)
    expect(await refused?.json()).toMatchObject({ code: 'RATE_LIMITED' })
    ports.clock.advance(Number(refused?.headers.get('retry-after')) * 1_000)
    expect((await app.request(path, postJson(body, key))).status).toBe(200)
  })

  it('allows exactly 60 of 100 concurrent requests', async () => {
    const { app, key } = await httpWorld()
    const responses = await Promise.all(
      Array.from({ length: 100 }, async () => app.request(path, postJson(body, key))),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(60)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(40)
  })
})
