import { readBotSettings } from '../chat/settings/read-bot-settings.ts'
import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { Actor } from '../model/actor.ts'
import { ok, type Result } from '../model/result.ts'
import type { BotSettingsStores, Ports, Transacts } from '../ports/index.ts'
import { workspaceChatSetup } from './workspace-chat-setup.ts'
import { workspaceChatStatus, type WorkspaceChatStatus } from './workspace-chat-status.ts'

export type ShowWorkspaceChat = { readonly actor: Actor }

/** The settings of the bot, and whether messages to it arrive. For Owner, Admin and operator. */
export async function showWorkspaceChat(
  ports: Pick<Ports, 'chatHealth' | 'clock'> &
    Transacts<'accounts' | 'chatMarks' | BotSettingsStores>,
  { actor }: ShowWorkspaceChat,
): Promise<Result<WorkspaceChatStatus, Forbidden>> {
  const found = await readBotSettings(ports, workspaceChatSetup, actor)
  return found.ok ? ok(await workspaceChatStatus(ports, found.value)) : found
}
