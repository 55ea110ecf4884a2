import type { Enrolment } from '@ken/client'
import { useState, type ReactNode } from 'react'
import { EnrolmentFields } from '../../credentials/enrolment-fields.tsx'
import { useMessages } from '../../language/use-messages.ts'
import { Card } from '../card.tsx'
import { signInMessages } from '../messages.ts'
import { StageFoot } from './stage-foot.tsx'
import type { StageProps } from './stage-props.ts'
import { useAttempts } from '../use-attempts.ts'

type EnrolmentStageProps<Confirmed> = StageProps & {
  readonly lead?: string
  readonly start: () => Promise<Enrolment>
  readonly confirm: (code: string) => Promise<Confirmed>
  readonly onConfirmed: (confirmed: Confirmed) => void
}

/** The secret for an authenticator, then its first code. */
export function EnrolmentStage<Confirmed>({
  position,
  deadline,
  lead,
  start,
  confirm,
  onConfirmed,
  onOver,
  onCancel,
}: EnrolmentStageProps<Confirmed>): ReactNode {
  const messages = useMessages(signInMessages)
  const [code, setCode] = useState('')
  const act = useAttempts(confirm, { onDone: onConfirmed, onOver })
  return (
    <Card
      isWide
      title={messages.enrolTitle}
      lead={lead ?? messages.enrolLead}
      position={position}
      onSubmit={() => act.run(code)}
    >
      <EnrolmentFields
        start={start}
        act={act}
        isRefused={act.isRefused}
        code={code}
        onCode={setCode}
      />
      <StageFoot deadline={deadline} onOver={onOver} onCancel={onCancel} />
    </Card>
  )
}
