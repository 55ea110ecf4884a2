/**
 * The database's time as this process knows it: within the round trip of a measurement that is repeated, and without a
 * statement. Tokens are issued and judged by it; expiries of what is stored by `Stores.now`, which is exact.
 */
export interface Clock {
  now(): Date
}
