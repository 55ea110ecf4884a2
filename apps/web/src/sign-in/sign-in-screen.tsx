import type { NextStage } from '@ken/client'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { Standalone } from '../frame/standalone.tsx'
import { useMessages } from '../language/use-messages.ts'
import type { SessionState } from '../session/session.ts'
import { useSession } from '../session/use-session.ts'
import { CredentialsForm } from './credentials-form.tsx'
import { GateScreen } from './gate-screen.tsx'
import { signInMessages } from './messages.ts'
import { Stages } from './stages.tsx'

type SignInProps = {
  readonly state: SessionState & { readonly kind: 'signed_out' | 'gated' }
}

/** The sign-in, at the address that was asked for. Once it is complete, that screen is drawn. */
export function SignInScreen({ state }: SignInProps): ReactNode {
  return (
    <Standalone>
      {state.kind === 'gated' ? (
        <GateScreen gate={state.gate} user={state.user} />
      ) : (
        <SignInCard reason={state.reason} />
      )}
    </Standalone>
  )
}

type SignedOut = SessionState & { readonly kind: 'signed_out' }

function SignInCard({ reason }: Pick<SignedOut, 'reason'>): ReactNode {
  const { client, enter } = useSession()
  const messages = useMessages(signInMessages)
  const options = useQuery({ queryKey: ['sign-in', 'options'], queryFn: client.options })
  const [email, setEmail] = useState('')
  const [step, setStep] = useState<NextStage | null>(null)
  const [notice, setNotice] = useState(() => noticeOf(messages.ended, reason))
  if (options.data?.setup_needed === true) return <Navigate to="/setup" replace />
  const startAgain = (text: string | null) => {
    setStep(null)
    setNotice(text)
  }
  if (step !== null)
    return (
      <Stages
        first={step}
        position={2}
        email={email}
        onSignedIn={enter}
        onOver={() => startAgain(messages.over)}
        onCancel={() => startAgain(null)}
      />
    )
  return (
    <CredentialsForm
      email={email}
      onEmail={setEmail}
      notice={notice}
      canReset={options.data?.forgot_password === true}
      organisation={options.data?.organisation_name ?? null}
      onStep={(answer) => (answer.status === 'signed_in' ? enter(answer.user) : setStep(answer))}
    />
  )
}

function noticeOf(
  texts: { readonly [reason: string]: string },
  reason: SignedOut['reason'],
): string | null {
  return reason === null ? null : (texts[reason] ?? texts['other'] ?? null)
}
