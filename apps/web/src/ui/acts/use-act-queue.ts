import { useRef, useState } from 'react'
import { concernsPerson, personStays } from '../../session/person.ts'
import { useHeld } from '../../session/kept/use-draft.ts'
import { useSession } from '../../session/use-session.ts'
import type { Act } from './use-act.ts'
import { useReadAgain } from './use-read-again.ts'
import { useSayIfLeft } from './use-say-if-left.ts'

/** Acts of which one runs at a time, and the others wait. The error stays until the next act after all have run. */
export type ActQueue<Input> = Omit<Act<Input>, 'cancel' | 'clear'> & {
  /** Whether the act with this key runs or waits. */
  readonly has: (key: string) => boolean
}

/**
 * Runs acts one after another, also once their screen was left, so that none is lost. An act that runs or waits already is
 * not added again; what waits is dropped when the person has left.
 */
export function useActQueue<Input, Outcome>(
  keyOf: (input: Input) => string,
  act: (input: Input) => Promise<Outcome>,
  onDone: (outcome: Outcome, input: Input) => void,
): ActQueue<Input> {
  const session = useSession()
  const sayIfLeft = useSayIfLeft()
  const readAgain = useReadAgain()
  const queue = useRef<readonly Input[]>([])
  const [pending, setPending] = useState<readonly Input[]>([])
  const [error, setError] = useState<unknown>(null)
  useHeld(pending.length > 0)
  const change = (next: readonly Input[]) => {
    queue.current = next
    setPending(next)
  }
  const runAll = async () => {
    const isHere = personStays(session)
    const concerns = concernsPerson(session)
    for (let [input] = queue.current; input !== undefined; [input] = queue.current) {
      try {
        const outcome = await act(input)
        if (concerns()) onDone(outcome, input)
      } catch (failure) {
        setError(failure)
        if (concerns()) sayIfLeft(failure)
        if (isHere()) {
          readAgain(failure)
          session.follow(failure)
        }
      }
      change(isHere() ? queue.current.slice(1) : [])
    }
  }
  return {
    run: (input) => {
      const isIdle = queue.current.length === 0
      if (queue.current.some((one) => keyOf(one) === keyOf(input))) return
      if (isIdle) setError(null)
      change([...queue.current, input])
      if (isIdle) void runAll()
    },
    has: (key) => pending.some((input) => keyOf(input) === key),
    isBusy: pending.length > 0,
    error,
  }
}
