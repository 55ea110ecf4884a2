import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import type { WorkspaceChatSettings } from '../model/workspace-chat/workspace-chat-settings.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Ports, Transacts } from '../ports/index.ts'
import { workspaceChatStatus, type WorkspaceChatStatus } from './workspace-chat-status.ts'

export type ShowWorkspaceChat = { readonly actor: Actor }

/** The settings of the bot, and whether messages to it arrive. For Owner, Admin and operator. */
export async function showWorkspaceChat(
  ports: Pick<Ports, 'chatHealth' | 'clock'> &
    Transacts<'accounts' | 'chatMarks' | 'workspaceChatSettings'>,
  { actor }: ShowWorkspaceChat,
): Promise<Result<WorkspaceChatStatus, Forbidden>> {
  const found = await ports.transact(
    async (stores): Promise<Result<WorkspaceChatSettings, Forbidden>> => {
      if (!isAdministrator(await readerEffectiveRoleOf(stores, actor)))
        return err({ code: 'account.forbidden' })
      return ok(await stores.workspaceChatSettings.read())
    },
  )
  return found.ok ? ok(await workspaceChatStatus(ports, found.value)) : found
}
