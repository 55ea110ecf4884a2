import { useState } from 'react'
import { personStays } from '../session/person.ts'
import { useSession } from '../session/use-session.ts'

/** One act of a screen: what it does, whether it runs, and why it failed the last time. */
export type Act<Input> = {
  readonly run: (input: Input) => void
  readonly isBusy: boolean
  readonly error: unknown
  readonly clear: () => void
}

/**
 * Runs an act, one call at a time. Neither its input nor its outcome is kept anywhere, so both may
 * be secret. The outcome is dropped when the person has left meanwhile, so that it reaches no other person.
 */
export function useAct<Input, Outcome>(
  act: (input: Input) => Promise<Outcome>,
  onDone: (outcome: Outcome, input: Input) => void,
): Act<Input> {
  const session = useSession()
  const [{ isBusy, error }, setState] = useState<{ isBusy: boolean; error: unknown }>({
    isBusy: false,
    error: null,
  })
  const send = async (input: Input) => {
    const isHere = personStays(session)
    try {
      const outcome = await act(input)
      setState({ isBusy: false, error: null })
      if (isHere()) onDone(outcome, input)
    } catch (failure) {
      setState({ isBusy: false, error: failure })
      if (isHere()) session.follow(failure)
    }
  }
  const run = (input: Input) => {
    if (isBusy) return
    setState({ isBusy: true, error: null })
    void send(input)
  }
  return { run, isBusy, error, clear: () => setState({ isBusy, error: null }) }
}
