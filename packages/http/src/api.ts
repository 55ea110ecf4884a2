import type { Ken } from '@ken/composition'
import type { Log } from '@ken/core/ports'
import type { ServeMessage } from '@ken/mcp-tools'
import type { ConsoleFiles } from './console/console-files.ts'
import type { Markup } from './pages/page.ts'
import type { ClientAddress } from './request/client-address.ts'
import type { DeviceCookie } from './security/cookies/device-cookie.ts'
import type { RefreshCookie } from './security/cookies/refresh-cookie.ts'

/** The dependencies of handlers. */
export type Api = {
  readonly ken: Pick<Ken, 'config' | 'version' | 'ports' | 'health' | 'systemParts'>
  readonly log: Log
  readonly clientAddress: ClientAddress
  readonly deviceCookie: DeviceCookie
  readonly refreshCookie: RefreshCookie
  /** Generated on first use: generating them takes a tenth of the startup time. */
  readonly contract: {
    /** The public contract, for programs. */
    readonly document: () => { readonly openapi: string }
    /** The same, for people. */
    readonly reference: () => Markup
    /** The API of the console. */
    readonly consoleDocument: () => { readonly openapi: string }
  }
  /** The built console; null in a checkout where it was not built. */
  readonly console: ConsoleFiles | null
  /** Loads what serves messages of the Model Context Protocol, when the first one comes. */
  readonly loadMcp: () => Promise<ServeMessage>
  /** True once the shutdown has begun: the server is no longer ready, but completes the requests in flight. */
  readonly isDraining: () => boolean
}
