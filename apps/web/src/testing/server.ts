import type { HttpWorld } from '@ken/http/testing'

/** Sends a request on to Ken, and returns its response. */
export type Send = () => Promise<Response>
/** What a page gets instead of the response of Ken. */
export type Respond = (send: Send) => Promise<Response>

/** A request of the page, by a name such as `POST /login`. */
export type Sent = { readonly name: string; readonly query: string; readonly body: unknown }

/** Ken as one browser reaches it: with its cookies, and with requests that a test responds to. */
export type Server = {
  readonly fetch: typeof fetch
  /** Responds to all requests whose names match, such as `POST /login`, until the returned function is called. */
  readonly on: (name: string | RegExp, respond: Respond) => () => void
  /** Responds to the next request of a name. */
  readonly once: (name: string, respond: Respond) => void
  /** Drops the cookies: the session is over. */
  readonly forget: () => void
  /** All requests so far. */
  readonly requests: readonly Sent[]
  /** How many of those that read have no response yet. */
  readonly reading: () => number
}

/** Reaches Ken in the process of the test. It responds as its API document says, or the test fails. */
export function serverOf({ app }: Pick<HttpWorld, 'app'>): Server {
  const cookies = new Map<string, string>()
  const doubles = new Map<string | RegExp, Respond>()
  const requests: Sent[] = []
  let reading = 0

  async function send(url: URL, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...cookies].map((cookie) => cookie.join('=')).join('; '))
    // A request that was begun is answered, also when its page no longer waits.
    const response = await app.request(url.href, { ...init, headers, signal: null })
    for (const cookie of response.headers.getSetCookie()) keep(cookie)
    return response
  }

  function keep(cookie: string): void {
    const [pair = ''] = cookie.split(';', 1)
    const [name = '', value = ''] = pair.split('=')
    if (cookie.includes('Max-Age=0')) cookies.delete(name)
    else cookies.set(name, value)
  }

  function doubleOf(name: string): Respond | undefined {
    const isOf = (match: string | RegExp) =>
      typeof match === 'string' ? match === name : match.test(name)
    return [...doubles].findLast(([match]) => isOf(match))?.[1]
  }

  const on: Server['on'] = (name, respond) => {
    doubles.set(name, respond)
    return () => doubles.delete(name)
  }
  return {
    async fetch(input, init = {}) {
      const url = new URL(input as string, location.href) // The client sends no other.
      const name = `${init.method ?? 'GET'} ${url.pathname}`
      requests.push({ name, query: url.search, body: init.body })
      const sent = () => send(url, init)
      const respond = doubleOf(name) ?? ((next: Send) => next())
      const reads = name.startsWith('GET') ? 1 : 0
      reading += reads
      try {
        return await Promise.race([respond(sent), abortion(init.signal)])
      } finally {
        reading -= reads
      }
    },
    on,
    once: (name, respond) => {
      const end = on(name, (sent) => {
        end()
        return respond(sent)
      })
    },
    forget: () => cookies.clear(),
    requests,
    reading: () => reading,
  }
}

const abortion = (signal?: AbortSignal | null): Promise<never> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

/** Lets Ken do what is asked, and loses its response. */
export const lose: Respond = async (send) => {
  await send()
  return new Response('gone', { status: 502 })
}

/** Ken does not respond. */
export const fail: Respond = async () => new Response('gone', { status: 502 })

/** Refuses a request as one with an expired token. */
export const expire: Respond = async () =>
  Response.json(
    { status: 401, code: 'TOKEN_EXPIRED', title: 'Expired.', detail: 'Expired.' },
    { status: 401, headers: { 'content-type': 'application/problem+json' } },
  )

/** Holds the response to the next request of a name. */
export function hold(server: Server, name: string) {
  const [sent, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  server.once(name, async (send) => {
    const response = await send()
    sent.resolve()
    await released.promise
    return response
  })
  return {
    /** Ken has done what the request asks. */
    sent: sent.promise,
    release: () => released.resolve(),
  }
}
