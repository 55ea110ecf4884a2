import { sessionSlidingSeconds } from '@ken/core'
import { generateCookie } from 'hono/cookie'
import type { SurfaceContext } from '../surface.ts'

/** The one cookie there is: it carries the refresh token of a browser, and no script can read it. */
export type RefreshCookie = {
  /** False where people come over plain http from other machines, so that the cookie travels in the clear. */
  readonly isSecure: boolean
  /** The token that a request carries. Null without exactly one cookie of this very name (R43). */
  read(context: SurfaceContext): string | null
  /** Puts a token on the answer. Remembering only lets the browser keep it beyond its own end (SPEC 5.5.4). */
  give(context: SurfaceContext, token: string, rememberMe: boolean): void
  /** Takes the cookie away with the answer. */
  clear(context: SurfaceContext): void
}

/** The cookie of a service that people reach at `baseUrl`. `__Host-` keeps other hosts and paths from planting one. */
export function refreshCookie(baseUrl: string): RefreshCookie {
  const { protocol, hostname } = new URL(baseUrl)
  const isSecure = protocol === 'https:' || isThisMachine(hostname)
  const name = isSecure ? '__Host-ken_refresh' : 'ken_refresh'
  const set = (context: SurfaceContext, value: string, lifetime: { readonly maxAge?: number }) => {
    const attributes = { path: '/', secure: isSecure, httpOnly: true, sameSite: 'Strict', ...lifetime } as const
    context.get('headers')['Set-Cookie'] = generateCookie(name, value, attributes)
  }
  return {
    isSecure,
    read: (context) => valueOf(context.req.header('cookie') ?? '', name),
    give: (context, token, rememberMe) => set(context, token, rememberMe ? { maxAge: sessionSlidingSeconds } : {}),
    clear: (context) => set(context, '', { maxAge: 0 }),
  }
}

/** Browsers trust plain http on these, so that `Secure` works there. */
const isThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)

/** Read as browsers write it, and no other way: what looks like the name to a laxer parser is another cookie. */
function valueOf(header: string, name: string): string | null {
  const own = header.split(/; ?/).filter((pair) => pair.startsWith(`${name}=`))
  const value = own[0]?.slice(name.length + 1) ?? ''
  return own.length === 1 && value !== '' ? value : null
}
