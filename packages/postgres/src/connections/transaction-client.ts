import type { PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { QueryResultRow } from 'pg'
import { commitInGroup } from './group-commit.ts'
import type { HeldConnection } from './bulkhead.ts'
import { isTransactionAborted } from './statement-refusal.ts'
import { requestEnded } from './request-scope.ts'
import { runCancellable } from './run-cancellable.ts'
import { runStatement, runStatementAfter } from './run-statement.ts'

const plainBegin = ['begin']
/** Limits how long a request waits for a lock. */
const beginOfRequest = ['begin', `set local lock_timeout = '2s'`]

/** Statements that change nothing. All others count as writes. */
const reading = /^\s*(?:begin|select|set|show)\b/i
const endingTransaction = /^\s*rollback\b/i
const committing = /^\s*commit\b/i

/**
 * Selects as Kysely builds them, without locks. At read committed each sees what is committed when it starts, inside a
 * transaction or not.
 */
const plainReading =
  /^select (?:"|\* from "|distinct ")(?!.*\bfor (?:no key )?(?:update|(?:key )?share)\b)/s

/** What a statement returns that was not sent. */
const nothingSent = { command: 'SELECT' as const, rowCount: 0, rows: [] }

/** `release` resolves once the work may be acknowledged. */
export type TransactionClient = Pick<PostgresPoolClient, 'query'> & {
  readonly release: (mustClose?: boolean) => Promise<void> | null
}

type Query = PostgresPoolClient['query'] & {
  <Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
}

/**
 * A connection for Kysely. On a server, a transaction begins with its first statement, in the same round trip if that has
 * values. In a background process that is the first one that is more than a plain read, so that a transaction that only
 * reads takes no round trip to end. The end of a request stops a transaction that has written nothing; one that has written
 * runs to its end, so that its caller cannot stop it halfway.
 */
export function transactionClient(held: HeldConnection): TransactionClient {
  const { client, request, cancel, group, beforeWriting, noteActivity, noteWriting, release } = held
  const begin = request === null ? plainBegin : beginOfRequest
  const beginAlone = begin.join('; ')
  let hasWritten = false
  /**
   * From before `begin` until the end is certain: a failed `begin` may leave a transaction open.
   */
  let isOpen = false
  let fault: unknown
  /** Whether Kysely has begun a transaction that has not begun on the server. */
  let isDeferred = false

  const query = async (given: unknown, values: readonly unknown[] = []) => {
    const text = String(given)
    if (text === 'begin') {
      isDeferred = group === null
      return isDeferred ? nothingSent : run(beginAlone, [])
    }
    const isBeforeBegin = request === null && plainReading.test(text)
    if (!isDeferred || isBeforeBegin) return run(text, values)
    const isEmpty = committing.test(text) || endingTransaction.test(text)
    if (!isEmpty && request?.hasEnded() === true) throw requestEnded()
    isDeferred = false
    if (isEmpty) return nothingSent
    if (values.length > 0) return run(text, values, begin)
    // A text without values may be several statements, which cannot share the round trip.
    await run(beginAlone, [])
    return run(text, values)
  }

  const run = async <Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[],
    before: readonly string[] = [],
  ) => {
    const mustEnd = endingTransaction.test(text)
    const isCommit = committing.test(text)
    if (!hasWritten && !mustEnd && !isCommit && !reading.test(text)) {
      await beforeWriting()
      hasWritten = true
      if (before.length === 0) noteWriting()
    }
    const isBound = request !== null && !hasWritten && !mustEnd
    if (isBound && request.hasEnded()) throw requestEnded()
    // Set before the commit, whose reply may get lost.
    if (isCommit && hasWritten) request?.markWritten()
    // An aborted transaction reports at its commit that it was rolled back.
    const isInGroup =
      isCommit && hasWritten && fault === undefined && group !== null && (await group.isJoined())
    const statement = { text: isInGroup ? commitInGroup : text, values }
    if (before.length > 0 || text === beginAlone) isOpen = true
    noteActivity()
    try {
      const outcome = await runCancellable(
        { client, request: isBound ? request : null, cancel },
        () =>
          before.length > 0
            ? runStatementAfter<Row>(client, before, statement)
            : runStatement<Row>(client, statement),
      )
      // Not before: a connection on which `begin` gets no reply must be closed, and nothing is lost before the commit.
      if (before.length > 0 && hasWritten) noteWriting()
      if (isCommit || mustEnd) {
        isOpen = false
        if (isTransactionAborted(fault)) fault = undefined
      }
      return lastOf(outcome)
    } catch (error) {
      fault = error
      throw error
    } finally {
      // Also after a fault: the commit may have succeeded.
      if (isInGroup) group.noteCommit()
      noteActivity()
    }
  }
  return {
    query: query as unknown as Query, // Kysely's other overload is for cursors, which are not used
    release: (mustClose) => release(fault, isOpen || mustClose === true),
  }
}

/** The last result. The driver returns an array for several statements, which its types omit. */
const lastOf = <Outcome>(outcome: Outcome | Outcome[]): Outcome =>
  Array.isArray(outcome) ? outcome.at(-1)! : outcome
