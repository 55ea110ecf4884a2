import { KenProblem, type SignInStep } from '@ken/client'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { useSession } from '../session/use-session.ts'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { Field } from '../ui/fields/field.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { PasswordField } from '../ui/fields/password-field.tsx'
import { typedEmail } from '../ui/fields/typed-email.ts'
import { SubmitButton } from '../ui/acts/submit-button.tsx'
import { useAct } from '../ui/acts/use-act.ts'
import { useFocus } from '../ui/page/use-focus.ts'
import { Card } from './card.tsx'
import { FormProblem } from './form-problem.tsx'
import { signInMessages } from './messages.ts'

type CredentialsProps = {
  readonly email: string
  readonly onEmail: (email: string) => void
  readonly notice: string | null
  readonly canReset: boolean
  readonly organisation: string | null
  readonly onStep: (step: SignInStep) => void
}

/** Address and password. A refusal keeps the address. */
export function CredentialsForm({
  email,
  onEmail,
  notice,
  canReset,
  organisation,
  onStep,
}: CredentialsProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(signInMessages)
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(false)
  const act = useAct(client.signIn, onStep)
  const isRefused = act.error instanceof KenProblem && act.error.code === 'UNAUTHENTICATED'
  const first = useFocus<HTMLInputElement>()
  // An address that is only being typed moves nothing.
  const [isKept] = useState(email !== '')
  const second = useFocus<HTMLInputElement>(isRefused)
  return (
    <Card
      title={organisation === null ? messages.signIn : messages.signInTo(organisation)}
      onSubmit={() => act.run({ email, password, remember_me: remember })}
    >
      {notice !== null && act.error === null && <Notice role="status">{notice}</Notice>}
      {isRefused ? (
        <Notice kind="fault" role="alert">
          {messages.refused}
        </Notice>
      ) : (
        <FormProblem error={act.error} />
      )}
      <Field
        label={messages.email}
        name="email"
        type="email"
        autoComplete="username"
        required
        inputRef={first}
        value={email}
        onChange={({ target }) => onEmail(typedEmail(target.value))}
      />
      <PasswordField
        label={messages.password}
        name="password"
        autoComplete="current-password"
        required
        inputRef={isKept || isRefused ? second : undefined}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <Checkbox
        name="remember"
        checked={remember}
        onChange={({ target }) => setRemember(target.checked)}
      >
        {messages.remember}
      </Checkbox>
      <SubmitButton act={act}>{messages.signIn}</SubmitButton>
      {canReset && (
        <p>
          <Link to="/forgot">{messages.forgot}</Link>
        </p>
      )}
    </Card>
  )
}
