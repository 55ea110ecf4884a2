import { sessionSlidingSeconds } from '@ken/core'
import type { SurfaceContext } from '../surface.ts'
import { hostCookie, type HostCookie } from './host-cookie.ts'

/** The cookie that carries the refresh token of a browser. */
export type RefreshCookie = Pick<HostCookie, 'isSecure' | 'read'> & {
  /** Puts a token on the answer. Remembering only lets the browser keep it beyond its own end. */
  give(context: SurfaceContext, token: string, rememberMe: boolean): void
  /** Takes the cookie away with the answer. */
  clear(context: SurfaceContext): void
}

/** The refresh cookie of a service that people reach at `baseUrl`. */
export function refreshCookie(baseUrl: string): RefreshCookie {
  const { isSecure, read, set } = hostCookie(baseUrl, 'ken_refresh')
  return {
    isSecure,
    read,
    give: (context, token, rememberMe) => set(context, token, rememberMe ? { maxAge: sessionSlidingSeconds } : {}),
    clear: (context) => set(context, '', { maxAge: 0 }),
  }
}
