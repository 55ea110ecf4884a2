import { KenProblem } from '@ken/client'
import { useMemo } from 'react'
import { useSecondsUntil } from './use-seconds.ts'

/** The seconds that are left of the pause that a refusal asks for; 0 without one. */
export function useCountdown(error: unknown): number {
  const ends = useMemo(() => {
    const seconds = error instanceof KenProblem ? error.retryAfterSeconds : null
    return seconds === null ? null : Date.now() + seconds * 1000
  }, [error])
  return useSecondsUntil(ends) ?? 0
}
