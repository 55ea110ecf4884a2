import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import type { NamedAccount } from './invitations.ts'
import { invitationMessages } from './messages.ts'

type WhoProps = { readonly id: string | null; readonly account: NamedAccount }

/** Who invited or imported, by name. */
export function Who({ id, account }: WhoProps): ReactNode {
  const messages = useMessages(invitationMessages)
  if (id === null) return messages.commandLine
  if (account === null) return messages.deletedAccount
  return (
    <Link to="/admin/people/$id" params={{ id }}>
      {account.name}
    </Link>
  )
}
