/**
 * Runs statements: a pool, or one transaction. A crash of the database may undo an `unflushed` one, with all that follow it
 * and none of those before it.
 */
export type Connection = {
  readonly executeSql: (
    text: string,
    values?: unknown[],
    durability?: 'unflushed',
  ) => Promise<{ rows: unknown[] }>
}

/**
 * Calls back with every notification on a channel, and with `onGap` when some may have been missed.
 */
export type Listen = (
  channel: string,
  onNotification: (payload: string) => void,
  onGap: () => void,
) => Promise<{ readonly close: () => Promise<void> }>
