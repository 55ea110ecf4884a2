/** Waits until a point in time. */
export interface Pause {
  /** Resolves at this time by the clock of the process; at once if it has passed. */
  until(moment: Date): Promise<void>

  /**
   * The same while fewer than `waitingMax` calls of this method wait; otherwise resolves at once,
   * so that waiting uses bounded memory.
   */
  untilUnlessCrowded(moment: Date, waitingMax: number): Promise<void>
}
