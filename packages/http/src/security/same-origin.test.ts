import { beforeAll, describe, expect, it } from 'vitest'
import type { ApiApp } from '../api-context.ts'
import { consoleDocument } from '../openapi.ts'
import { read } from '../testing/browser.ts'
import { httpWorld } from '../testing/http-world.ts'
import { operationsOf } from '../testing/operations.ts'

const own = 'http://ken.example.com'
type Headers = { readonly [name: string]: string }

/** Every path that sets the cookie or reads it, and those between. */
const paths = operationsOf(consoleDocument()).flatMap(({ method, path, isSignIn }) =>
  isSignIn && method === 'POST' ? [path] : [],
)

const foreign: readonly Headers[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', origin: own },
  { 'sec-fetch-site': '' },
  { 'sec-fetch-site': 'same-origin, none' },
  { origin: 'null' },
  { origin: '' },
  { origin: 'http://evil.example.com' },
  { origin: `${own}.evil.example.com` },
  { origin: `${own}:8080` },
  { origin: 'https://ken.example.com' },
]
const friendly: readonly Headers[] = [
  {},
  { origin: own },
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:8080' },
  { 'sec-fetch-site': 'none' },
]
const formTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  '',
]

describe('R44 endpoints of the cookie', () => {
  let before: ApiApp
  let after: ApiApp
  beforeAll(async () => {
    before = (await httpWorld({ setUp: false })).app
    after = (await httpWorld()).app
  })
  const send = async (path: string, init: RequestInit) =>
    read(await (path === '/setup' ? before : after).request(path, init))

  it('are these', () => {
    expect(paths).toEqual([
      '/setup',
      '/api/v1/auth/invitations/preview',
      '/api/v1/auth/invitations/accept',
      '/login',
      '/login/mfa',
      '/login/password',
      '/login/mfa/enrol',
      '/login/mfa/confirm',
      '/refresh',
      '/logout',
      '/api/v1/auth/password/forgot',
      '/api/v1/auth/password/reset',
    ])
  })

  it.each(paths)('%s refuses cross-site browser requests before the body is read', async (path) => {
    for (const headers of foreign) {
      for (const type of ['application/json', ...formTypes]) {
        const init = { method: 'POST', headers: { 'content-type': type, ...headers }, body: '{' }
        const { status, json, cookie } = await send(path, init)
        expect([headers, status, json.code, cookie]).toEqual([headers, 403, 'FORBIDDEN', null])
      }
    }
  })

  it.each(paths)('%s accepts JSON and no form data, with or without a type', async (path) => {
    for (const headers of friendly) {
      const { status } = await send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{',
      })
      expect([headers, status]).toEqual([headers, 400])
      for (const type of formTypes) {
        const typed = await send(path, {
          method: 'POST',
          headers: { 'content-type': type, ...headers },
          body: '{}',
        })
        expect([headers, type, typed.status]).toEqual([headers, type, 415])
      }
      const untyped = await send(path, { method: 'POST', headers, body: new Blob(['{}']) })
      expect([headers, untyped.status]).toEqual([headers, 415])
    }
  })

  it.each(['/refresh', '/logout'])('%s also accepts no body, and no field', async (path) => {
    for (const headers of friendly) {
      const responses = [
        await send(path, { method: 'POST', headers }),
        await send(path, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
        }),
        await send(path, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: '{}',
        }),
      ]
      expect(responses.map(({ status }) => status)).toEqual(
        Array(3).fill(path === '/refresh' ? 401 : 204),
      )
    }
    const field = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"user_id":"x"}',
    }
    expect((await send(path, field)).status).toBe(400)
  })

  it.each(paths.filter((path) => path !== '/setup'))('%s accepts only POST', async (path) => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      expect(await send(path, { method })).toMatchObject({
        status: 405,
        cookie: null,
        json: { code: 'METHOD_NOT_ALLOWED' },
      })
    }
  })
})
