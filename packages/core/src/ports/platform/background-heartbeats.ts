/** The work beside requests, in separate processes or within `ken start`. */
export const backgroundRoles = ['worker', 'scheduler'] as const
export type BackgroundRole = (typeof backgroundRoles)[number]

/** How often a process sends a heartbeat, and how long one counts. */
export const heartbeatSeconds = 10
export const heartbeatLifetimeSeconds = 60

/** Records which background roles are running. Uses the database's time. */
export interface BackgroundHeartbeats {
  /** Marks roles as running for the next 60 seconds. */
  beat(roles: readonly BackgroundRole[]): Promise<void>

  /**
   * The roles with a heartbeat within the last 60 seconds, each once. One that is more than 60
   * seconds in the future does not count: the clock was set back after it.
   */
  listRunning(): Promise<readonly BackgroundRole[]>
}
