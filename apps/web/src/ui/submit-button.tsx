import { KenProblem } from '@ken/client'
import { useMemo, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Button } from './button.tsx'
import { uiMessages } from './messages.ts'
import type { Act } from './use-act.ts'
import { useSecondsUntil } from './use-seconds.ts'

type SubmitProps = {
  readonly act: Pick<Act<never>, 'isBusy' | 'error'>
  readonly disabled?: boolean
  readonly children: ReactNode
}

/** Sends the form. Stays where it is while that runs, and counts down a pause that the server asks for. */
export function SubmitButton({ act, disabled = false, children }: SubmitProps): ReactNode {
  const messages = useMessages(uiMessages)
  const { error } = act
  const pauseEnds = useMemo(() => {
    const seconds = error instanceof KenProblem ? error.retryAfterSeconds : null
    return seconds === null ? null : Date.now() + seconds * 1000
  }, [error])
  const seconds = useSecondsUntil(pauseEnds) ?? 0
  return (
    <Button type="submit" isBusy={act.isBusy} disabled={disabled || seconds > 0}>
      {seconds > 0 ? messages.again(seconds) : children}
    </Button>
  )
}
