import { operator, revokeKey } from '@ken/core'
import { describe, expect, it, vi } from 'vitest'
import { signedIn } from '../testing/browser.ts'
import { httpWorld } from '../testing/http-world.ts'
import { keyHolderIn } from '../testing/key-holder.ts'
import { initialize, listTools, mcpClients, postMessage, toolCall } from '../testing/mcp-clients.ts'
import { aSurfaceIn } from '../testing/surface.ts'
import { loadTools } from './serve-mcp.ts'

/** What a client asks for, and what it is offered: the newest revision that begins with a handshake, unless Ken knows its own. */
const revisionOffers: readonly (readonly [string, string])[] = [
  ['2024-10-07', '2025-11-25'],
  ['2024-11-05', '2025-11-25'],
  ['2025-03-26', '2025-03-26'],
  ['2025-06-18', '2025-06-18'],
  ['2025-11-25', '2025-11-25'],
  ['2026-07-28', '2025-11-25'],
  ['2099-01-01', '2025-11-25'],
]

describe('a call of a tool', () => {
  it.for<[string, { readonly [name: string]: string }, readonly string[]]>([
    ['2025-03-26', {}, ['text']],
    ['2025-06-18', { 'mcp-protocol-version': '2025-06-18' }, ['text', 'resource_link']],
  ])('links the sources of an answer only in revisions that have links: %s', async (row) => {
    const [, headers, types] = row
    const { app, key } = await httpWorld()
    const call = toolCall('ask', { question: 'Why does the printer jam?', sources: [] })
    const response = await postMessage(app, call, key, headers)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const [, data = ''] = (await response.text()).split('data: ')
    expect(JSON.parse(data)).toMatchObject({
      result: { content: types.map((type) => ({ type })) },
    })
  })

  it('S1 is one call of the public operation: once in the usage of the key, and refused once the key is revoked', async () => {
    const world = await httpWorld()
    const { key, plain, usage } = await keyHolderIn(world)
    const client = await mcpClients.current(world.app, plain)
    await client.listTools()
    expect(await usage()).toMatchObject({ ok: 0 })
    for (const ok of [1, 2, 3]) {
      await client.call('search', { query: 'vpn' })
      expect(await usage()).toMatchObject({ ok, rateLimited: 0, denied: 0, failed: 0 })
    }
    const { keyHolders } = world.ports
    const lookUps = vi.spyOn(keyHolders, 'findByDigest')
    await client.call('search', { query: 'vpn' })
    expect(lookUps).toHaveBeenCalledTimes(1)
    await revokeKey(world.ports, { actor: operator, keyId: key.id, scope: 'all' })
    const refused = await postMessage(world.app, toolCall('search', { query: 'vpn' }), plain)
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="ken"',
    ])
    expect(await usage()).toMatchObject({ ok: 4, denied: 1 })
  })
})

describe('POST /mcp', () => {
  it.for<[string, unknown, string]>([
    ['initialize', { protocolVersion: 7 }, 'params.protocolVersion: expected string'],
    ['initialize', undefined, 'params: expected object'],
    ['tools/call', { name: 7 }, 'params.name: expected string'],
    ['tools/call', { name: 'search', arguments: 7 }, 'params.arguments: expected record'],
    ['resources/read', { uri: 7 }, 'params.uri: expected string'],
    ['tools/list', { cursor: 7 }, 'params.cursor: expected string'],
  ])('says which parameter of a message is wrong: %s %o', async ([method, params, fault]) => {
    const { app, key } = await httpWorld()
    const response = await postMessage(app, { jsonrpc: '2.0', id: 1, method, params }, key)
    const message = expect.stringContaining(`Invalid params: ${fault}`) as string
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32602, message } })
  })

  it.for(['1999-01-01', '2024-10-07', '2024-11-05', '2099-01-01', 'x'])(
    'says which revisions it knows to a client of another one: %s',
    async (requested) => {
      const { app, key } = await httpWorld()
      const headers = { 'mcp-protocol-version': requested }
      for (const message of [listTools, toolCall('search', { query: 'vpn' })]) {
        const response = await postMessage(app, message, key, headers)
        expect(response.status).toBe(400)
        expect(await response.json()).toMatchObject({
          id: 1,
          error: {
            code: -32022,
            message: expect.stringMatching(/^The header MCP-Protocol-Version .*2026-07-28, /),
            data: {
              supported: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
              requested,
            },
          },
        })
      }
    },
  )

  it.for(revisionOffers)(
    'offers a revision that it knows to a client that asks for %s: %s',
    async ([protocolVersion, offered]) => {
      const { app, key } = await httpWorld()
      const response = await postMessage(app, initialize(protocolVersion), key)
      expect(await response.json()).toMatchObject({ result: { protocolVersion: offered } })
    },
  )

  it.for([
    [
      'array',
      JSON.stringify(
        Array.from({ length: 100 }, (_, id) => toolCall('search', { query: 'vpn' }, id)),
      ),
    ],
    ['empty array', '[]'],
    ['value', '1'],
    ['null', 'null'],
    ['broken', '{"jsonrpc":'],
    ['same key twice', '{"jsonrpc":"2.0","id":1,"method":"tools/list","method":"tools/call"}'],
    ['prototype', '{"jsonrpc":"2.0","id":1,"method":"tools/list","__proto__":{}}'],
  ])('S2 refuses anything but one object before any of it runs: %s', async ([, body]) => {
    const world = await httpWorld()
    const { plain, usage } = await keyHolderIn(world)
    for (const version of ['2025-03-26', '2025-11-25', '2026-07-28']) {
      const headers = { 'mcp-protocol-version': version }
      const response = await postMessage(world.app, body, plain, headers)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code: 'INVALID_REQUEST' })
    }
    expect(await usage()).toEqual({ ok: 0, rateLimited: 0, denied: 0, failed: 0 })
  })

  it('S4 checks Host and Origin before the credential and the body', async () => {
    const { app, key } = await httpWorld({
      config: { corsOrigins: ['https://intranet.example.com'] },
    })
    const statusWith = async (headers: { readonly [name: string]: string }, credential?: string) =>
      (await postMessage(app, credential === undefined ? '[' : listTools, credential, headers))
        .status
    for (const origin of [
      'null',
      'http://evil.example',
      'http://ken.example.com.evil.example',
      'https://ken.example.com',
    ])
      for (const credential of [undefined, key])
        expect(await statusWith({ origin }, credential)).toBe(403)
    for (const host of ['evil.example', 'ken.example.com.evil.example', 'a@b', ''])
      for (const credential of [undefined, key])
        expect(await statusWith({ host }, credential)).toBe(403)
    const allowed: readonly { readonly [name: string]: string }[] = [
      {},
      { origin: 'http://ken.example.com', host: 'ken.example.com' },
      { origin: 'https://intranet.example.com', host: 'KEN.example.com:8080' },
      { host: '127.0.0.1:8080' },
    ]
    for (const headers of allowed) {
      expect(await statusWith(headers, key)).toBe(200)
      expect(await statusWith(headers)).toBe(401)
    }
  })

  it('S9 admits no credential but a personal key, before it reads the body', async () => {
    const world = await httpWorld()
    const { browser } = await signedIn(world)
    const { plain: serviceKey } = await aSurfaceIn(world)
    const statusOf = async (credential?: string) =>
      (await postMessage(world.app, '[', credential)).status
    expect(await statusOf(world.key)).toBe(400)
    for (const credential of [undefined, browser.token!, `${world.key}0`, 'ken_'])
      expect(await statusOf(credential)).toBe(401)
    const response = await postMessage(world.app, listTools, serviceKey)
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({
      detail: expect.stringContaining('personal API key'),
    })
  })

  it('refuses to act on behalf of another person, as the public contract does', async () => {
    const { app, key } = await httpWorld()
    for (const message of [listTools, toolCall('search', { query: 'vpn' })]) {
      const response = await postMessage(app, message, key, {
        'ken-on-behalf-of': 'U0123',
      })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code: 'ON_BEHALF_OF_NOT_ALLOWED' })
    }
  })

  it.for(['application/json', 'text/event-stream, application/*', '*/*', ''])(
    'says what a client has to accept: %s',
    async (accept) => {
      const { app, key } = await httpWorld()
      const response = await postMessage(app, listTools, key, { accept })
      expect(response.status).toBe(406)
      expect(await response.json()).toMatchObject({
        id: 1,
        error: {
          message:
            'Send the header Accept: application/json, text/event-stream. A response is either of them.',
        },
      })
    },
  )

  it('takes media types in capitals', async () => {
    const { app, key } = await httpWorld()
    const accept = 'Application/JSON, TEXT/event-stream'
    expect((await postMessage(app, listTools, key, { accept })).status).toBe(200)
  })

  it('loads its tools again if that failed once, for instance for want of file handles', async () => {
    const loadMcp = vi
      .fn<typeof loadTools>(loadTools)
      .mockRejectedValueOnce(Object.assign(new Error('too many open files'), { code: 'EMFILE' }))
    const { app, key } = await httpWorld({ loadMcp })
    expect((await postMessage(app, listTools, key)).status).toBe(500)
    expect((await postMessage(app, listTools, key)).status).toBe(200)
    expect((await postMessage(app, listTools, key)).status).toBe(200)
    expect(loadMcp).toHaveBeenCalledTimes(2)
  })

  it('allows no more than 64 KiB, and no other method', async () => {
    const { app, key } = await httpWorld()
    const large = toolCall('search', { query: 'x'.repeat(70_000) })
    expect((await postMessage(app, large, key)).status).toBe(413)
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const response = await app.request('/mcp', {
        method,
        headers: { accept: 'text/event-stream' },
      })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    }
  })

  it('counts messages that call nothing in a window of their own, 300 a minute and key', async () => {
    const { app, key, ports } = await httpWorld()
    const unknownTool = toolCall('none', {})
    for (let count = 0; count < 150; count += 1) {
      expect((await postMessage(app, listTools, key)).status).toBe(200)
      expect((await postMessage(app, unknownTool, key)).status).toBe(200)
    }
    const question = toolCall('ask', { question: 'vpn' })
    const withParams = (added: object) => ({
      ...question,
      params: { ...question.params, ...added },
    })
    const refusedBySdk = [
      withParams({ task: 7 }),
      withParams({ requestState: 7 }),
      withParams({ _meta: { progressToken: {} } }),
      withParams({ arguments: { question: 7 } }),
    ]
    for (const message of [listTools, unknownTool, ...refusedBySdk]) {
      const refused = await postMessage(app, message, key)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    }
    for (const call of [toolCall('search', { query: 'vpn' }), question])
      expect(await (await postMessage(app, call, key)).text()).toContain('structuredContent')
    ports.clock.advance(60_000)
    expect((await postMessage(app, listTools, key)).status).toBe(200)
  })

  it('R9 counts messages that it cannot read, too', async () => {
    const { app, key } = await httpWorld()
    const unread: readonly (readonly [unknown, { readonly [name: string]: string }])[] = [
      ['[', {}],
      ['x'.repeat(70_000), {}],
      [listTools, { 'content-type': 'text/plain' }],
      [listTools, { 'ken-on-behalf-of': 'U0123' }],
    ]
    for (let count = 0; count < 75; count += 1)
      for (const [body, headers] of unread)
        expect((await postMessage(app, body, key, headers)).status).toBeLessThan(429)
    for (const [body, headers] of [...unread, [listTools, {}] as const])
      expect((await postMessage(app, body, key, headers)).status).toBe(429)
    expect((await postMessage(app, toolCall('search', { query: 'vpn' }), key)).status).toBe(200)
  })
})
