import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { Standalone } from '../frame/standalone.tsx'
import { useMessages } from '../language/use-messages.ts'
import type { SessionState } from '../session/session.ts'
import { useSession } from '../session/use-session.ts'
import { useSignIn } from '../session/use-sign-in.ts'
import { CredentialsForm } from './credentials-form.tsx'
import { GateScreen } from './gate-screen.tsx'
import { signInMessages } from './messages.ts'
import { Stages, stageOf } from './stages/stages.tsx'

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

/** How long the form may wait for what it could offer; a server that does not respond holds nothing up for longer. */
const heldMsMax = 2_000

type SignedOut = SessionState & { readonly kind: 'signed_out' }

function SignInCard({ reason }: Pick<SignedOut, 'reason'>): ReactNode {
  const { client, enter } = useSession()
  const messages = useMessages(signInMessages)
  const options = useQuery({ queryKey: ['sign-in', 'options'], queryFn: client.options })
  const [progress, keep] = useSignIn()
  const [isHeld, setHeld] = useState(true)
  useEffect(() => {
    const timer = setTimeout(setHeld, heldMsMax, false)
    return () => clearTimeout(timer)
  }, [])
  if (options.data?.setup_needed === true) return <Navigate to="/setup" replace />
  const { email, over, stage } = progress
  // At a first visit there may be no account yet, and the form would be replaced at once. A failure holds nothing up.
  const isFirst = reason === null && over === null && stage === null
  if (isFirst && isHeld && options.isPending && options.failureCount === 0) return null
  if (stage !== null)
    return (
      <Stages
        progress={progress}
        onProgress={keep}
        onSignedIn={enter}
        onOver={(used) => keep({ stage: null, over: used })}
        onCancel={() => keep({ stage: null, over: null })}
      />
    )
  return (
    <CredentialsForm
      email={email}
      onEmail={(typed) => keep({ email: typed })}
      notice={over === null ? noticeOf(messages.ended, reason) : messages.over[over]}
      canReset={options.data?.forgot_password === true}
      organisation={options.data?.organisation_name ?? null}
      onStep={(step) =>
        step.status === 'signed_in' ? enter(step.user) : keep({ ...stageOf(step), position: 2 })
      }
    />
  )
}

function noticeOf(
  texts: { readonly [reason: string]: string },
  reason: SignedOut['reason'],
): string | null {
  return reason === null ? null : (texts[reason] ?? texts['other'] ?? null)
}
