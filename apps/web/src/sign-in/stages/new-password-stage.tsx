import type { SignInStep } from '@ken/client'
import { useEffect, useState, type ReactNode } from 'react'
import { credentialMessages } from '../../credentials/messages.ts'
import { NewPasswordField, passwordFault } from '../../credentials/new-password-field.tsx'
import { useMessages } from '../../language/use-messages.ts'
import { SubmitButton } from '../../ui/acts/submit-button.tsx'
import { useFocus } from '../../ui/page/use-focus.ts'
import { Card } from '../card.tsx'
import { FormProblem } from '../form-problem.tsx'
import { signInMessages } from '../messages.ts'
import { StageFoot } from './stage-foot.tsx'
import type { SteppingStageProps } from './stage-props.ts'
import { useAttempts } from '../use-attempts.ts'

type NewPasswordStageProps = SteppingStageProps & {
  readonly setPassword: (password: string) => Promise<SignInStep>
}

/** A person with a temporary password chooses their own. */
export function NewPasswordStage({
  email,
  position,
  deadline,
  setPassword,
  onStep,
  onOver,
  onCancel,
}: NewPasswordStageProps): ReactNode {
  const messages = useMessages(signInMessages)
  const words = useMessages(credentialMessages)
  const [password, keepPassword] = useState('')
  const act = useAttempts(setPassword, { onDone: onStep, onOver })
  const input = useFocus<HTMLInputElement>(act.error)
  const isFieldFault = passwordFault(act.error, words) !== undefined
  // This stage has no code that could be wrong: a refusal means that its time is over.
  useEffect(() => {
    if (act.isRefused) onOver('time')
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the stage ends once, also with another callback
  }, [act.isRefused])
  return (
    <Card
      title={messages.forcedTitle}
      lead={messages.forcedLead}
      position={position}
      onSubmit={() => act.run(password)}
    >
      {!isFieldFault && <FormProblem error={act.error} />}
      <NewPasswordField
        label={words.newPassword}
        name="new_password"
        email={email}
        value={password}
        error={act.error}
        inputRef={input}
        onChange={keepPassword}
      />
      <SubmitButton act={act}>{messages.setPassword}</SubmitButton>
      <StageFoot deadline={deadline} onOver={onOver} onCancel={onCancel} />
    </Card>
  )
}
