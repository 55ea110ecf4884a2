import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { uiMessages } from '../ui/messages.ts'
import { accountMessages } from './messages.ts'
import { useChatSurfaces } from './use-chat-surfaces.ts'

/** Whom to write to, and where. Bots of other programs are not known to Ken. */
export function ChatSurfaces(): ReactNode {
  const messages = useMessages(accountMessages)
  const ui = useMessages(uiMessages)
  const surfaces = useChatSurfaces()
  if (surfaces === undefined || surfaces.length === 0) return null
  return (
    <ul role="list">
      {surfaces.map(({ source, bot_handle: handle, url, available }) => (
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
