import { useEffect, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { useSecondsUntil } from '../ui/time/use-seconds.ts'
import { signInMessages } from './messages.ts'
import type { StageProps } from './stages/stage-props.ts'
import './time-left.css'

const visibleSeconds = 60

/** The last minute of a stage, counted down; then the stage is over. */
export function TimeLeft({ deadline, onOver }: Pick<StageProps, 'deadline' | 'onOver'>): ReactNode {
  const messages = useMessages(signInMessages)
  const seconds = useSecondsUntil(deadline) ?? 0
  const isOver = seconds === 0
  useEffect(() => {
    if (isOver) onOver('time')
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the stage ends once, also with another callback
  }, [isOver])
  return seconds <= visibleSeconds ? (
    <p className="time-left" role="timer">
      {messages.secondsLeft(seconds)}
    </p>
  ) : null
}
