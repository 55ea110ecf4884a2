import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { useProfile } from '../session/use-profile.ts'
import { Button } from '../ui/button.tsx'
import { invitingMessages } from './messages.ts'
import './ways-to-invite.css'

/** Leads to inviting. Without a mail server the buttons are off, and say what to set. */
export function WaysToInvite(): ReactNode {
  const messages = useMessages(invitingMessages)
  const profile = useProfile().data
  if (profile?.features.mail === false)
    return (
      <div className="ways-to-invite">
        <Button disabled aria-describedby="invite-hint">
          {messages.invite}
        </Button>
        <p id="invite-hint" className="ways-hint">
          {messages.mailMissing}
        </p>
      </div>
    )
  return (
    <>
      <Link className="button" data-kind="secondary" to="/admin/invitations/import">
        {messages.import}
      </Link>
      <Link className="button" data-kind="primary" to="/admin/invitations/new">
        {messages.invite}
      </Link>
    </>
  )
}
