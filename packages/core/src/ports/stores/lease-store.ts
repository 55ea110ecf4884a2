/** What one process at a time may do, inside a transaction. Time is the database's. */
export interface LeaseStore {
  /**
   * Takes a lease that nobody has, or prolongs one's own, to end so many seconds from now. False, and nothing changes,
   * while another has it. A holder is one run of one process: it takes no name twice.
   */
  take(name: string, holder: string, seconds: number): Promise<boolean>

  /** Gives one's lease back before its end; that of another stays. */
  release(name: string, holder: string): Promise<void>
}
