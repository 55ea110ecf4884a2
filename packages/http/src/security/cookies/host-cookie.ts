import { generateCookie } from 'hono/cookie'
import type { ApiContext } from '../../api-context.ts'

/** A cookie that scripts cannot read and other hosts cannot set. */
export type HostCookie = {
  /** False if people connect over plain http from other machines, so that the cookie is sent unencrypted. */
  readonly isSecure: boolean
  /** Returns the value in a request; null unless there is exactly one cookie with this name. */
  readonly read: (context: ApiContext) => string | null
  /** Sets the cookie on the response. Without `maxAge` (seconds), the browser keeps it until it closes. */
  readonly set: (context: ApiContext, value: string, lifetime: Lifetime) => void
}

type Lifetime = { readonly maxAge?: number }

/** Creates a cookie for the service at `baseUrl`. `__Host-` prevents other hosts and paths from setting it. */
export function hostCookie(baseUrl: string, plainName: string): HostCookie {
  const { protocol, hostname } = new URL(baseUrl)
  const isSecure = protocol === 'https:' || isThisMachine(hostname)
  const name = isSecure ? `__Host-${plainName}` : plainName
  /** The attributes for each lifetime, cached because every refresh sends them. */
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
      void context
        .get('cookies')
        .push(`${name}=${encodeURIComponent(value)}${attributesFor(lifetime)}`),
  }
}

/** Hosts on which browsers accept `Secure` over plain http. */
const isThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)

/** Parses the header strictly as browsers write it, so that no similar name counts as this cookie. */
function valueOf(header: string, name: string): string | null {
  if (!header.includes(name)) return null
  const own = header.split(/; ?/).filter((pair) => pair.startsWith(`${name}=`))
  const value = own[0]?.slice(name.length + 1) ?? ''
  return own.length === 1 && value !== '' ? value : null
}
