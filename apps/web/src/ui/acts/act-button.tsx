import type { ComponentProps, ReactNode } from 'react'
import { useMessages } from '../../language/use-messages.ts'
import { Button } from '../buttons/button.tsx'
import { uiMessages } from '../messages.ts'
import type { Act } from './use-act.ts'
import { useCountdown } from '../time/use-countdown.ts'

type ActButtonProps = Omit<ComponentProps<typeof Button>, 'isBusy'> & {
  readonly act: Pick<Act<never>, 'isBusy' | 'error'>
}

/** Runs an act. Stays where it is meanwhile, and counts down a pause that the server asks for. */
export function ActButton({ act, disabled = false, children, ...rest }: ActButtonProps): ReactNode {
  const messages = useMessages(uiMessages)
  const seconds = useCountdown(act.error)
  return (
    <Button
      {...rest}
      {...(seconds > 0 && { 'aria-label': undefined })}
      isBusy={act.isBusy}
      disabled={disabled || seconds > 0}
    >
      {seconds > 0 ? messages.again(seconds) : children}
    </Button>
  )
}
