import { useRef, useState } from 'react'
import { useSession } from '../session/use-session.ts'

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

/** Runs an act for each row, a few at a time. `onDone` gets the rows it did not succeed for. */
export function useBatch<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
  onDone: (left: readonly Item[]) => void,
): Batch<Item> {
  const { follow } = useSession()
  const isStopped = useRef(false)
  const [outcome, setOutcome] = useState<Outcome<Item>>({
    state: 'idle',
    doneCount: 0,
    failures: [],
    untried: [],
  })
  const start = async () => {
    const waiting = [...items]
    const failures: Array<{ item: Item; error: unknown }> = []
    let doneCount = 0
    const show = (state: 'running' | 'done') =>
      setOutcome({
        state,
        doneCount,
        failures: [...failures],
        untried: state === 'done' ? [...waiting] : [],
      })
    const work = async () => {
      while (!isStopped.current) {
        const item = waiting.shift()
        if (item === undefined) return
        try {
          await act(item)
          doneCount += 1
        } catch (error) {
          failures.push({ item, error })
          follow(error)
        }
        show('running')
      }
    }
    show('running')
    await Promise.all(Array.from({ length: concurrentMax }, work))
    show('done')
    onDone([...failures.map(({ item }) => item), ...waiting])
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
