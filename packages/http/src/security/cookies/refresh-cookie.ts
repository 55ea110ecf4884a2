import { sessionSlidingSeconds } from '@ken/core'
import type { ApiContext } from '../../api-context.ts'
import { hostCookie, type HostCookie } from './host-cookie.ts'

/** The cookie that carries the refresh token of a browser. */
export type RefreshCookie = Pick<HostCookie, 'isSecure' | 'read'> & {
  /** Sets the cookie on the response. `rememberMe` only lets it outlive the browser. */
  give(context: ApiContext, token: string, rememberMe: boolean): void
  /** Deletes the cookie with the response. */
  clear(context: ApiContext): void
}

/** Creates the refresh cookie of the service at `baseUrl`. */
export function refreshCookie(baseUrl: string): RefreshCookie {
  const { isSecure, read, set } = hostCookie(baseUrl, 'ken_refresh')
  return {
    isSecure,
    read,
    give: (context, token, rememberMe) =>
      set(context, token, rememberMe ? { maxAge: sessionSlidingSeconds } : {}),
    clear: (context) => set(context, '', { maxAge: 0 }),
  }
}
