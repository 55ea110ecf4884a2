import { describe, expect, it } from 'vitest'
import { listTools, postMessage } from '../testing/mcp-clients.ts'
import { httpWorld, postJson } from '../testing/http-world.ts'

const path = '/public/v1/search'
const portal = 'https://portal.example.com'
const preflight = (
  origin: string,
  more: { readonly [name: string]: string } = {},
): RequestInit => ({
  method: 'OPTIONS',
  headers: {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization',
    ...more,
  },
})
const granted = ({ headers }: Response) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'))

describe('R79 cross-origin sharing', () => {
  it('is off unless configured', async () => {
    const { app, key } = await httpWorld()
    const response = await app.request(path, preflight(portal))
    expect(response.status).toBe(405)
    expect(granted(response)).toEqual([])
    expect(
      granted(await app.request(path, postJson({ query: 'a' }, key, { origin: portal }))),
    ).toEqual([])
  })

  it('allows listed origins to use the public contract without cookies, also for errors', async () => {
    const { app, key } = await httpWorld({
      config: { corsOrigins: ['https://other.example.com', portal] },
    })
    const preflighted = await app.request(path, preflight(portal))
    expect(preflighted.status).toBe(204)
    expect(preflighted.headers.get('access-control-allow-origin')).toBe(portal)
    expect(preflighted.headers.get('access-control-allow-methods')).toBe('GET, POST, DELETE')
    expect(preflighted.headers.get('access-control-allow-headers')).toBe(
      'Authorization, Content-Type, Idempotency-Key',
    )
    expect(preflighted.headers.get('vary')).toBe('Origin')

    for (const sent of [key, undefined]) {
      const response = await app.request(path, postJson({ query: 'a' }, sent, { origin: portal }))
      expect(response.status).toBe(sent === undefined ? 401 : 200)
      expect(response.headers.get('access-control-allow-origin')).toBe(portal)
      expect(response.headers.has('access-control-allow-credentials')).toBe(false)
      expect(response.headers.get('access-control-expose-headers')).toContain('RateLimit')
    }
  })

  it.each([
    `${portal}.evil.com`,
    `${portal}:444`,
    'http://portal.example.com',
    'null',
    '*',
    `${portal}/`,
    'HTTPS://PORTAL.EXAMPLE.COM',
  ])('grants %s nothing and reflects nothing', async (origin) => {
    const { app, key } = await httpWorld({ config: { corsOrigins: [portal] } })
    for (const init of [preflight(origin), postJson({ query: 'a' }, key, { origin })]) {
      const response = await app.request(path, init)
      expect(granted(response)).toEqual([])
      expect(response.headers.get('vary')).toBe('Origin')
    }
  })

  it('S4 allows listed origins to call /mcp, after its check of Host and Origin', async () => {
    const { app, key } = await httpWorld({ config: { corsOrigins: [portal] } })
    const preflighted = await app.request('/mcp', preflight(portal))
    expect(preflighted.status).toBe(204)
    expect(Object.fromEntries(preflighted.headers)).toMatchObject({
      'access-control-allow-origin': portal,
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers':
        'Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id',
    })
    // A client of 2025 opens a stream and ends its session; it has to read that there is neither.
    for (const method of ['GET', 'DELETE']) {
      const response = await app.request('/mcp', { method, headers: { origin: portal } })
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
        405,
        portal,
      ])
    }
    for (const sent of [key, undefined]) {
      const response = await postMessage(app, listTools, sent, { origin: portal })
      expect(response.status).toBe(sent === undefined ? 401 : 200)
      expect(response.headers.get('access-control-allow-origin')).toBe(portal)
      expect(response.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
    }
    for (const init of [preflight('https://evil.example'), preflight(portal, { host: 'evil' })]) {
      const refused = await app.request('/mcp', init)
      expect([refused.status, granted(refused)]).toEqual([403, []])
    }
  })

  it('is off at /mcp unless configured', async () => {
    const { app } = await httpWorld()
    const refused = await app.request('/mcp', preflight(portal))
    expect([refused.status, granted(refused)]).toEqual([403, []])
  })

  it('grants nothing outside the public contract and /mcp', async () => {
    const { app } = await httpWorld({ setUp: false, config: { corsOrigins: [portal] } })
    for (const other of ['/setup', '/', '/readyz', '/assets/ken.css']) {
      expect(granted(await app.request(other, preflight(portal)))).toEqual([])
      expect(granted(await app.request(other, { headers: { origin: portal } }))).toEqual([])
    }
  })

  it('responds to a preflight with 16 KiB of spaces within 50 ms of processor time', async () => {
    const { app } = await httpWorld({ config: { corsOrigins: [portal] } })
    const blanks = `a${' '.repeat(16_000)}b`
    const before = process.cpuUsage()
    await app.request(path, preflight(portal, { 'access-control-request-headers': blanks }))
    await app.request(path, preflight(`${portal}${blanks}`))
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(50)
  })
})
