import { generateCookie } from 'hono/cookie'
import type { SurfaceContext } from '../surface.ts'

/** A cookie that no script can read and no other host can plant. */
export type HostCookie = {
  /** False where people come over plain http from other machines, so that the cookie travels in the clear. */
  readonly isSecure: boolean
  /** The value that a request carries. Null without exactly one cookie of this very name (R43). */
  readonly read: (context: SurfaceContext) => string | null
  /** Puts a value on the answer; without `maxAge` in seconds the browser keeps it until it is closed. */
  readonly set: (context: SurfaceContext, value: string, lifetime: Lifetime) => void
}

type Lifetime = { readonly maxAge?: number }

/** The cookie of a service that people reach at `baseUrl`. `__Host-` keeps other hosts and paths from planting one. */
export function hostCookie(baseUrl: string, plainName: string): HostCookie {
  const { protocol, hostname } = new URL(baseUrl)
  const isSecure = protocol === 'https:' || isThisMachine(hostname)
  const name = isSecure ? `__Host-${plainName}` : plainName
  /** What follows the value, for each lifetime: written once, because every refresh sends it. */
  const attributes = new Map<number | undefined, string>()
  const attributesFor = (lifetime: Lifetime): string => {
    const known = attributes.get(lifetime.maxAge)
    if (known !== undefined) return known
    const fixed = { path: '/', secure: isSecure, httpOnly: true, sameSite: 'Strict' } as const
    const written = generateCookie(name, '', { ...fixed, ...lifetime }).slice(`${name}=`.length)
    attributes.set(lifetime.maxAge, written)
    return written
  }
  return {
    isSecure,
    read: (context) => valueOf(context.req.header('cookie') ?? '', name),
    set: (context, value, lifetime) =>
      void context.get('cookies').push(`${name}=${encodeURIComponent(value)}${attributesFor(lifetime)}`),
  }
}

/** Browsers trust plain http on these, so that `Secure` works there. */
const isThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)

/** Read as browsers write it, and no other way: what looks like the name to a laxer parser is another cookie. */
function valueOf(header: string, name: string): string | null {
  if (!header.includes(name)) return null
  const own = header.split(/; ?/).filter((pair) => pair.startsWith(`${name}=`))
  const value = own[0]?.slice(name.length + 1) ?? ''
  return own.length === 1 && value !== '' ? value : null
}
