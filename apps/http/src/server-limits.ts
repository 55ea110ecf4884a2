/** How long and how much a client may take (R90, DESIGN section 2). */
export type ServerLimits = {
  /** From connecting, or from the end of the last answer, to the end of the headers. */
  readonly headersMs: number
  /** From the first byte to the last of a request. */
  readonly requestMs: number
  /** A kept-alive connection without a request. Announced; Node hangs up a second later, to lose no race. */
  readonly idleMs: number
  /** How often the first two are checked. */
  readonly checkMs: number
  readonly headerBytesMax: number
  readonly socketsMax: number
  readonly socketsPerAddressMax: number
  /** What a request in flight gets when the server ends. */
  readonly drainMs: number
}

/** The limits of a server that is told nothing else. */
export const defaultLimits: ServerLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 14_000,
  checkMs: 1_000,
  headerBytesMax: 16_384,
  socketsMax: 10_000,
  socketsPerAddressMax: 256,
  drainMs: 10_000,
}
