/** How many connections each kind of work has. */
export type LaneSizes = {
  readonly hot: number
  readonly searches: number
  readonly acts: number
  readonly background: number
}

const actsShare = 0.4
const background = 2

/**
 * Divides the connections of requests: four tenths for transactions, the rest in halves for look-ups and for searches.
 * Each kind has at least one, so that two are used as three. The background has its own beside them.
 */
export function laneSizes(requestConnections: number): LaneSizes {
  const acts = Math.max(1, Math.round(requestConnections * actsShare))
  const searches = Math.max(1, Math.floor((requestConnections - acts) / 2))
  const hot = Math.max(1, requestConnections - acts - searches)
  return { hot, searches, acts, background }
}
