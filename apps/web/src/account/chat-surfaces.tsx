import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Contract } from '../contract/contract.ts'
import { useMessages } from '../language/use-messages.ts'
import { useSession } from '../session/use-session.ts'
import { uiMessages } from '../ui/messages.ts'
import { accountMessages } from './messages.ts'

/** Whom to write to, and where. Bots of other programs are not known to Ken. */
export function ChatSurfaces(): ReactNode {
  const { client } = useSession()
  const messages = useMessages(accountMessages)
  const ui = useMessages(uiMessages)
  const { data } = useQuery({
    queryKey: ['account', 'chat-surfaces'],
    queryFn: () => client.request<Contract['ChatSurfaceList']>('/api/v1/me/chat-surfaces'),
  })
  if (data === undefined || data.data.length === 0) return null
  return (
    <ul role="list">
      {data.data.map(({ source, bot_handle: handle, url, available }) => (
        <li key={source}>
          {handle === null ? messages.botAt : messages.botNamed(handle)}{' '}
          <a href={url} target="_blank" rel="noreferrer">
            {source === 'bot_messenger' ? messages.openBot : new URL(url).host}
            <span className="visually-hidden"> ({ui.opensNewTab})</span>
          </a>
          {!available && `, ${messages.botAway}`}
        </li>
      ))}
    </ul>
  )
}
