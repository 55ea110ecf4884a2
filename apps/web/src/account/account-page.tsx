import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Page } from '../ui/page/page.tsx'
import { accountMessages } from './messages.ts'
import './account-page.css'

type AccountPageProps = {
  readonly title: string
  readonly lead: string
  readonly act?: ReactNode
  /** What was last done. Takes the focus to the heading, because the button that was pressed may be gone. */
  readonly done?: string | null
  readonly children: ReactNode
}

/** A screen of the person's own account, with the way to the others. */
export function AccountPage({
  title,
  lead,
  act,
  done = null,
  children,
}: AccountPageProps): ReactNode {
  const messages = useMessages(accountMessages)
  const tabs = (
    <nav className="account-tabs" aria-label={messages.account}>
      <Link className="account-tab" to="/me" activeOptions={{ exact: true }}>
        {messages.profile}
      </Link>
      <Link className="account-tab" to="/me/security">
        {messages.security}
      </Link>
      <Link className="account-tab" to="/me/keys">
        {messages.keys}
      </Link>
      <Link className="account-tab" to="/me/chats">
        {messages.chats}
      </Link>
      <Link className="account-tab" to="/me/agents">
        {messages.agents}
      </Link>
    </nav>
  )
  return (
    <Page title={title} lead={lead} above={tabs} acts={act} done={done}>
      {children}
    </Page>
  )
}
