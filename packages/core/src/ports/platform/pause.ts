/** Lets a moment come. */
export interface Pause {
  /** Resolves once the moment has come, by the clock of this process; at once when it has. */
  until(moment: Date): Promise<void>

  /** The same while fewer than `waitingMax` calls of this method wait; otherwise resolves at once, so that waiting costs bounded memory. */
  untilUnlessCrowded(moment: Date, waitingMax: number): Promise<void>
}
