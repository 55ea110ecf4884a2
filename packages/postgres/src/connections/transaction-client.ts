import { Unavailable } from '@ken/core/ports'
import type { PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { QueryResultRow } from 'pg'
import { commitInGroup } from './group-commit.ts'
import type { HeldConnection } from './bulkhead.ts'
import { nameOfText } from './prepared-texts.ts'
import { isTransactionAborted } from './statement-refusal.ts'
import { requestEnded } from './request-scope.ts'
import { runCancellable } from './run-cancellable.ts'
import { runStatement, runStatementAfter } from './run-statement.ts'
import { orUnavailable } from '../unavailable.ts'

const plainBegin = ['begin']
/** Limits how long a request waits for a lock. */
const beginOfRequest = ['begin', `set local lock_timeout = '2s'`]

type StatementKind = 'commit' | 'rollback' | 'reading' | 'writing'

/** What is not known to change nothing counts as writing. */
function kindOf(text: string): StatementKind {
  const [, word] = /^\s*(begin|commit|rollback|select|set|show)\b/i.exec(text) ?? []
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
 * A connection for Kysely. On a server, `begin` is sent with the first statement of a transaction, in the same round trip
 * if that statement has values. Outside of requests, plain reads before any other statement are sent without it, so that a
 * transaction that only reads takes no round trip to end. The end of a request stops a transaction that has written
 * nothing; one that has written runs to its end, so that its caller cannot stop it halfway.
 */
export function transactionClient(held: HeldConnection): TransactionClient {
  const { client, request, cancel, group, beforeWriting, noteActivity, noteWriting, release } = held
  const begin = request === null ? plainBegin : beginOfRequest
  const beginAlone = begin.join('; ')
  /**
   * `deferred`: begun by Kysely, but `begin` is not sent. `open`: from the sending of `begin` until the end is certain,
   * because a failed `begin` may leave a transaction open.
   */
  let transaction: 'none' | 'deferred' | 'open' = 'none'
  let hasWritten = false
  let fault: unknown

  const query = async (given: unknown, values: readonly unknown[] = []) => {
    const text = String(given)
    if (text === 'begin') {
      transaction = 'deferred'
      return group === null ? nothingSent : run(beginAlone, [])
    }
    const isBeforeBegin = request === null && plainReading.test(text)
    if (transaction === 'open' && text === 'rollback') return rollback()
    if (transaction !== 'deferred' || isBeforeBegin) return run(text, values)
    const kind = kindOf(text)
    if (kind === 'commit' || kind === 'rollback') {
      transaction = 'none'
      return nothingSent
    }
    if (request?.hasEnded() === true) throw requestEnded()
    if (values.length > 0) return run(text, values, begin)
    // A text without values may be several statements, which cannot share the round trip.
    await run(beginAlone, [])
    return run(text, values)
  }

  /** A rollback that fails because the server has ended the connection throws why it did. */
  const rollback = async () => {
    const earlier = fault
    try {
      return await run('rollback', [])
    } catch (error) {
      throw orUnavailable(earlier) instanceof Unavailable ? earlier : error
    }
  }

  const run = async <Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[],
    before: readonly string[] = [],
  ) => {
    const kind = kindOf(text)
    if (kind === 'writing' && !hasWritten) {
      await beforeWriting()
      hasWritten = true
      if (before.length === 0) noteWriting()
    }
    const stoppedBy = hasWritten || kind === 'rollback' ? null : request
    if (stoppedBy?.hasEnded() === true) throw requestEnded()
    const isCommitOfWrites = kind === 'commit' && hasWritten
    // Set before the commit, whose reply may get lost.
    if (isCommitOfWrites) request?.markWritten()
    // An aborted transaction reports at its commit that it was rolled back.
    const isInGroup =
      isCommitOfWrites && fault === undefined && group !== null && (await group.isJoined())
    const statement = { text: isInGroup ? commitInGroup : text, values }
    // Not before: a statement that is refused above has sent no `begin`.
    if (before.length > 0 || text === beginAlone) transaction = 'open'
    noteActivity()
    try {
      const outcome = await runCancellable({ client, request: stoppedBy, cancel }, () =>
        before.length > 0
          ? runStatementAfter<Row>(client, before, statement)
          : runStatement<Row>(client, { name: nameOfText(statement.text), ...statement }),
      )
      // Not before: a connection on which `begin` gets no reply must be closed, and nothing is lost before the commit.
      if (before.length > 0 && hasWritten) noteWriting()
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
