/** Lets a moment come. */
export interface Pause {
  /** Resolves once the moment has come, by the clock of this process; at once when it has. */
  until(moment: Date): Promise<void>
}
