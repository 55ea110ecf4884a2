import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { useProfile } from '../session/use-profile.ts'
import { searchMessages } from './messages.ts'

/**
 * There is nothing that this person may see: it may be hidden, or not exist. The words are the same;
 * administrators get the steps to a useful Ken.
 */
export function NothingYet(): ReactNode {
  const messages = useMessages(searchMessages)
  const profile = useProfile().data
  const may = profile?.may ?? []
  const steps = [
    may.includes('knowledge.change') && { to: '/admin/knowledge', text: messages.importFirst },
    may.includes('system.read') &&
      profile?.features.mail === false && { to: '/admin/system', text: messages.setUpEmail },
    may.includes('invite.Member') &&
      profile?.features.mail === true && {
        to: '/admin/invitations/new',
        text: messages.inviteFirst,
      },
  ].filter((step) => step !== false)
  return (
    <>
      <p className="search-help">
        {messages.nothingYet} {steps.length === 0 && messages.askAdministrator}
      </p>
      {steps.length > 0 && (
        <ul role="list" className="search-help">
          {steps.map(({ to, text }) => (
            <li key={to}>
              <Link to={to}>{text}</Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
