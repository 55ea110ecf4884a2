/** Leases: roles of one process at a time, inside a transaction. Uses the database's time. */
export interface LeaseStore {
  /**
   * Acquires a free lease or renews the holder's own, for `seconds` from now. Returns false, and
   * changes nothing, if another holder has it. `holder` identifies one run of one process. A lease
   * that would last more than twice `seconds` is free: the clock was set back after it was acquired.
   */
  acquire(name: string, holder: string, seconds: number): Promise<boolean>

  /** Releases the holder's own lease before its end. Does nothing to a lease of another holder. */
  release(name: string, holder: string): Promise<void>
}
