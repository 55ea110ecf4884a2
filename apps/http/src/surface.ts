import type { Ken } from '@ken/composition'
import type { AuthenticatedSession, ServiceSurface } from '@ken/core'
import type { Log } from '@ken/core/ports'
import type { Context, Hono } from 'hono'
import type { ClientAddress } from './request/client-address.ts'
import type { DeviceCookie } from './security/device-cookie.ts'
import type { RefreshCookie } from './security/refresh-cookie.ts'

/** What the routes stand on. */
export type Surface = {
  readonly ken: Pick<Ken, 'config' | 'ports' | 'health'>
  readonly log: Log
  readonly clientAddress: ClientAddress
  readonly deviceCookie: DeviceCookie
  readonly refreshCookie: RefreshCookie
  /** True from the moment the server is told to end: it is no longer ready, but finishes what it began. */
  readonly isDraining: () => boolean
}

/** What a request carries through the app. */
export type SurfaceEnv = {
  Variables: {
    readonly requestId: string
    /** What the answer's headers will be, besides its own. */
    readonly headers: { [name: string]: string }
    /** What the answer's cookies will be. */
    readonly cookies: string[]
    /** Null when the request did not come through a socket. */
    readonly address: string | null
    /** Set once an API key or an access token has been accepted. */
    readonly caller: AuthenticatedSession | undefined
    /** Set once a service key has been accepted that asks for itself. */
    readonly surface: ServiceSurface | undefined
  }
}

/** One request on its way. */
export type SurfaceContext = Context<SurfaceEnv>
/** The app, to be called as a web-standard `fetch`. */
export type SurfaceApp = Hono<SurfaceEnv>
