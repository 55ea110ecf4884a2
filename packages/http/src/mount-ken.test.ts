import { ok } from '@ken/core'
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { mountKen } from './mount-ken.ts'
import { consoleFixture } from './testing/console-fixture.ts'
import { httpWorld, owner } from './testing/http-world.ts'

const origin = 'https://portal.example.com'
const json = { 'Content-Type': 'application/json', Origin: origin }

async function mounted(baseUrl = `${origin}/ken`) {
  const world = await httpWorld({ config: { baseUrl } })
  const ken = mountKen({ ken: world.ken, log: world.ports.log, console: consoleFixture })
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    ken.fetch(new Request(`${origin}${path}`, { headers }))
  return { ...world, mount: ken, get }
}

/** A portal of Node.js that serves with this listener. */
async function serving(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

describe('mountKen', () => {
  it('serves only below the path of the base URL', async () => {
    const { get } = await mounted()
    const paths = ['/ken', '/ken/healthz', '/healthz', '/kenx/healthz', '/ken/ken/healthz', '/']
    const statuses = await Promise.all(paths.map(async (path) => (await get(path)).status))
    expect(statuses).toEqual([200, 200, 404, 404, 404, 404])
    const { get: getAtRoot } = await mounted(origin)
    expect((await getAtRoot('/healthz')).status).toBe(200)
  })

  it('prefixes every link of a page with the path', async () => {
    const { get } = await mounted()
    for (const page of ['/ken', '/ken/setup', '/ken/invite', '/ken/reset', '/ken/public/v1/docs']) {
      const text = await (await get(page, { Accept: 'text/html' })).text()
      const links = [...text.matchAll(/ (?:href|src|action)="(\/[^"]*)"/g)].map(([, link]) => link!)
      expect(links.length).toBeGreaterThan(1)
      expect(links.filter((link) => !link.startsWith('/ken/'))).toEqual([])
    }
  })

  it('names the path in the type of a problem, which is an address', async () => {
    const { get } = await mounted()
    const type = '/ken/public/v1/docs#NOT_FOUND'
    for (const path of ['/ken/public/nowhere', '/elsewhere'])
      expect(await (await get(path)).json()).toMatchObject({ type })
    const { get: getAtRoot } = await mounted(origin)
    expect(await (await getAtRoot('/public/nowhere')).json()).toMatchObject({
      type: '/public/v1/docs#NOT_FOUND',
    })
  })

  it('names the path in the OpenAPI document', async () => {
    const { get } = await mounted()
    const document = await (await get('/ken/public/v1/openapi.json')).json()
    expect(document).toMatchObject({ servers: [{ url: `${origin}/ken` }] })
  })

  it('signs people in with cookies that work below the path', async () => {
    const { mount, ports } = await mounted()
    await ports.transact(async ({ settings }) =>
      ok(await settings.update({ mfaRequiredRoles: [] })),
    )
    const post = (path: string, headers: Readonly<Record<string, string>>, body: object) =>
      mount.fetch(
        new Request(`${origin}/ken${path}`, {
          method: 'POST',
          headers: { ...json, ...headers },
          body: JSON.stringify(body),
        }),
      )
    const signedIn = await post('/login', {}, { email: owner.email, password: owner.password })
    expect(signedIn.status).toBe(200)
    const cookies = signedIn.headers.getSetCookie()
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) expect(cookie).toMatch(/^__Host-.*; Path=\/; .*Secure/)
    const cookie = cookies.map((set) => set.split(';')[0]).join('; ')
    expect((await post('/refresh', { Cookie: cookie }, {})).status).toBe(200)
  })

  it('uses the client address from the portal', async () => {
    const { mount, ports } = await mounted()
    const url = `${origin}/ken/healthz`
    await mount.fetch(new Request(url), { address: '192.0.2.7' })
    await mount.fetch(new Request(url))
    const addresses = ports.log.lines.flatMap(({ event, fields }) =>
      event === 'http.request' ? [fields['address']] : [],
    )
    expect(addresses).toEqual(['192.0.2.7', null])
  })

  it('serves requests of Node.js, also when the portal has removed the path', async () => {
    const { mount } = await mounted()
    const express: RequestListener = (incoming, outgoing) => {
      const { url } = incoming
      mount.listener(Object.assign(incoming, { originalUrl: url, url: url?.slice(4) }), outgoing)
    }
    for (const listener of [mount.listener, express]) {
      const portal = `http://127.0.0.1:${await serving(listener)}`
      expect((await fetch(`${portal}/ken/healthz`)).status).toBe(200)
      const refused = await fetch(`${portal}/ken/public/v1/search`, { method: 'POST', body: '{}' })
      expect(refused.status).toBe(401)
    }
  })

  it('refuses a request whose host is malformed, and logs it', async () => {
    const { mount, ports } = await mounted()
    const port = await serving(mount.listener)
    const sent = request({ port, path: '/ken/healthz', headers: { Host: 'a b' } }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(400)
    expect(await new Response(Readable.toWeb(response) as ReadableStream).json()).toMatchObject({
      type: '/ken/public/v1/docs#INVALID_REQUEST',
      request_id: response.headers['x-request-id'],
    })
    expect(ports.log.lines).toMatchObject([
      { event: 'http.refused', fields: { request_id: response.headers['x-request-id'] } },
    ])
  })

  it('says in the log that a parser of the portal has read a body', async () => {
    const { mount, ports, key } = await mounted()
    const parsed: RequestListener = (incoming, outgoing) =>
      void incoming.resume().once('end', () => mount.listener(incoming, outgoing))
    const headers = { ...json, authorization: `Bearer ${key}` }
    const post = { method: 'POST', headers, body: '{"query":"vpn"}' }
    const read = new Request(`${origin}/ken/public/v1/search`, post)
    await read.text()
    const portal = `http://127.0.0.1:${await serving(parsed)}/ken`
    const search = `${portal}/public/v1/search`
    for (const refused of [await fetch(search, post), await mount.fetch(read)]) {
      expect(refused.status).toBe(500)
      const { request_id } = (await refused.json()) as { readonly request_id: string }
      const remedy = expect.stringContaining('before body parsers')
      expect(ports.log.lines).toContainEqual({
        level: 'error',
        event: 'http.body_read_before',
        fields: { request_id, remedy },
      })
    }
    // A request that needs no body of Ken is served as ever.
    const unread = [
      await fetch(`${portal}/nowhere`, post),
      await fetch(`${portal}/public/v1/openapi.json`, post),
      await fetch(search, { ...post, headers: json }),
    ]
    expect(unread.map(({ status }) => status)).toEqual([404, 405, 401])
    expect((await fetch(`${portal}/healthz`)).status).toBe(200)
    const withBody = request(`${portal}/healthz`, { headers: { 'Content-Length': 2 } }).end('{}')
    const [{ statusCode }] = (await once(withBody, 'response')) as [IncomingMessage]
    expect(statusCode).toBe(200)
  })

  it('is not ready while draining', async () => {
    const { mount, get } = await mounted()
    expect((await get('/ken/readyz')).status).toBe(200)
    mount.drain()
    expect((await get('/ken/readyz')).status).toBe(503)
  })
})
