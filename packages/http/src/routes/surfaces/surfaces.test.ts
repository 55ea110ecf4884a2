import { createLinkCode, importDocuments, operator } from '@ken/core'
import { aDocument, aPersonIn, valueOf } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { read, signedIn, traceOf } from '../../testing/browser.ts'
import { httpWorld, postJson } from '../../testing/http-world.ts'
import { aSurfaceIn, linkedIn } from '../../testing/surface.ts'

const [link, resolve, search] = [
  '/api/v1/surfaces/link',
  '/api/v1/surfaces/resolve',
  '/public/v1/search',
]
const notLinked = { status: 403, json: { code: 'IDENTITY_NOT_LINKED' } }

const codeIn = async (created: Promise<object>) => {
  const { code } = (await created) as { code: string }
  return { code }
}

describe('POST /api/v1/surfaces/link', () => {
  it('R63 links the sender of a code that was created on the web, and shows the masked account', async () => {
    const world = await httpWorld()
    const { account, browser } = await signedIn(world, { email: 'ada.l@example.com' })
    const created = await browser.post('/api/v1/me/link-codes')
    expect(created).toMatchObject({
      status: 201,
      json: {
        code: expect.any(String),
        source: null,
        expires_at: expect.any(String),
        expires_in: 600,
      },
    })
    const { code } = JSON.parse(created.text) as { code: string }
    const { post } = await aSurfaceIn(world)
    const linked = await post(link, { external_id: 'U1', code })
    expect(linked).toMatchObject({
      status: 200,
      text: '{"linked":true,"account":"a***@example.com"}',
    })
    expect(linked.headers.get('ratelimit')).toMatch(/^"key";r=59;t=\d+$/)
    const found = await post(search, { query: 'printer' }, { 'Ken-On-Behalf-Of': 'U1' })
    expect(found).toMatchObject({
      status: 200,
      json: { results: [{ title: 'Printer on floor two' }] },
    })

    const { data } = (await browser.get('/api/v1/me/identities')).json
    expect(data).toEqual([
      {
        id: expect.any(String),
        source: 'bot_gateway',
        external_id: 'U1',
        created_at: expect.any(String),
      },
    ])
    expect(account.email).toBe('ada.l@example.com')
  })

  it('R63 accepts a code for a platform only there', async () => {
    const world = await httpWorld()
    const { browser } = await signedIn(world)
    const newCode = async (body?: object) =>
      JSON.parse((await browser.post('/api/v1/me/link-codes', body)).text) as object
    const { post } = await aSurfaceIn(world)
    const present = async (external_id: string, body?: object) =>
      post(link, { external_id, ...(await codeIn(newCode(body))) })
    expect(await newCode({ source: 'bot_gateway' })).toMatchObject({ source: 'bot_gateway' })
    expect(await newCode()).toMatchObject({ source: null })
    expect(await present('U1', { source: 'teamchat' })).toMatchObject(notLinked)
    expect(await present('U1', { source: 'bot_gateway' })).toMatchObject({ status: 200 })
    expect(await present('U2')).toMatchObject({ status: 200 })
    const invalid = await browser.post('/api/v1/me/link-codes', { source: 'Team Chat' })
    expect(invalid).toMatchObject({ status: 400, json: { errors: [{ pointer: '#/source' }] } })
    expect(await browser.post('/api/v1/me/link-codes', { platform: 'teamchat' })).toMatchObject({
      status: 400,
    })
  })

  it('R65 gives the same response to a wrong, used, expired and foreign code, and beyond the limit', async () => {
    const world = await httpWorld()
    const { post } = await aSurfaceIn(world)
    const codeOf = async (overrides = {}) => {
      const { account, actor } = await aPersonIn(world.ports, overrides)
      return { account, code: valueOf(await createLinkCode(world.ports, { actor })).code }
    }
    const [used, gone, late] = [await codeOf(), await codeOf(), await codeOf()]
    const bound = valueOf(
      await createLinkCode(world.ports, { ...(await aPersonIn(world.ports)), source: 'teamchat' }),
    )
    await post(link, { external_id: 'U1', code: used.code })
    world.ports.database.tables.accounts.set(gone.account.id, {
      ...gone.account,
      status: 'deactivated',
    })
    const responses = [
      await post(link, { external_id: 'U2', code: used.code }),
      await post(link, { external_id: 'U3', code: gone.code }),
      await post(link, { external_id: 'U 4', code: late.code }),
      await post(link, { external_id: 'U5', code: '' }),
      await post(link, { external_id: 'U7', code: bound.code }),
    ]
    world.ports.clock.advance(600_000)
    for (const code of [late.code, ...Array<string>(6).fill('x')])
      responses.push(await post(link, { external_id: 'U6', code }))
    responses.push(await post(link, { external_id: 'U6', code: (await codeOf()).code }))
    const traces = responses.map((response) => traceOf(response).replaceAll(/r=\d+;t=\d+/g, 'r;t'))
    expect(new Set(traces).size).toBe(1)
    expect(responses[0]).toMatchObject(notLinked)
  })

  it('R65 takes the same time for every refusal', async () => {
    const world = await httpWorld()
    const { post } = await aSurfaceIn(world)
    const { actor } = await aPersonIn(world.ports)
    const { code } = valueOf(await createLinkCode(world.ports, { actor }))
    const { identity } = await linkedIn(world)
    const senders = [identity.externalId, 'no id', ...Array.from({ length: 7 }, () => 'guesser')]
    const refusals = [
      ...senders.map((external_id) => () => post(link, { external_id, code })),
      () => post(resolve, { external_id: 'stranger' }),
    ]
    await post(link, { external_id: 'first', code })
    const startedAt = performance.now()
    const responses = await Promise.all(
      refusals.map(async (ask) => ({
        ...(await ask()),
        isLater: performance.now() - startedAt > 99,
      })),
    )
    for (const response of responses)
      expect(response).toMatchObject({ ...notLinked, isLater: true })
  })
})

describe('POST /api/v1/surfaces/resolve', () => {
  it('says whether a sender is linked', async () => {
    const world = await httpWorld()
    const { post } = await aSurfaceIn(world)
    const { identity } = await linkedIn(world, { email: 'bob@example.com' })
    expect(await post(resolve, { external_id: identity.externalId })).toMatchObject({
      status: 200,
      text: '{"linked":true,"account":"b***@example.com"}',
    })
    expect(await post(resolve, { external_id: 'stranger' })).toMatchObject(notLinked)
  })

  it('R66 links no one by an email address that the holder of a service key names', async () => {
    const world = await httpWorld()
    await aPersonIn(world.ports, { email: 'bob@example.com' })
    const body = { external_id: 'W1', email: 'bob@example.com' }
    for (const source of ['portal', 'bot_gateway']) {
      expect(await (await aSurfaceIn(world, source)).post(resolve, body)).toMatchObject(notLinked)
    }
    expect(world.ports.database.tables.identities.size).toBe(0)
  })
})

describe('a service key', () => {
  it('R6 finds documents that the named person may see, limited by the key', async () => {
    const world = await httpWorld()
    const { account, identity } = await linkedIn(world)
    const documents = [
      aDocument({ source: 'wiki', title: 'Own', body: 'zebra', allowed: [`user:${account.id}`] }),
      aDocument({ source: 'ticket', title: 'Ticket', body: 'zebra' }),
      aDocument({ source: 'wiki', title: 'Board', body: 'zebra', allowed: ['role:Owner'] }),
    ]
    await importDocuments(world.ports, { actor: operator, documents })
    const titles = async (sources: readonly string[] | null) => {
      const { post } = await aSurfaceIn(world, 'bot_gateway', sources)
      const { text } = await post(
        search,
        { query: 'zebra' },
        { 'Ken-On-Behalf-Of': identity.externalId },
      )
      return (JSON.parse(text) as { results: { title: string }[] }).results
        .map(({ title }) => title)
        .toSorted()
    }
    expect(await titles(null)).toEqual(['Own', 'Ticket'])
    expect(await titles(['wiki'])).toEqual(['Own'])
  })

  it('must name a person; a personal key and an access token must not', async () => {
    const world = await httpWorld()
    const { post } = await aSurfaceIn(world)
    const required = await post(search, { query: 'printer' })
    expect(required).toMatchObject({ status: 400, json: { code: 'ON_BEHALF_OF_REQUIRED' } })
    expect(required.headers.get('ratelimit')).toMatch(/^"key";r=59/)
    const { browser } = await signedIn(world)
    for (const credential of [world.key, browser.token ?? '']) {
      const refused = await read(
        await world.app.request(
          search,
          postJson({ query: 'printer' }, credential, { 'Ken-On-Behalf-Of': 'U1' }),
        ),
      )
      expect(refused).toMatchObject({ status: 400, json: { code: 'ON_BEHALF_OF_NOT_ALLOWED' } })
    }
  })

  it('R65 gets the same refusal for unknown, unlinked, elsewhere linked and deactivated people', async () => {
    const world = await httpWorld()
    const { post } = await aSurfaceIn(world)
    const gone = await linkedIn(world, { status: 'deactivated' })
    const elsewhere = await linkedIn(world)
    const identities = world.ports.database.tables.identities
    identities.set(elsewhere.identity.id, {
      ...elsewhere.identity,
      source: 'workspace_chat' as never,
    })
    const ids = [
      'unknown',
      'x'.repeat(1_000),
      'U1, U2',
      gone.identity.externalId,
      elsewhere.identity.externalId,
    ]
    const responses = await Promise.all(
      ids.map((id) => post(search, { query: 'printer' }, { 'Ken-On-Behalf-Of': id })),
    )
    expect(
      new Set(responses.map((response) => traceOf(response).replaceAll(/r=\d+;t=\d+/g, 'r;t')))
        .size,
    ).toBe(1)
    expect(responses[0]).toMatchObject(notLinked)
    const left = responses.map(({ headers }) => headers.get('ratelimit')?.slice(0, 10))
    expect(new Set(left)).toEqual(new Set([55, 56, 57, 58, 59].map((calls) => `"key";r=${calls}`)))
  })

  it('R5 no longer acts for anyone once revoked, or for a person after unlinking', async () => {
    const world = await httpWorld()
    const { key, post } = await aSurfaceIn(world)
    const { account, browser } = await signedIn(world)
    const { code } = JSON.parse((await browser.post('/api/v1/me/link-codes')).text) as {
      code: string
    }
    await post(link, { external_id: 'U1', code })
    const ask = () => post(search, { query: 'printer' }, { 'Ken-On-Behalf-Of': 'U1' })
    expect((await ask()).status).toBe(200)
    const { id } = (await browser.get('/api/v1/me/identities')).json.data[0]!
    expect((await browser.delete(`/api/v1/me/identities/${id}`)).status).toBe(204)
    expect(await ask()).toMatchObject(notLinked)
    world.ports.database.tables.keys.set(key.id, {
      digest: '',
      key: { ...key, revokedAt: world.ports.clock.now() },
    })
    expect((await ask()).status).toBe(401)
    expect(account.status).toBe('active')
  })

  it('R35 gives no other access, and no other credential gives access to the surfaces', async () => {
    const world = await httpWorld()
    const { plain, post } = await aSurfaceIn(world)
    for (const path of ['/api/v1/me', '/api/v1/me/keys', '/api/v1/admin/keys']) {
      expect(
        (await world.app.request(path, { headers: { authorization: `Bearer ${plain}` } })).status,
      ).toBe(401)
    }
    const { browser } = await signedIn(world)
    const body = { external_id: 'U1' }
    expect(await read(await world.app.request(resolve, postJson(body, world.key)))).toMatchObject({
      status: 403,
      json: { code: 'FORBIDDEN' },
    })
    expect((await world.app.request(resolve, postJson(body, browser.token ?? ''))).status).toBe(401)
    expect(await post(resolve, body, { 'Ken-On-Behalf-Of': 'U1' })).toMatchObject({
      status: 400,
      json: { code: 'ON_BEHALF_OF_NOT_ALLOWED' },
    })
  })

  it('R9 R10 is limited and counted for every request', async () => {
    const world = await httpWorld()
    const { key, post } = await aSurfaceIn(world)
    const calls = Array.from({ length: 31 }, () => [
      post(resolve, { external_id: 'U1' }),
      post(search, { query: 'x' }, { 'Ken-On-Behalf-Of': 'U1' }),
    ])
    await Promise.all(calls.flat())
    const counted = [...(world.ports.database.tables.keyUsage.get(key.id)?.hours.values() ?? [])]
    expect(counted).toEqual([{ ok: 0, rateLimited: 2, denied: 60, failed: 0 }])
  })
})
