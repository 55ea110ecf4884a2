import type { Enrolment } from '@ken/client'
import { useEffect, useState, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { CodeField } from '../ui/code-field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { useAct } from '../ui/use-act.ts'
import { useFocus } from '../ui/use-focus.ts'
import { Card } from './card.tsx'
import { EnrolmentSecret } from './enrolment-secret.tsx'
import { FormProblem } from './form-problem.tsx'
import { signInMessages } from './messages.ts'
import { StageFoot } from './stage-foot.tsx'
import type { StageProps } from './stage-props.ts'
import { useTries } from './use-tries.ts'

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
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [code, setCode] = useState('')
  const starting = useAct(start, setEnrolment)
  const act = useTries(confirm, { onDone: onConfirmed, onOver })
  const input = useFocus<HTMLInputElement>(enrolment)
  useEffect(() => {
    starting.run(undefined)
    // Asking again would replace the secret, so it is asked for once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  useEffect(() => {
    if (act.isRefused) input.current?.select()
  }, [act.isRefused, input])
  return (
    <Card
      isWide
      title={messages.enrolTitle}
      lead={lead ?? messages.enrolLead}
      position={position}
      onSubmit={() => act.run(code)}
    >
      <FormProblem error={starting.error} />
      <EnrolmentSecret enrolment={enrolment} />
      {!act.isRefused && <FormProblem error={act.error} />}
      <CodeField
        label={messages.enterCode}
        value={code}
        inputRef={input}
        fault={act.isRefused ? messages.codeRefused : undefined}
        onChange={setCode}
        onComplete={act.run}
      />
      <SubmitButton act={act}>{messages.enable}</SubmitButton>
      <StageFoot deadline={deadline} onOver={onOver} onCancel={onCancel} />
    </Card>
  )
}
