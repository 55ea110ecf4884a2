import type { Ports } from '@ken/core'
import type { Config } from './config.ts'

/** Ken, put together: what use cases run on, how its parts are, and how to end it. */
export type Ken = {
  readonly config: Config
  readonly ports: Ports
  /** Names of the migrations that composing applied, in order. */
  readonly applied: readonly string[]
  readonly health: () => Promise<Health>
  /** Ends every connection and gives back every lock. Idempotent. */
  readonly close: () => Promise<void>
}

/** How a part that Ken depends on is. `reason` says why it is away, in words that anybody may read. */
export type PartHealth =
  | { readonly part: 'database' | 'redis'; readonly state: 'ok' }
  | { readonly part: 'database' | 'redis'; readonly state: 'away'; readonly reason: string }

/** `ready` while every part is there that requests need; a missing Redis weakens limits but not readiness. */
export type Health = { readonly ready: boolean; readonly parts: readonly PartHealth[] }
