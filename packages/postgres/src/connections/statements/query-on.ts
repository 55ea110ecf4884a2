import { Unavailable } from '@ken/core/ports'
import type { ClientBase, QueryResultRow } from 'pg'
import type { JoinedQuery } from '../../database.ts'
import { poolerAdvice } from '../../open/server/pooler-advice.ts'
import { orUnavailable } from '../../unavailable.ts'
import type { Bulkhead } from '../bulkheads/bulkhead.ts'
import { runCancellable } from './run-cancellable.ts'
import { mayFollow, runPrepared } from './run-prepared.ts'
import { runStatement, type Statement } from './run-statement.ts'
import { stateOf } from './statement-refusal.ts'

/** The SQLSTATE of a statement that was cancelled, also at the end of its time. */
const statementCancelled = '57014'

/** Single statements that write, also in a common table expression. */
const writing = /\b(?:insert\s+into|delete\s+from|(?<!\bfor\s+(?:no\s+key\s+)?)update\s+\w)/i

/** Whether a named statement writes; caches the decision. */
function writingStatements(): (name: string, text: string) => boolean {
  const known = new Map<string, boolean>()
  return (name, text) => {
    const isWriting = known.get(name) ?? writing.test(text)
    known.set(name, isWriting)
    return isWriting
  }
}

type RowsStatement = Statement & {
  readonly isUnflushed: boolean
  readonly before: Parameters<JoinedQuery>[3] & {}
}

async function rowsOf<Row extends QueryResultRow>(
  client: ClientBase,
  { name, before, ...statement }: RowsStatement,
): Promise<readonly Row[]> {
  const { isUnflushed, timeoutMs } = statement
  const last = name === undefined ? null : { name, ...statement }
  if (before.length > 0 && last !== null && isUnflushed && mayFollow(client, [...before, last]))
    return runPrepared<Row>(client, { ...last, before })
  for (const one of before) await runPrepared(client, { ...one, isUnflushed, timeoutMs })
  return last === null
    ? (await runStatement<Row>(client, statement)).rows
    : runPrepared<Row>(client, last)
}

export type QueryLimits = {
  /** A statement that takes longer throws `Unavailable` and loses its connection. */
  readonly timeoutMs?: number
  /** Whether the end of the request cancels the statement in the database. */
  readonly isCancellable?: boolean
  /** Gets how long each statement ran, without the wait for a connection. */
  readonly noteTime?: (milliseconds: number) => void
  /** The error for a statement that the database cancelled because its time was up. */
  readonly timeoutOf?: (cause: unknown) => Error
  /** False plans every run for its values, where the session cannot be set to do so. */
  readonly isNamed?: boolean
  /** Whether commits do not wait for the disk. Needs a name. */
  readonly isUnflushed?: boolean
}

/**
 * Runs single statements. A refused one keeps its connection: on an embedded database it is the
 * only session.
 */
export function queryOn(
  bulkhead: Bulkhead,
  {
    timeoutMs,
    isCancellable = false,
    noteTime,
    timeoutOf,
    isNamed = true,
    isUnflushed = false,
  }: QueryLimits = {},
): JoinedQuery {
  const isWriting = writingStatements()
  return async <Row extends object>(
    ...[name, text, values, before = []]: Parameters<JoinedQuery>
  ) => {
    const named = isNamed ? name : undefined
    const statement = { name: named, text, values, timeoutMs, isUnflushed, before }
    try {
      const held = await bulkhead.acquire()
      let fault: unknown
      try {
        if (isWriting(name, text)) {
          await held.beforeWriting()
          if (held.request?.isStoppable() === true) held.request.markWritten()
        }
        const run = () => rowsOf<Row>(held.client, statement)
        const startedAt = performance.now()
        try {
          return await (isCancellable ? runCancellable(held, run) : run())
        } finally {
          noteTime?.(performance.now() - startedAt)
        }
      } catch (error) {
        fault = error
        throw error
      } finally {
        const acknowledged = held.release(fault)
        if (acknowledged !== null) await acknowledged
      }
    } catch (error) {
      if (timeoutOf !== undefined && stateOf(error) === statementCancelled) throw timeoutOf(error)
      const advice = poolerAdvice(error)
      throw advice === null
        ? orUnavailable(error)
        : new Unavailable('database', advice, { cause: error })
    }
  }
}
