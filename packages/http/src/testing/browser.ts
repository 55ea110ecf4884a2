import {
  anEnrolledPersonIn,
  aPassword,
  aPasswordHash,
  aPersonIn,
  type anAccount,
} from '@ken/core/testing'
import type { ApiApp } from '../api-context.ts'
import type { HttpWorld } from './http-world.ts'

/** A read response. `json` is empty without a body; `cookie` and `device` are the `Set-Cookie` values of the two cookies. */
export type ReadResponse = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: ResponseBody
  readonly cookie: string | null
  readonly device: string | null
}

/** The members of any response. Tests know which of them exist. */
export type ResponseBody = {
  readonly status: string
  readonly code: string
  readonly challenge: string
  readonly access_token: string
  readonly secret: string
  readonly temporary_password: string
  readonly recovery_codes: readonly string[]
  readonly user: { readonly id: string }
  readonly id: string
  readonly key: string
  readonly expires_at: string | null
  readonly sources: readonly string[] | null
  readonly total: number
  readonly data: readonly {
    readonly id: string
    readonly name: string
    readonly device: string
    readonly current: boolean
  }[]
  readonly next_cursor: string | null
}

/** A browser: keeps the latest cookies and access token, and sends them. */
export type Browser = {
  cookie: string | null
  device: string | null
  token: string | null
  readonly get: (path: string) => Promise<ReadResponse>
  readonly post: (
    path: string,
    body?: object,
    headers?: { readonly [name: string]: string },
  ) => Promise<ReadResponse>
  readonly put: (path: string, body?: object) => Promise<ReadResponse>
  readonly delete: (path: string) => Promise<ReadResponse>
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

export function aBrowser(app: ApiApp, userAgent = firefox): Browser {
  const send = async (
    path: string,
    method: string,
    body?: object,
    more: { readonly [name: string]: string } = {},
  ) => {
    const cookies = [browser.cookie, browser.device].filter((cookie) => cookie !== null)
    const headers = {
      'user-agent': userAgent,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
      ...(browser.token !== null && { authorization: `Bearer ${browser.token}` }),
      ...more,
    }
    const response = await app.request(path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const received = await read(response)
    const [pair = ''] = received.cookie?.split(';') ?? []
    if (received.cookie !== null)
      browser.cookie = received.cookie.includes('Max-Age=0') ? null : pair
    if (received.device !== null) browser.device = received.device.split(';')[0] ?? null
    if (received.json.access_token !== undefined) browser.token = received.json.access_token
    return received
  }
  const browser: Browser = {
    cookie: null,
    device: null,
    token: null,
    get: (path) => send(path, 'GET'),
    post: (path, body, headers) => send(path, 'POST', body, headers),
    put: (path, body) => send(path, 'PUT', body),
    delete: (path) => send(path, 'DELETE'),
  }
  return browser
}

/** Reads a response of the app. */
export async function read(response: Response): Promise<ReadResponse> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  const json = (isJson ? JSON.parse(text) : {}) as ResponseBody
  const cookies = response.headers.getSetCookie()
  const named = (name: string) =>
    cookies.find((cookie) => cookie.split('=', 1)[0]?.endsWith(name)) ?? null
  const { status, headers } = response
  return { status, headers, text, json, cookie: named('ken_refresh'), device: named('ken_device') }
}

/** A response without the request id, which differs every time. */
export function traceOf({ status, headers, text }: ReadResponse): string {
  const requestId = headers.get('x-request-id') ?? ''
  return `${status} ${JSON.stringify([...headers])} ${text}`.replaceAll(requestId, 'ID')
}

type World = Pick<HttpWorld, 'app' | 'ports'>
type Overrides = Parameters<typeof anAccount>[0]

/** A person, by default a Member, and the browser in which the person has signed in. */
export async function signedIn({ app, ports }: World, overrides: Overrides = {}) {
  const { account } = await aPersonIn(ports, { passwordHash: aPasswordHash, ...overrides })
  const browser = aBrowser(app)
  await browser.post('/login', { email: account.email, password: aPassword })
  return { account, browser }
}

/** The same with a second factor. The sign-in consumes the current code. */
export async function enrolledIn({ app, ports }: World, overrides: Overrides = {}) {
  const person = await anEnrolledPersonIn(ports, overrides)
  const browser = aBrowser(app)
  const { json } = await browser.post('/login', {
    email: person.account.email,
    password: aPassword,
  })
  await browser.post('/login/mfa', { challenge: json.challenge, code: person.code() })
  return { ...person, browser }
}
