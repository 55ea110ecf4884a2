/**
 * SQLSTATEs of refused statements. The connection stays usable, except for class 08 and 57P. A session stays read-only
 * although the database may be written again, or another server is the primary now: 25006. And it refuses a prepared
 * statement for ever whose columns have changed, such as by a newer version beside this one: 0A000. A prepared
 * statement that the session has lost, as behind a pooler that changed its mode, is never prepared again: 26000. Nor is
 * one whose name another client left behind in the session: 42P05.
 */
const refusedState = /^(?!08|57P|25006|26000|42P05|0A000)[0-9A-Z]{5}$/

/** The SQLSTATE of an error of the server, otherwise empty. */
export const stateOf = (fault: unknown): string =>
  fault instanceof Error && 'code' in fault && typeof fault.code === 'string' ? fault.code : ''

/** Whether the statement was refused because an earlier one aborted the transaction. */
export const isTransactionAborted = (fault: unknown): boolean => stateOf(fault) === '25P02'

/** Whether the server refused the statement and the connection is still usable. */
export const isRefusal = (fault: unknown): boolean =>
  refusedState.test(stateOf(fault)) && !isTransactionAborted(fault)
