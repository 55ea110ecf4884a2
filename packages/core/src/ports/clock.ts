/** Application time. Expiries are judged by `Stores.now`, the database's time, never by this. */
export interface Clock {
  now(): Date
}
