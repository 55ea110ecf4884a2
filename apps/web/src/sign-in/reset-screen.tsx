import { KenProblem } from '@ken/client'
import { Link } from '@tanstack/react-router'
import { use, useState, type ReactNode } from 'react'
import { credentialMessages } from '../credentials/messages.ts'
import { NewPasswordField, passwordFault } from '../credentials/new-password-field.tsx'
import { Standalone } from '../frame/standalone.tsx'
import { useMessages } from '../language/use-messages.ts'
import { LinkTokenContext } from '../session/kept/link-token-context.ts'
import { useSession } from '../session/use-session.ts'
import { SubmitButton } from '../ui/acts/submit-button.tsx'
import { useAct } from '../ui/acts/use-act.ts'
import { useFocus } from '../ui/page/use-focus.ts'
import { Card } from './card.tsx'
import { FormProblem } from './form-problem.tsx'
import { LinkNotice } from './link-notice.tsx'
import { signInMessages } from './messages.ts'

/** Where a reset link leads: a new password, then the sign-in with it. */
export function ResetScreen(): ReactNode {
  const token = use(LinkTokenContext) ?? ''
  const { client } = useSession()
  const messages = useMessages(signInMessages)
  const words = useMessages(credentialMessages)
  const [password, setPassword] = useState('')
  const [isDone, setDone] = useState(false)
  const act = useAct(client.resetPassword, () => setDone(true))
  const input = useFocus<HTMLInputElement>(act.error)
  const isInvalid = act.error instanceof KenProblem && act.error.code === 'TOKEN_INVALID'
  if (isDone)
    return (
      <Standalone>
        <LinkNotice title={messages.resetTitle} text={messages.resetDone} />
      </Standalone>
    )
  if (token === '')
    return (
      <Standalone>
        <LinkNotice title={messages.linkAgainTitle} text={messages.linkIncomplete} />
      </Standalone>
    )
  if (isInvalid)
    return (
      <Standalone>
        <LinkNotice
          title={messages.linkTitle}
          text={messages.linkInvalid}
          advice={<Link to="/forgot">{messages.linkResetAdvice}</Link>}
        />
      </Standalone>
    )
  return (
    <Standalone>
      <Card
        title={messages.resetTitle}
        lead={messages.resetLead}
        onSubmit={() => act.run({ token, new_password: password })}
      >
        {passwordFault(act.error, words) === undefined && <FormProblem error={act.error} />}
        <NewPasswordField
          label={words.newPassword}
          name="new_password"
          email=""
          value={password}
          error={act.error}
          inputRef={input}
          onChange={setPassword}
        />
        <SubmitButton act={act}>{messages.setPassword}</SubmitButton>
      </Card>
    </Standalone>
  )
}
