import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { useChatNames } from '../sources/chat-names.ts'
import { uiMessages } from '../ui/messages.ts'
import type { Messages } from './messages.en.ts'
import { accountMessages } from './messages.ts'
import type { ChatSurfaces } from './use-chat-surfaces.ts'

function wordsOf(source: string, handle: string | null, chat: string, messages: Messages): string {
  if (handle === null) return messages.botAt
  return source === 'teamchat' ? messages.botNamed(handle) : messages.botIn(chat, handle)
}

/** Whom to write to, and where. Of the bots of other programs, Ken knows only the name of their chat. */
export function Surfaces({ surfaces }: { readonly surfaces: ChatSurfaces }): ReactNode {
  const messages = useMessages(accountMessages)
  const ui = useMessages(uiMessages)
  const nameOf = useChatNames()
  if (!surfaces?.length) return null
  return (
    <ul role="list">
      {surfaces.map(({ source, bot_handle: handle, url, available }) =>
        url === null ? (
          <li key={source}>{messages.botOfProgram(source)}</li>
        ) : (
          <li key={source}>
            {wordsOf(source, handle, nameOf(source), messages)}{' '}
            <a href={url} target="_blank" rel="noreferrer">
              {source === 'teamchat' ? new URL(url).host : messages.openBot}
              <span className="visually-hidden"> ({ui.opensNewTab})</span>
            </a>
            {!available && `, ${messages.botAway}`}
          </li>
        ),
      )}
    </ul>
  )
}
