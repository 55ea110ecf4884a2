/** Limits on the time and the resources of a client. */
export type ServerLimits = {
  /** From connecting, or from the end of the last response, to the end of the headers. */
  readonly headersMs: number
  /** From the first byte of a request to the last. */
  readonly requestMs: number
  /** From the end of the request to the beginning of the response; then the request is aborted. */
  readonly responseStartMs: number
  /** What is still read of a body after the response to it, so that the client receives the response. */
  readonly restBytesMax: number
  readonly restMs: number
  /** Concurrent requests per connection. */
  readonly requestsPerSocketMax: number
  /** In which a client takes a response, or a part of a stream. */
  readonly stalledMs: number
  /** An idle kept-alive connection. Announced to the client; Node closes it a second later, to avoid a race. */
  readonly idleMs: number
  /** How often the first two are checked. */
  readonly checkMs: number
  readonly headerBytesMax: number
  readonly socketsMax: number
  readonly socketsPerAddressMax: number
  /** During shutdown: how long requests are still accepted, so that clients and load balancers notice. */
  readonly leadMs: number
  /** During shutdown: how long it may take in total before requests in flight are cut off. */
  readonly drainMs: number
}

/** The default limits. */
export const defaultLimits: ServerLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  responseStartMs: 10_000,
  restBytesMax: 16 * 1024 * 1024,
  restMs: 8_000,
  requestsPerSocketMax: 8,
  stalledMs: 60_000,
  idleMs: 14_000,
  checkMs: 1_000,
  headerBytesMax: 16_384,
  socketsMax: 10_000,
  socketsPerAddressMax: 256,
  leadMs: 500,
  drainMs: 10_000,
}
