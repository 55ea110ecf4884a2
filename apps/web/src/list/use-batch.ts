import { useRef, useState } from 'react'
import { concernsPerson, personStays } from '../session/person.ts'
import { useSession } from '../session/use-session.ts'
import { useIsShown } from '../ui/page/use-is-shown.ts'
import { runBatch } from './run-batch.ts'

/** One act on many rows: how far it is, and which rows it failed for. */
export type Batch<Item> = {
  readonly state: 'idle' | 'running' | 'done'
  readonly doneCount: number
  readonly failures: ReadonlyArray<{ readonly item: Item; readonly error: unknown }>
  /** Rows that were not tried, because the batch was stopped. */
  readonly untried: readonly Item[]
  readonly start: () => void
  readonly stop: () => void
}

const concurrentMax = 4

type Outcome<Item> = Omit<Batch<Item>, 'start' | 'stop'>
/** What became of the rows of a batch. */
export type BatchOutcome<Item> = Pick<Batch<Item>, 'doneCount' | 'failures' | 'untried'>
export type BatchCounts = BatchOutcome<unknown>

/**
 * Runs an act for each row, a few at a time, as long as the person and the screen stay. `onDone` gets the rows it did not
 * succeed for; `onLeft` is called before if the screen is gone, with the outcome that no dialog shows.
 */
export function useBatch<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
  onDone: (left: readonly Item[]) => void,
  onLeft: (outcome: BatchOutcome<Item>) => void,
): Batch<Item> {
  const session = useSession()
  const isStopped = useRef(false)
  const isShown = useIsShown()
  const [outcome, setOutcome] = useState<Outcome<Item>>({
    state: 'idle',
    doneCount: 0,
    failures: [],
    untried: [],
  })
  const start = async () => {
    const stays = personStays(session)
    const concerns = concernsPerson(session)
    const failures: Array<{ item: Item; error: unknown }> = []
    let doneCount = 0
    const show = (state: 'running' | 'done', untried: readonly Item[] = []) =>
      setOutcome({ state, doneCount, failures: [...failures], untried })
    show('running')
    const untried = await runBatch(items, {
      act,
      onTried: (item, error) => {
        if (error === null) doneCount += 1
        else failures.push({ item, error })
        if (stays()) session.follow(error)
        show('running')
      },
      goesOn: () => !isStopped.current && isShown.current && stays(),
      concurrentMax,
    })
    show('done', untried)
    const left = [...failures.map(({ item }) => item), ...untried]
    if (!concerns()) return
    if (!isShown.current) onLeft({ doneCount, failures, untried })
    onDone(left)
  }
  return {
    ...outcome,
    start: () => {
      if (outcome.state === 'idle') void start()
    },
    stop: () => {
      isStopped.current = true
    },
  }
}
