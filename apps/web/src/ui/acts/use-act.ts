import { useRef, useState } from 'react'
import { concernsPerson } from '../../session/person.ts'
import { useSession } from '../../session/use-session.ts'
import { useReadAgain } from './use-read-again.ts'
import { useSayIfLeft } from './use-say-if-left.ts'

/** One act of a screen: what it does, whether it runs, and why it failed the last time. */
export type Act<Input> = {
  readonly run: (input: Input) => void
  /** Aborts the call that runs, drops its outcome, and forgets why the last one failed. */
  readonly cancel: () => void
  readonly isBusy: boolean
  readonly error: unknown
  readonly clear: () => void
}

/**
 * Runs an act, one call at a time. Neither its input nor its outcome is kept anywhere, so both may
 * be secret. The outcome is dropped when the person has signed out meanwhile, so that it reaches no other person; if only their session
 * has ended, it is taken, so that they do not repeat what was done.
 */
export function useAct<Input, Outcome>(
  act: (input: Input, signal: AbortSignal) => Promise<Outcome>,
  onDone: (outcome: Outcome, input: Input) => void,
): Act<Input> {
  const session = useSession()
  const sayIfLeft = useSayIfLeft()
  const readAgain = useReadAgain()
  const running = useRef<AbortController | null>(null)
  const [{ isBusy, error }, setState] = useState<{ isBusy: boolean; error: unknown }>({
    isBusy: false,
    error: null,
  })
  const send = async (input: Input, { signal }: AbortController) => {
    const concerns = concernsPerson(session)
    const end = (failure: unknown, next: () => void) => {
      if (signal.aborted) return
      running.current = null
      setState({ isBusy: false, error: failure })
      if (concerns()) next()
    }
    try {
      const outcome = await act(input, signal)
      end(null, () => onDone(outcome, input))
    } catch (failure) {
      end(failure, () => {
        sayIfLeft(failure)
        readAgain(failure)
        session.follow(failure)
      })
    }
  }
  const run = (input: Input) => {
    if (running.current !== null) return
    running.current = new AbortController()
    setState({ isBusy: true, error: null })
    void send(input, running.current)
  }
  const cancel = () => {
    running.current?.abort()
    running.current = null
    setState({ isBusy: false, error: null })
  }
  return { run, cancel, isBusy, error, clear: () => setState({ isBusy, error: null }) }
}
