import { createKenClient, type KenClient, type SignedOutReason } from '@ken/client'
import { hmacAccessTokens, parseKeyRing } from '@ken/crypto'
import type { World } from './distributed.ts'
import type { Server } from './ken-program.ts'

/** A browser: it keeps the one cookie, which its pages cannot see, and can expire its access tokens. */
export type Browser = {
  /** Loads a page, with empty memory. */
  readonly open: () => KenClient
  /** Replaces every access token sent so far by an expired one, signed by the service an hour ago. */
  readonly expireTokens: () => void
  readonly requests: readonly string[]
  readonly signedOut: readonly SignedOutReason[]
}

type AccessClaims = Parameters<ReturnType<typeof hmacAccessTokens>['issue']>[0]

const hourMs = 3_600_000

/** A browser at a server of the world. */
export function browserAt({ url }: Pick<Server, 'url'>, { env }: Pick<World, 'env'>): Browser {
  let cookie: string | null = null
  const [requests, signedOut]: [string[], SignedOutReason[]] = [[], []]
  const [sent, expired] = [new Set<string>(), new Set<string>()]
  const old = hmacAccessTokens(parseKeyRing(env['KEN_SECRETS'] ?? ''), {
    now: () => new Date(Date.now() - hourMs),
  })

  const authorizationOf = async (headers: Headers): Promise<string | null> => {
    const authorization = headers.get('authorization')
    if (authorization === null || !expired.has(authorization)) {
      if (authorization !== null) sent.add(authorization)
      return authorization
    }
    return `Bearer ${(await old.issue(claimsOf(authorization))).token}`
  }

  const keepingFetch: typeof fetch = async (input, init) => {
    if (typeof input !== 'string') throw new TypeError('The client sends to an address as text.')
    const headers = new Headers(init?.headers)
    const authorization = await authorizationOf(headers)
    if (authorization !== null) headers.set('authorization', authorization)
    if (cookie !== null) headers.set('cookie', cookie)
    requests.push(`${init?.method ?? 'GET'} ${new URL(input).pathname}`)
    const response = await fetch(input, { ...init, headers })
    const set = response.headers.getSetCookie().find((one) => one.includes('ken_refresh='))
    if (set !== undefined) cookie = set.includes('Max-Age=0') ? null : (set.split(';')[0] ?? null)
    return response
  }

  return {
    open: () =>
      createKenClient({
        baseUrl: url,
        fetch: keepingFetch,
        onSignedOut: (reason) => signedOut.push(reason),
      }),
    expireTokens: () => {
      for (const authorization of sent) expired.add(authorization)
    },
    requests,
    signedOut,
  }
}

/** The claims of an access token, without verification. */
function claimsOf(authorization: string): AccessClaims {
  const payload = Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString()
  const { sub, role, jti } = JSON.parse(payload) as {
    sub: string
    role: AccessClaims['role']
    jti: string
  }
  return {
    userId: sub as AccessClaims['userId'],
    role,
    sessionId: jti.split('.')[0] as AccessClaims['sessionId'],
  }
}
