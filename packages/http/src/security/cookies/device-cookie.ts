import type { ApiContext } from '../../api-context.ts'
import { hostCookie, type HostCookie } from './host-cookie.ts'

/** The cookie that recognizes a browser after a sign-in. It grants no access, and sign-out keeps it. */
export type DeviceCookie = Pick<HostCookie, 'read'> & {
  /** Sets the cookie on the response, unless the token is null. */
  give(context: ApiContext, token: string | null): void
}

/** One year. */
const lifetimeSeconds = 365 * 86_400

/** Creates the device cookie of the service at `baseUrl`. */
export function deviceCookie(baseUrl: string): DeviceCookie {
  const { read, set } = hostCookie(baseUrl, 'ken_device')
  return {
    read,
    give(context, token) {
      if (token !== null) set(context, token, { maxAge: lifetimeSeconds })
    },
  }
}
