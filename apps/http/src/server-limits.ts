/** How long and how much a client may take (R90). */
export type ServerLimits = {
  /** From connecting, or from the end of the last answer, to the end of the headers. */
  readonly headersMs: number
  /** From the first byte to the last of a request. */
  readonly requestMs: number
  /** From the end of the headers of a request to the beginning of its answer; what still runs for it then ends. */
  readonly answerMs: number
  /** Requests of one connection that are served at a time. */
  readonly requestsPerSocketMax: number
  /** A kept-alive connection without a request. Announced; Node hangs up a second later, to lose no race. */
  readonly idleMs: number
  /** How often the first two are checked. */
  readonly checkMs: number
  readonly headerBytesMax: number
  readonly socketsMax: number
  readonly socketsPerAddressMax: number
  /** When the server ends: for how long it still takes requests, so that clients and balancers learn of it. */
  readonly leadMs: number
  /** When the server ends: how long that may take in all before requests in flight are cut off. */
  readonly drainMs: number
}

/** The limits of a server that is told nothing else. */
export const defaultLimits: ServerLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  answerMs: 10_000,
  requestsPerSocketMax: 8,
  idleMs: 14_000,
  checkMs: 1_000,
  headerBytesMax: 16_384,
  socketsMax: 10_000,
  socketsPerAddressMax: 256,
  leadMs: 500,
  drainMs: 10_000,
}
