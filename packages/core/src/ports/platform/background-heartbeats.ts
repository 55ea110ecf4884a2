/** What runs beside requests, in processes of its own or in that of `ken start`. */
export const backgroundRoles = ['worker', 'scheduler'] as const
export type BackgroundRole = (typeof backgroundRoles)[number]

/** How often a process marks its roles, and for how long a mark counts. */
export const heartbeatSeconds = 10
export const heartbeatLifetimeSeconds = 60

/** Which background roles run somewhere. Time is the database's. */
export interface BackgroundHeartbeats {
  /** Marks roles as running for the next 60 seconds. */
  beat(roles: readonly BackgroundRole[]): Promise<void>

  /** The roles that some process marked within the last 60 seconds, each once. */
  listRunning(): Promise<readonly BackgroundRole[]>
}
