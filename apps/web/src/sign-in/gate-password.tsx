import { KenProblem } from '@ken/client'
import { useState, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { useAct } from '../ui/use-act.ts'
import { useFocus } from '../ui/use-focus.ts'
import { Card } from './card.tsx'
import { FormProblem } from './form-problem.tsx'
import { signInMessages } from './messages.ts'
import { NewPasswordField, passwordFault } from './new-password-field.tsx'

type GatePasswordProps = {
  readonly email: string
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** The password must be replaced in the middle of a session. */
export function GatePassword({ email, onDone, onCancel }: GatePasswordProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(signInMessages)
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const act = useAct(client.changePassword, onDone)
  const input = useFocus<HTMLInputElement>()
  const isWrong = act.error instanceof KenProblem && act.error.code === 'CURRENT_PASSWORD_WRONG'
  const isFieldFault = isWrong || passwordFault(act.error, messages) !== undefined
  return (
    <Card
      title={messages.forcedTitle}
      lead={messages.gatePasswordLead}
      onSubmit={() => act.run({ current_password: current, new_password: next })}
    >
      {!isFieldFault && <FormProblem error={act.error} />}
      <PasswordField
        label={messages.currentPassword}
        name="current_password"
        autoComplete="current-password"
        required
        inputRef={input}
        value={current}
        fault={isWrong ? messages.currentWrong : undefined}
        onChange={({ target }) => setCurrent(target.value)}
      />
      <NewPasswordField
        label={messages.newPassword}
        name="new_password"
        email={email}
        value={next}
        error={act.error}
        onChange={setNext}
      />
      <SubmitButton act={act}>{messages.setPassword}</SubmitButton>
      <Button kind="link" onClick={onCancel}>
        {messages.cancel}
      </Button>
    </Card>
  )
}
