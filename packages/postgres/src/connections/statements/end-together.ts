import { AsyncLocalStorage } from 'node:async_hooks'
import type { JoinedQuery } from '../../database.ts'

type Waiting = Parameters<JoinedQuery>[3] & {}
/** Work that runs, and the statements that wait for its last one; null once it has ended. */
type Ending = { waiting: Waiting | null }

const endings = new AsyncLocalStorage<Ending>()

/**
 * Runs work whose last statement does not wait for the disk. Statements that it leaves for its end are sent with that one,
 * in one transaction: a crash undoes all or none of them. Those that are left after the work are sent alone.
 */
export function endTogether<Value>(
  unflushedQuery: JoinedQuery,
  work: () => Promise<Value>,
): Promise<Value> {
  const ending: Ending = { waiting: [] }
  return endings.run(ending, async () => {
    try {
      return await work()
    } finally {
      const left = ending.waiting ?? []
      ending.waiting = null
      for (const { name, text, values } of left) await unflushedQuery(name, text, values)
    }
  })
}

/** Leaves a statement that does not wait for the disk for the end of the work that runs. Without such work, runs it. */
export async function leaveForEnd(
  unflushedQuery: JoinedQuery,
  statement: Waiting[number],
): Promise<void> {
  const ending = endings.getStore()
  if (ending?.waiting) ending.waiting = [...ending.waiting, statement]
  else await unflushedQuery(statement.name, statement.text, statement.values)
}

/** Takes the statements that wait for the last one of the work that runs. */
export function takeWaiting(): Waiting {
  const ending = endings.getStore()
  const waiting = ending?.waiting ?? []
  if (ending?.waiting) ending.waiting = []
  return waiting
}
