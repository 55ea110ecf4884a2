import type { ReactNode } from 'react'
import { useMessages } from '../../language/use-messages.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { signInMessages } from '../messages.ts'
import type { StageProps } from './stage-props.ts'
import { TimeLeft } from '../time-left.tsx'
import './stage-foot.css'

type FootProps = Pick<StageProps, 'deadline' | 'onOver' | 'onCancel'> & {
  readonly children?: ReactNode
}

/** What else can be done at a stage, and the last minute of it. */
export function StageFoot({ deadline, onOver, onCancel, children }: FootProps): ReactNode {
  const messages = useMessages(signInMessages)
  return (
    <div className="stage-foot">
      <TimeLeft deadline={deadline} onOver={onOver} />
      {children}
      <Button kind="link" onClick={onCancel}>
        {messages.cancel}
      </Button>
    </div>
  )
}
