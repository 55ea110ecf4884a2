import type { HttpBindings } from '@hono/node-server'
import type { Ken } from '@ken/composition'
import type { AuthenticatedKey } from '@ken/core'
import type { Log } from '@ken/core/ports'
import type { Context, Hono } from 'hono'
import type { ClientAddress } from './request/client-address.ts'

/** What the routes stand on. */
export type Surface = {
  readonly ken: Pick<Ken, 'config' | 'ports' | 'health'>
  readonly log: Log
  readonly clientAddress: ClientAddress
  /** True from the moment the server is told to end: it is no longer ready, but finishes what it began. */
  readonly isDraining: () => boolean
}

/** What a request carries through the app. */
export type SurfaceEnv = {
  Bindings: HttpBindings
  Variables: {
    readonly requestId: string
    /** What the answer's headers will be, besides its own. */
    readonly headers: { [name: string]: string }
    /** Null when the request did not come through a socket. */
    readonly address: string | null
    /** Set once an API key has been accepted. */
    readonly caller: AuthenticatedKey | undefined
  }
}

export type SurfaceContext = Context<SurfaceEnv>
export type SurfaceApp = Hono<SurfaceEnv>
