import { useEffect, useState } from 'react'
import { useAct } from './use-act.ts'

type ReadOnce<Outcome> = {
  /** Null until it is there. */
  readonly outcome: Outcome | null
  /** Why the last attempt failed. Unlike the error of an act, it stays while the next attempt runs. */
  readonly error: unknown
  readonly tryAgain: () => void
}

/** Reads what a screen needs when it opens, and keeps it nowhere else, so it may be secret. */
export function useReadOnce<Outcome>(read: () => Promise<Outcome>): ReadOnce<Outcome> {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [error, setError] = useState<unknown>(null)
  const act = useAct(
    () =>
      read().catch((failure: unknown) => {
        setError(failure)
        throw failure
      }),
    (found) => setOutcome(() => found),
  )
  const tryAgain = () => act.run(undefined)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: another enrolment would replace the secret
  useEffect(tryAgain, [])
  return { outcome, error: outcome === null ? error : null, tryAgain }
}
