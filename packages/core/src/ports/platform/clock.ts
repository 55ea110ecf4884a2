/**
 * The database's time, estimated without a statement: accurate to the round trip of a periodic
 * measurement. Tokens are issued and verified by it. For stored expiries use `Stores.now`, which is
 * exact.
 */
export interface Clock {
  /** The estimated time. */
  now(): Date
}
