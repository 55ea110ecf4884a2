import { useEffect, useState } from 'react'
import { useAct, type Act } from './use-act.ts'

/** Acts of which one runs at a time, and the others wait. The error stays until the next act after all have run. */
export type ActQueue<Input> = Omit<Act<Input>, 'cancel' | 'clear'> & {
  /** Whether the act with this key runs or waits. */
  readonly has: (key: string) => boolean
}

/** Runs acts one after another, so that none is lost; an act that runs or waits already is not added again. */
export function useActQueue<Input, Outcome>(
  keyOf: (input: Input) => string,
  act: (input: Input) => Promise<Outcome>,
  onDone: (outcome: Outcome, input: Input) => void,
): ActQueue<Input> {
  const [pending, setPending] = useState<readonly Input[]>([])
  const [error, setError] = useState<unknown>(null)
  const { run, isBusy } = useAct(async (input: Input) => {
    try {
      return await act(input)
    } catch (failure) {
      setError(failure)
      throw failure
    } finally {
      setPending(([, ...waiting]) => waiting)
    }
  }, onDone)
  useEffect(() => {
    const [next] = pending
    if (next !== undefined && !isBusy) run(next)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the act is another function each time
  }, [pending, isBusy])
  const has = (key: string) => pending.some((input) => keyOf(input) === key)
  return {
    run: (input) => {
      if (pending.length === 0) setError(null)
      setPending((before) =>
        before.some((one) => keyOf(one) === keyOf(input)) ? before : [...before, input],
      )
    },
    has,
    isBusy: pending.length > 0,
    error,
  }
}
