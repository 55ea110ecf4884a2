import { createKenClient, type KenClientOptions } from '../ken-client.ts'
import type { KenClient } from '../operations.ts'
import type { SignedOutReason } from '../ken-signed-out.ts'
import type { User } from '../wire.ts'

/** A sent request that waits for the test's response. */
export type Call = {
  /** Method and path, such as `POST /refresh`. */
  readonly operation: string
  readonly token: string | null
  readonly body: unknown
  readonly init: RequestInit
  readonly respond: (
    status: number,
    body?: object | string,
    headers?: Record<string, string>,
  ) => void
  readonly fail: (error: Error) => void
}

export type FakeFetch = {
  readonly fetch: typeof fetch
  readonly calls: readonly Call[]
  /** The oldest unhandled call of an operation; waits for it. */
  readonly next: (operation: string) => Promise<Call>
  readonly count: (operation: string) => number
}

/** A server that the test controls. It ignores abort signals, the worst behaviour of a `fetch`. */
export function fakeFetch(baseUrl: string): FakeFetch {
  const calls: Call[] = []
  const waiting: Call[] = []
  let called = Promise.withResolvers<void>()

  return {
    calls,
    fetch: (input, init = {}) => {
      if (typeof input !== 'string' || !input.startsWith(baseUrl))
        throw new Error(`a request to another address`)
      const { promise, resolve, reject } = Promise.withResolvers<Response>()
      const { method = 'GET', body = null } = init
      const call: Call = {
        operation: `${method} ${input.slice(baseUrl.length)}`,
        token: new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? null,
        body: typeof body === 'string' && body.startsWith('{') ? JSON.parse(body) : body,
        init,
        respond: (status, content, headers) => resolve(response(status, content, headers)),
        fail: reject,
      }
      calls.push(call)
      waiting.push(call)
      called.resolve()
      called = Promise.withResolvers()
      return promise
    },
    next: async (operation) => {
      for (;;) {
        const found = waiting.findIndex((call) => call.operation === operation)
        if (found !== -1) return waiting.splice(found, 1)[0]!
        await called.promise
      }
    },
    count: (operation) => calls.filter((call) => call.operation === operation).length,
  }
}

function response(
  status: number,
  content: object | string | undefined,
  headers: Record<string, string> = {},
): Response {
  if (content === undefined) return new Response(null, { status, headers })
  if (typeof content === 'string')
    return new Response(content, { status, headers: { 'content-type': 'text/html', ...headers } })
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  return new Response(JSON.stringify(content), {
    status,
    headers: { 'content-type': type, ...headers },
  })
}

/** The members of a problem that the client uses. */
export const problem = (status: number, code: string) => ({
  status,
  code,
  title: code,
  detail: code,
  request_id: 'an id',
})
export const expired = problem(401, 'TOKEN_EXPIRED')

export const ada: User = { id: 'ada', email: 'ada@example.com', name: 'Ada', role: 'Member' }
export const bob: User = { id: 'bob', email: 'bob@example.com', name: 'Bob', role: 'Owner' }

/** The response that signs a person in or renews their token. */
export const granted = (token: string, user = ada) => ({
  status: 'signed_in',
  access_token: token,
  expires_in: 900,
  user,
})

export type World = FakeFetch & {
  readonly client: KenClient
  readonly signedOut: readonly SignedOutReason[]
}

/** A client of the fake server, and its sign-out reasons. */
export function clientWorld(options: Partial<KenClientOptions> = {}): World {
  const baseUrl = 'https://ken.example.com'
  const server = fakeFetch(baseUrl)
  const signedOut: SignedOutReason[] = []
  const client = createKenClient({
    baseUrl,
    fetch: server.fetch,
    onSignedOut: (reason) => signedOut.push(reason),
    ...options,
  })
  return { ...server, client, signedOut }
}

/** The same, with a person signed in. */
export async function signedInWorld(token = 'old', user = ada): Promise<World> {
  const world = clientWorld()
  await signIn(world, token, user)
  return world
}

export async function signIn({ client, next }: World, token: string, user = ada): Promise<void> {
  const signedIn = client.signIn({ email: user.email, password: 'a password', remember_me: false })
  ;(await next('POST /login')).respond(200, granted(token, user))
  await signedIn
}

/** Waits until nothing more happens without another response. */
export const quiet = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
