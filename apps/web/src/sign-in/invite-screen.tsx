import { KenProblem, type NewAccount, type PreviewedInvitation } from '@ken/client'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { use, useState, type ReactNode } from 'react'
import { Standalone } from '../frame/standalone.tsx'
import { useMessages } from '../language/use-messages.ts'
import { LinkTokenContext } from '../session/link-token-context.ts'
import { useSession } from '../session/use-session.ts'
import { Problem } from '../ui/problem.tsx'
import { useAct } from '../ui/use-act.ts'
import { AccountForm, type NewAccountFields } from './account-form.tsx'
import { LinkNotice } from './link-notice.tsx'
import { signInMessages } from './messages.ts'
import { Stages } from './stages.tsx'

/** Where the link of an invitation leads. Opening it consumes nothing. */
export function InviteScreen(): ReactNode {
  const token = use(LinkTokenContext) ?? ''
  const { client } = useSession()
  const messages = useMessages(signInMessages)
  const [isOver, setOver] = useState(false)
  const preview = useQuery({
    // The token is in memory only; the cache has no place for it.
    queryKey: ['sign-in', 'invitation'],
    queryFn: () => client.previewInvitation({ token }),
    enabled: token !== '',
    // Once the invitation is accepted, its token is not valid any more.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    gcTime: 0,
  })
  if (isOver) return <Navigate to="/" replace />
  const isInvalid = token === '' || isTokenInvalid(preview.error)
  return (
    <Standalone>
      {isInvalid && (
        <LinkNotice
          title={messages.linkTitle}
          text={token === '' ? messages.linkIncomplete : messages.linkInvalid}
          advice={messages.linkInviteAdvice}
        />
      )}
      {!isInvalid && preview.error !== null && (
        <Problem error={preview.error} onTryAgain={() => void preview.refetch()} />
      )}
      {preview.data !== undefined && (
        <Invitation token={token} invitation={preview.data} onOver={() => setOver(true)} />
      )}
    </Standalone>
  )
}

type InvitationProps = {
  readonly token: string
  readonly invitation: PreviewedInvitation
  readonly onOver: () => void
}

function Invitation({ token, invitation, onOver }: InvitationProps): ReactNode {
  const { client, enter } = useSession()
  const messages = useMessages(signInMessages)
  const [created, setCreated] = useState<NewAccount | null>(null)
  const finish = (user: NewAccount['user']) => {
    enter(user)
    onOver()
  }
  const act = useAct(
    ({ name, password }: NewAccountFields) => client.acceptInvitation({ token, name, password }),
    (account) => (account.status === 'signed_in' ? finish(account.user) : setCreated(account)),
  )
  if (created !== null && created.status !== 'signed_in')
    return (
      <Stages
        first={created}
        position={2}
        email={invitation.email}
        onSignedIn={finish}
        onOver={onOver}
        onCancel={onOver}
      />
    )
  if (isTokenInvalid(act.error))
    return (
      <LinkNotice
        title={messages.linkTitle}
        text={messages.linkInvalid}
        advice={messages.linkInviteAdvice}
      />
    )
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
