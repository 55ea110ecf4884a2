/**
 * Runs statements: a pool, or one transaction. A crash of the database may undo an `unflushed` one, with all that follow it
 * and none of those before it. The rows of an `unread` one are not needed: a transaction may send it with the statement after
 * it, which then reports its failure, and return no rows.
 */
export type Connection = {
  readonly executeSql: (
    text: string,
    values?: unknown[],
    handling?: 'unflushed' | 'unread',
  ) => Promise<{ rows: unknown[] }>
}

/**
 * A pool that jobs end on. `endTogether` runs work whose last statement is an `unflushed` one. What it leaves for its end is
 * sent with that one, and with it done or undone.
 */
export type WorkConnection = Connection & {
  readonly endTogether: <Value>(work: () => Promise<Value>) => Promise<Value>
}

/**
 * Calls back with every notification on a channel, and with `onGap` when some may have been missed.
 */
export type Listen = (
  channel: string,
  onNotification: (payload: string) => void,
  onGap: () => void,
) => Promise<{ readonly close: () => Promise<void> }>
