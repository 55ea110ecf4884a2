/** How long a search may run in the database if nothing else is configured. */
export const searchBudgetMsDefault = 2_000

/** How many searches of one person run at a time and wait, and how long one waits. */
export type SearchLimits = {
  readonly runningMax: number
  readonly waitingMax: number
  readonly waitMs: number
}

/** A minute's searches of a key may come at once and wait; a person who keeps sending is refused. */
export const searchLimits: SearchLimits = { runningMax: 2, waitingMax: 100, waitMs: 5_000 }
