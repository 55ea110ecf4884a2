import type { AuthenticatedSession, ServiceSurface } from '@ken/core'
import type { PersonVisibility } from '@ken/core/ports'
import type { Context, Hono } from 'hono'

/** The variables of a request. */
export type ApiEnv = {
  Variables: {
    readonly requestId: string
    /** The path below which Ken is served; empty for the root. */
    readonly mountPath: string
    /** Headers to add to the response. */
    readonly headers: { [name: string]: string }
    /** The pattern of a route for every method, once it has accepted the request. */
    readonly route: string | undefined
    /** `Set-Cookie` values of the response. */
    readonly cookies: string[]
    /** Null when the request did not come through a socket. */
    readonly address: string | null
    /** Set once an API key or an access token has been accepted. */
    readonly caller: AuthenticatedSession | undefined
    /** Set once a key has been accepted for messages of the Model Context Protocol. */
    readonly keyId: string | undefined
    /** Who the caller acts for by now, and what they may see; null if they may not call any more. Set with `caller`. */
    readonly readVisibility: (() => Promise<PersonVisibility | null>) | undefined
    /** Authenticates the caller again if the body arrived late; returns the refusal, null without one. Set with `caller` and `surface`. */
    readonly refuseLateBody: (() => Promise<Response | null>) | undefined
    /** Set for a response that goes on after its headers: its status in the end. Never rejects. */
    readonly endOfStream: Promise<number> | undefined
    /** Set once a service key has been accepted for a request of the surface itself. */
    readonly surface: ServiceSurface | undefined
  }
}

/** A request being handled. */
export type ApiContext = Context<ApiEnv>
/** The app; call its web-standard `fetch`. */
export type ApiApp = Hono<ApiEnv>
