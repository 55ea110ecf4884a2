import { describe, expect, it } from 'vitest'
import { rawClient, rawRequest } from '../testing/raw-client.ts'
import {
  get,
  isAlive,
  inspectProblem,
  problem,
  search,
  serve,
  sized,
  validBody,
} from '../testing/served.ts'

describe('R77 hostile requests', () => {
  it('with a bad host are refused and the server lives', async () => {
    const served = await serve()
    for (const host of [
      '',
      '/',
      'a b',
      'a/b',
      'a@b',
      'a\\b',
      '%41',
      'a:x',
      'a:99999',
      '[::1',
      'ä',
      '"',
    ]) {
      expect(
        inspectProblem(await rawRequest(served.port, get('/healthz', `Host: ${host}`))),
      ).toEqual(problem(400))
    }
    expect(inspectProblem(await rawRequest(served.port, get('/healthz')))).toEqual(problem(400))
    expect(
      inspectProblem(await rawRequest(served.port, get('/healthz', 'Host: ken', 'Host: other'))),
    ).toEqual(problem(400))
    for (const host of ['ken', 'KEN.example.com:8080', '127.0.0.1:1', '[::1]:80']) {
      expect((await rawRequest(served.port, get('/healthz', `Host: ${host}`))).status).toBe(200)
    }
    expect((await rawRequest(served.port, 'GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200)
  })

  it('match only the exact path as received, not as a URL parser normalizes it', async () => {
    const { port, key } = await serve()
    const spellings = [
      '//public/v1/search',
      '/public//v1/search',
      '/./public/v1/search',
      '/x/../public/v1/search',
      '/public/v1/./search',
      '/public/v1/x/../search',
      '/public/v1/search/.',
      '/public/v1/search/x/..',
      '/%2e/public/v1/search',
      '/public/v1/%2e%2e/v1/search',
      '/public/v1%2fsearch',
      '/public/v1/%73earch',
      '/public/v1/search%00',
      '/public/v1/search%',
      '/public/v1/search;',
      '/public;x/v1/search',
      '/PUBLIC/v1/search',
      '/public/v1/search/',
      'http://ken//public/v1/search',
      'http://ken/x/../public/v1/search',
      'http://ana@ken/public/v1/search',
    ]
    for (const spelling of spellings) {
      expect(
        inspectProblem(
          await rawRequest(port, sized(key, validBody).replace('/public/v1/search', spelling)),
        ),
      ).toEqual(problem(404))
    }
    expect(
      inspectProblem(await rawRequest(port, sized(key, validBody).replace('/public', '\\public'))),
    ).toEqual(problem(400))
    expect(
      (await rawRequest(port, sized(key, validBody).replace('/search ', '/search?x=/../y ')))
        .status,
    ).toBe(200)
  })

  it('may have the absolute form of the path, with any host', async () => {
    const { port, key } = await serve()
    for (const origin of ['http://ken', 'https://ken.example.com:8443', 'http://[::1]:80'])
      expect(
        await rawRequest(
          port,
          sized(key, validBody).replace('/public/v1/search', `${origin}/public/v1/search?x=/y`),
        ),
      ).toMatchObject({ status: 200 })
  })

  it('with TRACE, CONNECT or an unknown method are refused', async () => {
    const served = await serve()
    const trace = await rawRequest(
      served.port,
      get('/healthz', 'Host: ken', 'X-Secret: canary').replace('GET', 'TRACE'),
    )
    expect(inspectProblem(trace)).toEqual(problem(405))
    expect(trace.body).not.toContain('canary')
    expect(
      inspectProblem(
        await rawRequest(served.port, get('/nowhere', 'Host: ken').replace('GET', 'TRACE')),
      ),
    ).toEqual(problem(404))
    expect(
      inspectProblem(
        await rawRequest(served.port, get('/healthz', 'Host: ken').replace('GET', 'BREW')),
      ),
    ).toEqual(problem(400))
    const tunnel = rawClient(served.port)
    tunnel.send(get('ken:80', 'Host: ken').replace('GET', 'CONNECT'))
    await tunnel.closed
    expect(await isAlive(served)).toBe(true)
  })

  it('are in the log under the id of their refusal', async () => {
    const { port, ports } = await serve()
    const requests = [
      get('/healthz', 'Host: a b'),
      get('/healthz', 'Host: ken', `X: ${'x'.repeat(20_000)}`),
      get('*', 'Host: ken').replace('GET', 'OPTIONS'),
      get('ftp://ken/healthz', 'Host: ken'),
      'this is not HTTP\r\n\r\n',
    ]
    for (const request of requests) {
      const { status, head, body } = await rawRequest(port, request)
      const id = /^x-request-id: (.+)$/im.exec(head)?.[1]
      expect(JSON.parse(body)).toMatchObject({ request_id: id })
      const logged = ports.log.lines.filter(({ fields }) => fields['request_id'] === id)
      expect(logged).toMatchObject([{ event: 'http.refused', fields: { status } }])
    }
  })

  it('R4 with two authorization headers are refused like any other', async () => {
    const { port, key } = await serve()
    expect(
      inspectProblem(
        await rawRequest(
          port,
          search(
            key,
            validBody,
            `Content-Length: ${validBody.length}`,
            `Authorization: Bearer ${key}`,
          ),
        ),
      ),
    ).toEqual(problem(401))
    expect(
      inspectProblem(
        await rawRequest(
          port,
          search(key, validBody, `Content-Length: ${validBody.length}`, 'Authorization:'),
        ),
      ),
    ).toEqual(problem(401))
  })

  it('R75 with headers named like prototypes are harmless', async () => {
    const served = await serve()
    const names = [
      '__proto__: x',
      'constructor: x',
      'toString: x',
      'hasOwnProperty: x',
      '__proto__: y',
    ]
    expect((await rawRequest(served.port, get('/healthz', 'Host: ken', ...names))).status).toBe(200)
    expect(
      (
        await rawRequest(
          served.port,
          search(served.key, validBody, `Content-Length: ${validBody.length}`, ...names),
        )
      ).status,
    ).toBe(200)
    expect(await isAlive(served)).toBe(true)
  })

  it('that are not HTTP are refused', async () => {
    const served = await serve()
    for (const text of [
      'hello\r\n\r\n',
      '\x16\x03\x01\x00\xa5',
      'GET / HTTP/9.9\r\n\r\n',
      'GET / HTTP/2.0\r\nHost: ken\r\n\r\n',
      'GET /\r\nHost: ken\r\n\r\n',
      'GET /a\tb HTTP/1.1\r\nHost: ken\r\n\r\n',
    ]) {
      expect(inspectProblem(await rawRequest(served.port, text))).toEqual(problem(400))
    }
    expect(await isAlive(served)).toBe(true)
  })
})
