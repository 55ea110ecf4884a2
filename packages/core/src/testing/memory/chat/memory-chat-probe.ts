import type { ChatProbe } from '../../../ports/chat/chat-probe.ts'
import { err, ok } from '../../../model/result.ts'
import { withoutWorkspace } from '../../../model/workspace-chat/workspace-chat-ids.ts'
import { parseServerAddress } from '../../../model/team-chat/server-address.ts'
import type { BotMessengerBot, WorkspaceChatBot } from '../../../ports/chat/chat-bot.ts'
import type { MemoryChat } from './memory-chat.ts'

export const memoryChatProbe = (chat: MemoryChat): ChatProbe<'teamchat'> => ({
  async probe({ baseUrl, token }) {
    const address = parseServerAddress(baseUrl)
    if (address === null) return err('address_invalid')
    if (chat.isUnavailable() || address !== chat.bot.baseUrl) return err('unreachable')
    if (token === chat.personToken) return err('not_a_bot')
    return chat.accepts(token) ? ok(chat.identity) : err('token_refused')
  },
})

export const memoryMessengerProbe = (
  chat: MemoryChat<BotMessengerBot>,
): ChatProbe<'bot_messenger'> => ({
  async probe({ apiRoot, token }) {
    const address = parseServerAddress(apiRoot)
    if (address === null) return err('address_invalid')
    if (chat.isUnavailable() || address !== chat.bot.apiRoot) return err('unreachable')
    return chat.accepts(token) ? ok(chat.identity) : err('token_refused')
  },
})

export const memoryWorkspaceProbe = (
  chat: MemoryChat<WorkspaceChatBot>,
): ChatProbe<'workspace_chat'> => ({
  async probe({ botToken, appToken }) {
    const { appId, workspaceId } = chat.bot
    if (chat.isUnavailable()) return err('unreachable')
    if (!chat.accepts(botToken)) return err('token_refused')
    if (appToken !== null && appToken !== chat.bot.appToken) return err('app_token_refused')
    const id = withoutWorkspace(chat.bot.botId) ?? ''
    return ok({ ...chat.identity, id, appId, workspaceId, workspaceName: 'Example', scopes: null })
  },
})
