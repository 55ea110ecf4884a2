import { Unavailable } from '@ken/core/ports'
import type { PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { QueryResultRow } from 'pg'
import { commitInGroup } from './group-commit.ts'
import type { HeldConnection } from '../bulkheads/bulkhead.ts'
import { isUnread, nameOfText } from '../statements/prepared-texts.ts'
import { isTransactionAborted } from '../statements/statement-refusal.ts'
import { requestEnded } from '../request-scope.ts'
import { runCancellable } from '../statements/run-cancellable.ts'
import {
  isPrepared,
  runStatement,
  runStatementAfter,
  type Statement,
} from '../statements/run-statement.ts'
import { orUnavailable } from '../../unavailable.ts'

const withoutValues = (text: string): Statement => ({ text, values: [] })
const plainBegin = [withoutValues('begin')]
/** How long a request waits for a lock, as PostgreSQL shows it. */
export const requestLockTimeout = '2s'
const beginOfRequest = [
  ...plainBegin,
  withoutValues(`set local lock_timeout = '${requestLockTimeout}'`),
]

type StatementKind = 'commit' | 'rollback' | 'reading' | 'writing'

/** What is not known to change nothing counts as writing. */
function kindOf(text: string): StatementKind {
  const [, word] =
    /^\s*(begin|commit|rollback|select|set|show|declare|fetch|close)\b/i.exec(text) ?? []
  switch (word?.toLowerCase()) {
    case undefined:
      return 'writing'
    case 'commit':
      return 'commit'
    case 'rollback':
      return 'rollback'
    default:
      return 'reading'
  }
}

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
 * A connection for Kysely. On a server, a transaction sends together what needs no round trip of its own. `begin` waits for
 * the statement after it. Outside of requests, a statement whose rows are not needed waits, too; the one after it then
 * reports its failure. There, plain reads before any other statement are sent without `begin`, so that a transaction that
 * only reads takes no round trip to end. The end of a request stops a transaction that has written nothing; one that has
 * written runs to its end, so that its caller cannot stop it halfway.
 */
export function transactionClient(held: HeldConnection): TransactionClient {
  const { client, request, cancel, group, beforeWriting, noteActivity, noteWriting, release } = held
  const begin = request === null ? plainBegin : beginOfRequest
  const beginAlone = withoutValues(begin.map(({ text }) => text).join('; '))
  /** Sent with the next statement, in this order: `begin` while it is deferred, then statements whose rows are not needed. */
  let waiting: readonly Statement[] = []
  /**
   * `deferred`: begun by Kysely, but `begin` is not sent. `open`: from the sending of `begin` until the end is certain,
   * because a failed `begin` may leave a transaction open.
   */
  let transaction: 'none' | 'deferred' | 'open' = 'none'
  let hasWritten = false
  let fault: unknown

  const query = async (given: unknown, values: readonly unknown[] = []) => {
    const text = String(given)
    const statement = { name: nameOfText(text), text, values }
    if (text === 'begin') {
      transaction = 'deferred'
      hasWritten = false
      waiting = begin
      return group === null ? nothingSent : run(beginAlone, [])
    }
    const isFirst = transaction === 'deferred' && waiting === begin
    if (transaction === 'none' || (isFirst && request === null && plainReading.test(text)))
      return run(statement)
    if (mayWait(statement)) {
      waiting = [...waiting, statement]
      return nothingSent
    }
    const kind = kindOf(text)
    // No write waits before `begin`, and a lock ends with the transaction.
    if (transaction === 'deferred' && (kind === 'commit' || kind === 'rollback')) {
      transaction = 'none'
      waiting = []
      return nothingSent
    }
    if (text === 'rollback') return rollback()
    if (transaction === 'deferred' && request?.hasEnded() === true) throw requestEnded()
    if (waiting.length === 0 || mayShare(statement)) return run(statement, waiting)
    if (isFirst) await run(beginAlone, [])
    else await run(waiting.at(-1)!, waiting.slice(0, -1))
    return run(statement)
  }

  /** A first write must be asked for before it is sent, and a statement that fails to be prepared must fail by itself. */
  const mayWait = ({ name, text }: Statement): boolean =>
    request === null &&
    group === null &&
    isUnread(text) &&
    (hasWritten || kindOf(text) === 'reading') &&
    name !== undefined &&
    isPrepared(client, name)

  /** A text without values may be several statements, which cannot share a round trip. Preparing one needs its own. */
  const mayShare = ({ name, text, values }: Statement): boolean =>
    kindOf(text) === 'commit' ||
    (values.length > 0 && (name === undefined || isPrepared(client, name)))

  /** A rollback that fails because the server has ended the connection throws why it did. */
  const rollback = async () => {
    const earlier = fault
    try {
      return await run(withoutValues('rollback'), [])
    } catch (error) {
      throw orUnavailable(earlier) instanceof Unavailable ? earlier : error
    }
  }

  /** Runs a statement, after all that is waiting if `before` is given. */
  const run = async <Row extends QueryResultRow>(
    given: Statement,
    before: readonly Statement[] | null = null,
  ) => {
    const { text } = given
    const isShared = before !== null && before.length > 0
    const kind = kindOf(text)
    if (kind === 'writing' && !hasWritten) {
      await beforeWriting()
      hasWritten = true
      if (!isShared) noteWriting()
    }
    const stoppedBy = hasWritten || kind === 'rollback' ? null : request
    if (stoppedBy?.hasEnded() === true) throw requestEnded()
    const isCommitOfWrites = kind === 'commit' && hasWritten
    // Set before the commit, whose reply may get lost.
    if (isCommitOfWrites) request?.markWritten()
    // An aborted transaction reports at its commit that it was rolled back.
    const isInGroup =
      isCommitOfWrites && fault === undefined && group !== null && (await group.isJoined())
    const statement = isInGroup ? withoutValues(commitInGroup) : given
    // Not before: a statement that is refused above has sent nothing.
    if (before !== null) {
      transaction = 'open'
      waiting = []
    }
    noteActivity()
    try {
      const outcome = await runCancellable({ client, request: stoppedBy, cancel }, () =>
        isShared
          ? runStatementAfter<Row>(client, before, statement)
          : runStatement<Row>(client, statement),
      )
      // Not before: a connection on which `begin` gets no reply must be closed, and nothing is lost before the commit.
      if (isShared && hasWritten) noteWriting()
      if (kind === 'commit' || kind === 'rollback') noteEnd()
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
  const noteEnd = () => {
    transaction = 'none'
    if (isTransactionAborted(fault)) fault = undefined
  }
  return {
    query: query as unknown as Query, // Kysely's other overload is for cursors, which are not used
    release: (mustClose) => release(fault, transaction === 'open' || mustClose === true),
  }
}

/** The last result. The driver returns an array for several statements, which its types omit. */
const lastOf = <Outcome>(outcome: Outcome | Outcome[]): Outcome =>
  Array.isArray(outcome) ? outcome.at(-1)! : outcome
