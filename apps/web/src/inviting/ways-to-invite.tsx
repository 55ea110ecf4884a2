import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { useProfile } from '../session/use-profile.ts'
import { Button } from '../ui/buttons/button.tsx'
import { invitingMessages } from './messages.ts'
import './ways-to-invite.css'

type NeedsEmailProps = { readonly act: string; readonly children: ReactNode }

/** Leads to an act that sends email. Without a mail server its button is off, and says what to set. */
export function NeedsEmail({ act, children }: NeedsEmailProps): ReactNode {
  const messages = useMessages(invitingMessages)
  const profile = useProfile().data
  if (profile?.features.mail !== false) return children
  return (
    <div className="ways-to-invite">
      <Button disabled aria-describedby="invite-hint">
        {act}
      </Button>
      <p id="invite-hint" className="ways-hint">
        {messages.mailMissing}
      </p>
    </div>
  )
}

/** Leads to inviting. */
export function WaysToInvite(): ReactNode {
  const messages = useMessages(invitingMessages)
  return (
    <NeedsEmail act={messages.invite}>
      <Link className="button" data-kind="secondary" to="/admin/invitations/import">
        {messages.import}
      </Link>
      <Link className="button" data-kind="primary" to="/admin/invitations/new">
        {messages.invite}
      </Link>
    </NeedsEmail>
  )
}
