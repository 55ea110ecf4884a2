import { KenProblem, type User } from '@ken/client'
import { Navigate } from '@tanstack/react-router'
import { use, useState, type ReactNode } from 'react'
import { Standalone } from '../frame/standalone.tsx'
import { useMessages } from '../language/use-messages.ts'
import { LinkTokenContext } from '../session/kept/link-token-context.ts'
import type { SignInProgress } from '../session/kept/sign-in-memory.ts'
import { useSession } from '../session/use-session.ts'
import { useSignIn } from '../session/use-sign-in.ts'
import { Problem } from '../ui/refusals/problem.tsx'
import { useAct } from '../ui/acts/use-act.ts'
import { useReadOnce } from '../ui/acts/use-read-once.ts'
import { AccountForm, type NewAccountFields } from './account-form.tsx'
import { LinkNotice } from './link-notice.tsx'
import { signInMessages } from './messages.ts'
import { Stages, stageOf, type StagesProps } from './stages/stages.tsx'

/** Where the link of an invitation leads. Opening it consumes nothing. */
export function InviteScreen(): ReactNode {
  const token = use(LinkTokenContext) ?? ''
  const { enter } = useSession()
  const messages = useMessages(signInMessages)
  const [isOver, setOver] = useState(false)
  const [progress, keep] = useSignIn()
  const finish = (user: User) => {
    enter(user)
    setOver(true)
  }
  const startAgain = (over: SignInProgress['over']) => {
    keep({ stage: null, over })
    setOver(true)
  }
  // The page was loaded again after the account was created.
  const isLeft = token === '' && progress.over !== null
  if (isOver || isLeft) return <Navigate to="/" replace />
  return (
    <Standalone>
      {progress.stage !== null ? (
        <Stages
          progress={progress}
          onProgress={keep}
          onSignedIn={finish}
          onOver={startAgain}
          onCancel={() => startAgain(null)}
        />
      ) : token === '' ? (
        <LinkNotice title={messages.linkAgainTitle} text={messages.linkIncomplete} />
      ) : (
        <Invitation token={token} onProgress={keep} onSignedIn={finish} />
      )}
    </Standalone>
  )
}

type InvitationProps = Pick<StagesProps, 'onProgress' | 'onSignedIn'> & { readonly token: string }

function Invitation({ token, onProgress, onSignedIn }: InvitationProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(signInMessages)
  const {
    outcome: invitation,
    error,
    tryAgain,
  } = useReadOnce(() => client.previewInvitation({ token }))
  const act = useAct(
    ({ name, password }: NewAccountFields) => client.acceptInvitation({ token, name, password }),
    (account) =>
      account.status === 'signed_in'
        ? onSignedIn(account.user)
        : onProgress({ ...stageOf(account), email: account.user.email, position: 2 }),
  )
  if (isTokenInvalid(error) || isTokenInvalid(act.error))
    return (
      <LinkNotice
        title={messages.linkTitle}
        text={messages.linkInvalid}
        advice={messages.linkInviteAdvice}
      />
    )
  if (error !== null) return <Problem error={error} onTryAgain={tryAgain} />
  if (invitation === null) return null
  return (
    <AccountForm
      title={messages.inviteTitle}
      lead={messages.inviteLead[invitation.role]}
      button={messages.createAccount}
      nameLabel={messages.name}
      isNameRequired
      fixedEmail={invitation.email}
      act={act}
    />
  )
}

const isTokenInvalid = (error: unknown): boolean =>
  error instanceof KenProblem && error.code === 'TOKEN_INVALID'
