import { Unavailable } from '@ken/core/ports'
import type { PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { QueryResultRow } from 'pg'
import { commitInGroup } from './group-commit.ts'
import type { HeldConnection } from './bulkhead.ts'
import { isUnread, nameOfText } from './prepared-texts.ts'
import { isTransactionAborted } from './statement-refusal.ts'
import { requestEnded } from './request-scope.ts'
import { runCancellable } from './run-cancellable.ts'
import { isPrepared, runStatement, runStatementAfter, type Statement } from './run-statement.ts'
import { orUnavailable } from '../unavailable.ts'

const withoutValues = (text: string): Statement => ({ text, values: [] })
const plainBegin = [withoutValues('begin')]
/** Limits how long a request waits for a lock. */
const beginOfRequest = [...plainBegin, withoutValues(`set local lock_timeout = '2s'`)]

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
 * transaction that only reads takes no round trip to end. There, a statement whose rows are not needed is sent with the one
 * after it, which then reports its failure. The end of a request stops a transaction that has written
 * nothing; one that has written runs to its end, so that its caller cannot stop it halfway.
 */
export function transactionClient(held: HeldConnection): TransactionClient {
  const { client, request, cancel, group, beforeWriting, noteActivity, noteWriting, release } = held
  const begin = request === null ? plainBegin : beginOfRequest
  const beginAlone = begin.map(({ text }) => text).join('; ')
  /** Sent with the next statement. */
  let unsent: readonly Statement[] = []
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
    const isBeforeBegin = request === null && unsent.length === 0 && plainReading.test(text)
    if (transaction === 'open' && text === 'rollback') {
      unsent = []
      return rollback()
    }
    if (transaction === 'none' || (transaction === 'deferred' && isBeforeBegin))
      return run(text, values)
    if (mayWait(text)) {
      unsent = [...unsent, { name: nameOfText(text), text, values }]
      return nothingSent
    }
    const kind = kindOf(text)
    if (transaction === 'deferred' && (kind === 'commit' || kind === 'rollback')) {
      unsent = []
      transaction = 'none'
      return nothingSent
    }
    if (transaction === 'deferred' && request?.hasEnded() === true) throw requestEnded()
    const waiting = unsent
    unsent = []
    if (transaction === 'open' && waiting.length === 0) return run(text, values)
    const name = nameOfText(text)
    const isToPrepare = name !== undefined && !isPrepared(client, name)
    if (kind === 'commit' || (values.length > 0 && !isToPrepare))
      return run(text, values, [...unbegun(), ...waiting])
    // A text without values may be several statements, which cannot share the round trip.
    const last = waiting.at(-1)
    if (last === undefined) await run(beginAlone, [])
    else await run(last.text, last.values, [...unbegun(), ...waiting.slice(0, -1)])
    return run(text, values)
  }

  const unbegun = () => (transaction === 'deferred' ? begin : [])

  /** Whether a statement may be sent with the one after it. The first write of a transaction may be refused. */
  const mayWait = (text: string): boolean => {
    if (!isUnread(text) || request !== null || group !== null) return false
    const name = nameOfText(text)
    const isRefusable = kindOf(text) === 'writing' && !hasWritten
    return name !== undefined && isPrepared(client, name) && !isRefusable
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
    before: readonly Statement[] = [],
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
    const sent = isInGroup ? commitInGroup : text
    const statement = { name: nameOfText(sent), text: sent, values }
    // Not before: a statement that is refused above has sent no `begin`.
    if (before.length > 0 || text === beginAlone) transaction = 'open'
    noteActivity()
    try {
      const outcome = await runCancellable({ client, request: stoppedBy, cancel }, () =>
        before.length > 0
          ? runStatementAfter<Row>(client, before, statement)
          : runStatement<Row>(client, statement),
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
