import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createKenClient } from './ken-client.ts'
import type { SignedOutReason } from './ken-signed-out.ts'
import { ada, expired, granted, problem } from './testing/fake-fetch.ts'

type Route = (request: IncomingMessage, response: ServerResponse) => void

const json = (
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
) => {
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  response.writeHead(status, { 'content-type': type, ...headers }).end(JSON.stringify(body))
}

/** A server on loopback with the routes of a test; all others return 404. */
async function openServer(routes: Record<string, Route>) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const operation = `${request.method} ${request.url}`
    requests.push(operation)
    request
      .resume()
      .on('end', () =>
        (routes[operation] ?? ((_, unknown) => json(unknown, 404, problem(404, 'NOT_FOUND'))))(
          request,
          response,
        ),
      )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

/** Keeps one cookie like a browser, invisible to pages. */
function cookieKeepingFetch(): typeof fetch {
  let cookie: string | null = null
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    if (cookie !== null) headers.set('cookie', cookie)
    const response = await fetch(input, { ...init, headers })
    for (const set of response.headers.getSetCookie())
      cookie = set.includes('Max-Age=0') ? null : set.split(';')[0]!
    return response
  }
}

/** Issues a new cookie and token with every sign-in and refresh, and accepts only the newest. */
async function openKen(overrides: Record<string, Route> = {}) {
  let generation = 0
  let accepted: string | null = null
  const grant = (response: ServerResponse) => {
    generation += 1
    accepted = `Bearer token-${generation}`
    json(response, 200, granted(`token-${generation}`), {
      'set-cookie': `ken_refresh=${generation}; HttpOnly; Path=/`,
    })
  }
  const server = await openServer({
    'POST /login': (_, response) => grant(response),
    'POST /refresh': ({ headers }, response) =>
      headers.cookie === `ken_refresh=${generation}`
        ? grant(response)
        : json(response, 401, problem(401, 'UNAUTHENTICATED')),
    'POST /logout': (_, response) =>
      void response.writeHead(204, { 'set-cookie': 'ken_refresh=; Max-Age=0; Path=/' }).end(),
    'GET /api/v1/me': ({ headers }, response) =>
      headers.authorization === accepted ? json(response, 200, ada) : json(response, 401, expired),
    ...overrides,
  })
  const keepingCookies = cookieKeepingFetch()
  const signedOut: SignedOutReason[] = []
  const openPage = (refreshTimeoutMs = 10_000) =>
    createKenClient({
      baseUrl: server.url,
      fetch: keepingCookies,
      refreshTimeoutMs,
      onSignedOut: (reason) => signedOut.push(reason),
    })
  const expireToken = () => void (accepted = null)
  return { requests: server.requests, signedOut, openPage, expireToken }
}

const credentials = { email: ada.email, password: 'a password', remember_me: true }
const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )

describe('over HTTP', () => {
  it('refreshes an expired token once for many requests, survives a reload, and ends with the cookie', async () => {
    const { openPage, requests, signedOut, expireToken } = await openKen()
    const page = openPage()
    expect(await page.restore()).toBeNull()
    await page.signIn(credentials)
    expireToken()
    expect(await Promise.all(Array.from({ length: 10 }, () => page.profile()))).toEqual(
      Array(10).fill(ada),
    )
    expect(requests.filter((operation) => operation === 'POST /refresh')).toHaveLength(2)

    const reloaded = openPage()
    expect(await reloaded.restore()).toEqual(ada)
    expect(await reloaded.profile()).toEqual(ada)
    await reloaded.signOut()
    expect(await openPage().restore()).toBeNull()
    expect(signedOut).toEqual(['signed_out'])
  })

  it('retries JSON and text byte for byte', async () => {
    const bodies: string[] = []
    const { openPage, expireToken } = await openKen({
      'POST /api/v1/thing': (request, response) => {
        bodies.push(`${request.headers['content-type']} ${request.headers['content-length']}`)
        if (bodies.length % 2 === 1) json(response, 401, expired)
        else response.writeHead(204).end()
      },
    })
    const page = openPage()
    await page.signIn(credentials)
    const csv = {
      method: 'POST',
      body: new Blob(['email,role']),
      headers: { 'content-type': 'text/csv' },
    } as const
    for (const init of [{ method: 'POST', json: { name: 'é' } } as const, csv]) {
      expireToken()
      await page.request('/api/v1/thing', init)
    }
    expect(bodies).toEqual([
      ...Array(2).fill('application/json 13'),
      ...Array(2).fill('text/csv 10'),
    ])
  })

  it.each<{ readonly name: string; readonly hang: Route }>([
    { name: 'says nothing', hang: () => {} },
    {
      name: 'stops after the first bytes',
      hang: (_, response) => void response.writeHead(200).write('{"access_token":"'),
    },
  ])(
    'R46 stops waiting for a refresh whose server $name, and closes its connection',
    async ({ hang }) => {
      const closed = Promise.withResolvers<void>()
      const { openPage, expireToken, signedOut } = await openKen({
        'POST /refresh': (request, response) => {
          response.on('close', closed.resolve)
          hang(request, response)
        },
      })
      const page = openPage(100)
      await page.signIn(credentials)
      expireToken()
      const errors = await Promise.all([rejection(page.profile()), rejection(page.profile())])
      for (const error of errors)
        expect(error).toMatchObject({ name: 'KenSignedOut', reason: 'refresh_timed_out' })
      expect(signedOut).toEqual(['refresh_timed_out'])
      await closed.promise
    },
  )

  it('R46 closes the connection of a refresh when the person signs out', async () => {
    const [requested, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { openPage, expireToken, signedOut } = await openKen({
      'POST /refresh': (_, response) => {
        response.on('close', closed.resolve)
        requested.resolve()
      },
    })
    const page = openPage()
    await page.signIn(credentials)
    expireToken()
    const waiting = rejection(page.profile())
    await requested.promise
    await page.signOut()
    expect(await waiting).toMatchObject({ reason: 'signed_out' })
    await closed.promise
    expect(signedOut).toEqual(['signed_out'])
  })

  it('R45 signs out although the server never responds, and reports it in time', async () => {
    const { openPage, signedOut } = await openKen({ 'POST /logout': () => {} })
    const page = openPage(100)
    await page.signIn(credentials)
    expect(await rejection(page.signOut())).toMatchObject({ name: 'TimeoutError' })
    expect(signedOut).toEqual(['signed_out'])
  })

  it('R45 sends neither password nor token to the target of a redirect', async () => {
    const elsewhere = await openServer({})
    const redirect: Route = (_, response) =>
      void response.writeHead(307, { location: `${elsewhere.url}/login` }).end()
    const { openPage } = await openKen({ 'GET /api/v1/me': redirect, 'POST /setup': redirect })
    const page = openPage()
    await page.signIn(credentials)
    expect(
      await rejection(page.setUp({ email: ada.email, password: 'a password' })),
    ).toBeInstanceOf(TypeError)
    expect(await rejection(page.profile())).toBeInstanceOf(TypeError)
    expect(elsewhere.requests).toEqual([])
  })
})
