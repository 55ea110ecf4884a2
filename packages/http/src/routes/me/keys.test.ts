import { anyKey, operator, recordKeyUse, revokeKey, type KeyId } from '@ken/core'
import { describe, expect, it } from 'vitest'
import { signedIn } from '../../testing/browser.ts'
import { httpWorld, postJson } from '../../testing/http-world.ts'

const keys = '/api/v1/me/keys'
const laptop = { name: 'laptop', expires_in_days: 90 }
const notFound = { status: 404, json: { code: 'NOT_FOUND' } }

describe('API keys of the caller', () => {
  it('R3 a new key is shown only in the response that creates it, and works', async () => {
    const { app, ports } = await httpWorld()
    const { account, browser } = await signedIn({ app, ports })
    const created = await browser.post(keys, laptop)
    const now = ports.clock.now()
    const view = {
      id: expect.any(String) as string,
      kind: 'personal',
      owner_id: account.id,
      owner_email: account.email,
      source: null,
      name: 'laptop',
      prefix: created.json.key.slice(0, 12),
      sources: null,
      status: 'active',
      created_at: now.toISOString(),
      created_by: account.id,
      responsible_id: account.id,
      responsible_email: account.email,
      expires_at: new Date(now.getTime() + 90 * 86_400_000).toISOString(),
      last_used_at: null,
      revoked_at: null,
    }
    expect(created).toMatchObject({
      status: 201,
      json: { ...view, key: expect.stringMatching(/^ken_\w{49}$/) },
    })
    expect(created.headers.get('cache-control')).toBe('no-store')
    expect(
      (await app.request('/public/v1/search', postJson({ query: 'printer' }, created.json.key)))
        .status,
    ).toBe(200)

    const listed = await browser.get(keys)
    expect(listed.json).toEqual({
      data: [{ ...view, last_used_at: now.toISOString(), week: [0, 0, 0, 0, 0, 0, 1] }],
      next_cursor: null,
      counts: { active: 1, ended: 0 },
    })
    expect(listed.text).not.toContain(created.json.key)
  })

  it('a lifetime that is not offered is refused', async () => {
    const world = await httpWorld()
    const { browser } = await signedIn(world)
    const day = 86_400_000
    for (const days of [30, 90, 365, null]) {
      const { json } = await browser.post(keys, { ...laptop, expires_in_days: days })
      expect(json.expires_at).toBe(
        days === null
          ? null
          : new Date(world.ports.clock.now().getTime() + days * day).toISOString(),
      )
    }
    for (const days of [0, 1, 31, 90.5, -30, '90', true]) {
      const refused = await browser.post(keys, { ...laptop, expires_in_days: days })
      expect(refused).toMatchObject({
        status: 400,
        json: { errors: [{ pointer: '#/expires_in_days' }] },
      })
    }
    expect(await browser.post(keys, { name: 'laptop' })).toMatchObject({ status: 400 })
  })

  it('R7 a key can be limited to sources that its owner may see; the refusal names the others', async () => {
    const { browser } = await signedIn(await httpWorld())
    expect(
      (await browser.post(keys, { ...laptop, sources: ['wiki', 'wiki'] })).json.sources,
    ).toEqual(['wiki'])
    expect((await browser.post(keys, { ...laptop, sources: null })).json.sources).toBeNull()
    const refused = await browser.post(keys, { ...laptop, sources: ['wiki', 'ticket', 'wkii'] })
    expect(refused).toMatchObject({
      status: 400,
      json: {
        code: 'INVALID_REQUEST',
        errors: [{ pointer: '#/sources', detail: expect.stringMatching(/: ticket, wkii$/) }],
      },
    })
    expect(await browser.post(keys, { ...laptop, sources: [] })).toMatchObject({ status: 400 })
  })

  it('R1 a body that names an owner or any other unknown field is refused', async () => {
    const world = await httpWorld()
    const { browser } = await signedIn(world)
    const other = await signedIn(world)
    const fields = [
      'owner_id',
      'user_id',
      'role',
      'kind',
      'prefix',
      'key_hash',
      'created_at',
      'created_by',
      'revoked_at',
    ]
    for (const field of fields) {
      const refused = await browser.post(keys, { ...laptop, [field]: other.account.id })
      expect(refused).toMatchObject({ status: 400, json: { errors: [{ pointer: `#/${field}` }] } })
    }
    expect((await other.browser.get(keys)).json.data).toEqual([])
  })

  it('a blank name and a 101st key are refused', async () => {
    const { browser } = await signedIn(await httpWorld())
    expect(await browser.post(keys, { ...laptop, name: ' ' })).toMatchObject({
      status: 400,
      json: { errors: [{ pointer: '#/name' }] },
    })
    for (let count = 0; count < 100; count += 1)
      expect((await browser.post(keys, laptop)).status).toBe(201)
    expect(await browser.post(keys, laptop)).toMatchObject({
      status: 409,
      json: { code: 'CONFLICT' },
    })
  })

  it('the list has pages and starts with the newest key', async () => {
    const { browser } = await signedIn(await httpWorld())
    for (let count = 0; count < 5; count += 1)
      await browser.post(keys, { ...laptop, name: `key ${count}` })
    const pages: string[][] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { json } = await browser.get(
        `${keys}?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      )
      pages.push(json.data.map(({ name }) => name))
      cursor = json.next_cursor
    }
    expect(pages).toEqual([['key 4', 'key 3'], ['key 2', 'key 1'], ['key 0']])
    expect((await browser.get(`${keys}?limit=5`)).json.next_cursor).toBeNull()
  })

  it.each([
    { query: 'limit=0', pointer: '#/limit' },
    { query: 'limit=101', pointer: '#/limit' },
    { query: 'limit=', pointer: '#/limit' },
    { query: 'limit=1e1', pointer: '#/limit' },
    { query: 'limit=2&limit=3', pointer: '#/limit' },
    { query: 'cursor=x', pointer: '#/cursor' },
    { query: 'cursor=', pointer: '#/cursor' },
    { query: 'owner_id=00000000-0000-7000-8000-000000000000', pointer: '#/owner_id' },
    { query: '__proto__=1', pointer: '#/__proto__' },
  ])('the query $query is refused, with a pointer to the parameter', async ({ query, pointer }) => {
    const { browser } = await signedIn(await httpWorld())
    expect(await browser.get(`${keys}?${query}`)).toMatchObject({
      status: 400,
      json: { errors: [{ pointer }] },
    })
  })

  it('R5 a revoked key stops working at once; revoking it again changes nothing', async () => {
    const { app, ports } = await httpWorld()
    const { browser } = await signedIn({ app, ports })
    const { id, key } = (await browser.post(keys, laptop)).json
    expect((await browser.get(`${keys}/${id}`)).json).toMatchObject({
      id,
      may: ['revoke', 'replace'],
    })
    for (const _ of [1, 2])
      expect(await browser.delete(`${keys}/${id}`)).toMatchObject({ status: 204, text: '' })
    expect(
      (await app.request('/public/v1/search', postJson({ query: 'printer' }, key))).status,
    ).toBe(401)
    expect((await browser.get(keys)).json.data).toMatchObject([
      { status: 'revoked', revoked_at: ports.clock.now().toISOString() },
    ])
  })

  it('R8 the key of another person is not found', async () => {
    const { app, ports, key } = await httpWorld()
    const owner = await ports.transact(async (stores) => ({
      ok: true,
      value: await stores.keys.list(anyKey, { after: null, limit: 1 }),
    }))
    const id = owner.value[0]!.id
    const { browser } = await signedIn({ app, ports })
    for (const path of [
      `${keys}/${id}`,
      `${keys}/00000000-0000-7000-8000-000000000000`,
      `${keys}/x`,
    ]) {
      expect(await browser.delete(path)).toMatchObject(notFound)
      expect(await browser.get(path)).toMatchObject(notFound)
      expect(await browser.get(`${path}/usage`)).toMatchObject(notFound)
    }
    expect(
      (await app.request('/public/v1/search', postJson({ query: 'printer' }, key))).status,
    ).toBe(200)
  })
})

describe("usage of the caller's API key", () => {
  it('R10 counts calls by hour and outcome', async () => {
    const { app, ports } = await httpWorld()
    const { browser } = await signedIn({ app, ports })
    const { id, key } = (await browser.post(keys, laptop)).json
    const search = (body: unknown, headers = {}) =>
      app.request('/public/v1/search', postJson(body, key, headers))
    for (const body of [{ query: 'printer' }, { query: 'nothing' }, { query: '' }, '{'])
      await search(body)
    await search({ query: 'printer' }, { 'Ken-On-Behalf-Of': 'U123' })
    for (let call = 5; call < 62; call += 1) await search({ query: 'printer' })
    await revokeKey(ports, { actor: operator, keyId: id as KeyId, scope: 'all' })
    await search({ query: 'printer' })
    const counts = { total: 63, ok: 57, rate_limited: 2, denied: 1, failed: 3 }
    const now = ports.clock.now()
    const hour = new Date(now.getTime() - (now.getTime() % 3_600_000)).toISOString()
    const { json } = await browser.get(`${keys}/${id}/usage`)
    expect(json).toEqual({
      ...counts,
      last_used_at: now.toISOString(),
      since: expect.any(String),
      hours: [{ hour, ...counts }],
    })
  })

  it('counts failures of Ken', async () => {
    const searchIndex = {
      searchText: () => Promise.reject(new Error('broken')),
      supportsVectors: async () => false,
    } as never
    const { app, ports } = await httpWorld({ ports: { searchIndex } })
    const { browser } = await signedIn({ app, ports })
    const { id, key } = (await browser.post(keys, laptop)).json
    await app.request('/public/v1/search', postJson({ query: 'printer' }, key))
    expect((await browser.get(`${keys}/${id}/usage`)).json).toMatchObject({ total: 1, failed: 1 })
  })

  it('covers the requested number of days, 1 to 90', async () => {
    const { app, ports } = await httpWorld()
    const { browser } = await signedIn({ app, ports })
    const { id } = (await browser.post(keys, laptop)).json
    recordKeyUse(ports, { keyId: id as KeyId, outcome: 'ok' })
    const total = async (days: number) =>
      (await browser.get(`${keys}/${id}/usage?days=${days}`)).json.total
    expect(await total(1)).toBe(1)
    const earlier = new Map([
      [
        ports.clock.now().getTime() - 3 * 86_400_000,
        { ok: 7, rateLimited: 0, denied: 0, failed: 0 },
      ],
    ])
    ports.database.tables.keyUsage.set(id as KeyId, { lastUsedAt: null, hours: earlier })
    expect([await total(2), await total(4)]).toEqual([0, 7])
    for (const days of ['0', '91', 'x', '']) {
      const refused = await browser.get(`${keys}/${id}/usage?days=${days}`)
      expect(refused).toMatchObject({
        status: 400,
        json: { errors: [{ pointer: '#/days', detail: 'must be a whole number from 1 to 90' }] },
      })
    }
  })
})
