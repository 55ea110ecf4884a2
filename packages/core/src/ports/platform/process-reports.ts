/** The role that a process was composed for; `command` ends too soon to be reported. */
export const processRoles = ['server', 'worker', 'scheduler'] as const
export type ProcessRole = (typeof processRoles)[number]

/** A running process of Ken. */
export type RunningProcess = {
  /** Unique to this run. */
  readonly id: string
  readonly role: ProcessRole
  readonly version: string
  readonly startedAt: Date
}
export type SeenProcess = RunningProcess & { readonly seenAt: Date }

/** Records which processes are running. Uses the database's time. */
export interface ProcessReports {
  /** Marks a process as running for the next 60 seconds, and forgets those whose time is over. */
  report(process: RunningProcess): Promise<void>

  /** Forgets a process that ends. */
  remove(id: string): Promise<void>

  /**
   * The processes that were reported within the last 60 seconds, at most 100, by their start. A
   * report that is more than 60 seconds in the future does not count: the clock was set back after it.
   */
  list(): Promise<readonly SeenProcess[]>
}
