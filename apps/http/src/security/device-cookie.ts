import type { SurfaceContext } from '../surface.ts'
import { hostCookie, type HostCookie } from './host-cookie.ts'

/** The cookie by which a browser is known that signed in before (R151). It opens nothing, and signing out leaves it. */
export type DeviceCookie = Pick<HostCookie, 'read'> & {
  /** Puts a token on the answer, unless there is none. */
  give(context: SurfaceContext, token: string | null): void
}

/** A year. */
const lifetimeSeconds = 365 * 86_400

/** The device cookie of a service that people reach at `baseUrl`. */
export function deviceCookie(baseUrl: string): DeviceCookie {
  const { read, set } = hostCookie(baseUrl, 'ken_device')
  return {
    read,
    give(context, token) {
      if (token !== null) set(context, token, { maxAge: lifetimeSeconds })
    },
  }
}
