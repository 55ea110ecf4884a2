import { sharedMessages } from '../language/language.ts'
import { useMessages } from '../language/use-messages.ts'

type ChatNames = { readonly [source: string]: string }

const en: ChatNames = {
  teamchat: 'Team chat',
  workspace_chat: 'Workspace chat',
  bot_messenger: 'Bot messenger',
}

const de: ChatNames = {
  teamchat: 'Team-Chat',
  workspace_chat: 'Workspace-Chat',
  bot_messenger: 'Bot-Messenger',
}

const chatNames = sharedMessages({ en, de })

/** The names of chats by their source. A bot of another program has its source as its name. */
export function useChatNames(): (source: string) => string {
  const names = useMessages(chatNames)
  return (source) => names[source] ?? source
}
