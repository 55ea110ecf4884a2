import { KenProblem, type NewAccount, type PreviewedInvitation } from '@ken/client'
import { Navigate } from '@tanstack/react-router'
import { use, useEffect, useState, type ReactNode } from 'react'
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
  const [invitation, setInvitation] = useState<PreviewedInvitation | null>(null)
  const preview = useAct(client.previewInvitation, setInvitation)
  useEffect(() => {
    if (token !== '') preview.run({ token })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the page has one token
  }, [])
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
        <Problem error={preview.error} onTryAgain={() => preview.run({ token })} />
      )}
      {invitation !== null && (
        <Invitation token={token} invitation={invitation} onOver={() => setOver(true)} />
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
