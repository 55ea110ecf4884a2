import type { PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { QueryResultRow } from 'pg'
import { commitInGroup } from './group-commit.ts'
import { isOfAborted, type Held } from './lane.ts'
import { requestOver } from './request-scope.ts'
import { runCancellable } from './run-cancellable.ts'

/** What a request may wait for a lock; one round trip with the beginning of its transaction. */
const beginOfRequest = `begin; set local lock_timeout = '2s'`

/** Statements that change nothing; what may change something is taken for a change. */
const reading = /^\s*(?:begin|select|set|show)\b/i
const endingTransaction = /^\s*rollback\b/i
const committing = /^\s*commit\b/i

/** Its `release` resolves once the work may be acknowledged. */
export type TransactionClient = Pick<PostgresPoolClient, 'query'> & {
  readonly release: (mustClose?: boolean) => Promise<void> | null
}

/**
 * A connection as Kysely wants it. A transaction of a request that has written nothing yet ends with the request; one that
 * has goes on to its end, so that its caller cannot stop it halfway.
 */
export function transactionClient(held: Held): TransactionClient {
  const { client, request, cancel, group, beforeWriting, noteActivity, noteWriting, release } = held
  let hasWritten = false
  /** From before the beginning until the end is certain: a beginning that fails may leave a transaction open. */
  let isOpen = false
  let fault: unknown

  const run = async <Row extends QueryResultRow>(text: string, values: readonly unknown[]) => {
    const mustEnd = endingTransaction.test(text)
    const isCommit = committing.test(text)
    if (!hasWritten && !mustEnd && !isCommit && !reading.test(text)) {
      await beforeWriting()
      hasWritten = true
      noteWriting()
    }
    const isBound = request !== null && !hasWritten && !mustEnd
    if (isBound && request.isOver()) throw requestOver()
    // From before the commit, whose reply may get lost.
    if (isCommit && hasWritten) request?.unbind()
    // A commit of what was aborted says so by itself.
    const isInGroup = isCommit && hasWritten && fault === undefined && group !== null && (await group.isJoined())
    const statement = { text: isInGroup ? commitInGroup : request !== null && text === 'begin' ? beginOfRequest : text, values }
    if (text === 'begin') isOpen = true
    noteActivity()
    try {
      const outcome = await runCancellable<Row>({ client, request: isBound ? request : null, cancel }, statement)
      if (isCommit || mustEnd) {
        isOpen = false
        if (isOfAborted(fault)) fault = undefined
      }
      return lastOf(outcome)
    } catch (error) {
      fault = error
      throw error
    } finally {
      // Also after a fault: the commit may have come first.
      if (isInGroup) group.noteCommit()
      noteActivity()
    }
  }
  const query = (text: unknown, values: readonly unknown[] = []) => run(String(text), values)
  return {
    // Kysely's other form is for cursors, and there are none.
    query: query as unknown as {
      <Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
    } & PostgresPoolClient['query'],
    release: (mustClose) => release(fault, isOpen || mustClose === true),
  }
}

/** Of a text of several statements, the driver gives an array of results, which its types leave out. */
const lastOf = <Outcome>(outcome: Outcome | Outcome[]): Outcome => (Array.isArray(outcome) ? outcome.at(-1)! : outcome)
