import { KenProblem } from '@ken/client'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { Standalone } from '../frame/standalone.tsx'
import { useMessages } from '../language/use-messages.ts'
import { useSession } from '../session/use-session.ts'
import { ActButton } from '../ui/acts/act-button.tsx'
import { Field } from '../ui/fields/field.tsx'
import { typedEmail } from '../ui/fields/typed-email.ts'
import { Notice } from '../ui/page/notice.tsx'
import { useAct } from '../ui/acts/use-act.ts'
import { useFocus } from '../ui/page/use-focus.ts'
import { useSecondsUntil } from '../ui/time/use-seconds.ts'
import { Card } from './card.tsx'
import { FormProblem } from './form-problem.tsx'
import { signInMessages } from './messages.ts'

const pauseMs = 60_000

/** Asks for a reset link. Says the same for every address. */
export function ForgotScreen(): ReactNode {
  const { client } = useSession()
  const messages = useMessages(signInMessages)
  const [email, setEmail] = useState('')
  const [sentAt, setSentAt] = useState<number | null>(null)
  const input = useFocus<HTMLInputElement>()
  const act = useAct(client.requestPasswordReset, () => setSentAt(Date.now()))
  const seconds = useSecondsUntil(sentAt === null ? null : sentAt + pauseMs) ?? 0
  const isUnconfigured = act.error instanceof KenProblem && act.error.code === 'SMTP_NOT_CONFIGURED'
  const button = sentAt === null ? messages.sendLink : messages.sendAgain
  return (
    <Standalone>
      <Card
        title={messages.forgotTitle}
        lead={messages.forgotLead}
        onSubmit={() => seconds === 0 && act.run({ email })}
      >
        {isUnconfigured ? (
          <Notice kind="caution" role="alert">
            {messages.mailNotConfigured}
          </Notice>
        ) : (
          <FormProblem error={act.error} />
        )}
        {sentAt !== null && <Notice role="status">{messages.sent}</Notice>}
        <Field
          label={messages.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          inputRef={input}
          value={email}
          onChange={({ target }) => {
            setEmail(typedEmail(target.value))
            setSentAt(null)
          }}
        />
        <ActButton type="submit" act={act} disabled={seconds > 0}>
          {seconds > 0 ? messages.sendAgainIn(seconds) : button}
        </ActButton>
        <p>
          <Link to="/">{messages.cancel}</Link>
        </p>
      </Card>
    </Standalone>
  )
}
