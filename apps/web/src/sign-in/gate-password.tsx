import { useState, type ReactNode } from 'react'
import { noPasswords, PasswordChangeFields } from '../credentials/password-change-fields.tsx'
import { useMessages } from '../language/use-messages.ts'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/buttons/button.tsx'
import { SubmitButton } from '../ui/acts/submit-button.tsx'
import { useAct } from '../ui/acts/use-act.ts'
import { Card } from './card.tsx'
import { signInMessages } from './messages.ts'

type GatePasswordProps = {
  readonly email: string
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** The password must be replaced in the middle of a session. */
export function GatePassword({ email, onDone, onCancel }: GatePasswordProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(signInMessages)
  const [typed, setTyped] = useState(noPasswords)
  const act = useAct(client.changePassword, onDone)
  return (
    <Card
      title={messages.forcedTitle}
      lead={messages.gatePasswordLead}
      onSubmit={() => act.run(typed)}
    >
      <PasswordChangeFields email={email} typed={typed} error={act.error} onType={setTyped} />
      <SubmitButton act={act}>{messages.setPassword}</SubmitButton>
      <Button kind="link" onClick={onCancel}>
        {messages.cancel}
      </Button>
    </Card>
  )
}
