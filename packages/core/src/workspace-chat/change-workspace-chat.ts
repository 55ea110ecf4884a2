import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { Actor } from '../model/actor.ts'
import { changeBot } from '../chat/settings/switching.ts'
import type { WorkspaceChatSettings } from '../model/workspace-chat/workspace-chat-settings.ts'
import type { WorkspaceChatError } from '../model/workspace-chat/workspace-chat-errors.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { BotSettingsStores, Ports, Transacts } from '../ports/index.ts'
import {
  changedWorkspaceChat,
  parseWorkspaceChatChange,
  type WorkspaceChatInput,
} from './workspace-chat-change.ts'
import { workspaceChatSetup } from './workspace-chat-setup.ts'
import { workspaceChatStatus, type WorkspaceChatStatus } from './workspace-chat-status.ts'

export type ChangeWorkspaceChat = WorkspaceChatInput & {
  readonly actor: Actor
  /** The base URL of Ken. The platform sends requests only to https addresses; without a base URL, it sends none. */
  readonly baseUrl?: string
}

/**
 * Changes the tokens and the switch of the bot, as `changeBot` does. Only an Owner can turn matching by address on;
 * another workspace turns it off. Another app, bot or workspace removes all links, and so does the first one.
 */
export async function changeWorkspaceChat(
  ports: Pick<
    Ports,
    'cipher' | 'attemptLimits' | 'clock' | 'log' | 'chatHealth' | 'chatPlatforms'
  > &
    Transacts<'accounts' | 'audit' | 'chatMarks' | 'identities' | 'now' | BotSettingsStores>,
  { actor, baseUrl = '', ...input }: ChangeWorkspaceChat,
): Promise<Result<WorkspaceChatStatus, Forbidden | WorkspaceChatError>> {
  const parsed = parseWorkspaceChatChange(input)
  if (!parsed.ok) return parsed
  const changed = await changeBot(ports, workspaceChatSetup, {
    actor,
    change: (before, role): Result<WorkspaceChatSettings, Forbidden | WorkspaceChatError> => {
      const after = changedWorkspaceChat(before, parsed.value, ports)
      const isAsked = input.transport === 'http' || input.enabled === true
      if (isAsked && after.ok && after.value.transport === 'http' && !isSecure(baseUrl))
        return err({ code: 'workspace_chat.base_url_insecure' })
      const isNowMatching = after.ok && after.value.matchesByEmail && !before.matchesByEmail
      return isNowMatching && role !== 'Owner' ? err({ code: 'account.forbidden' }) : after
    },
  })
  return changed.ok ? ok(await workspaceChatStatus(ports, changed.value)) : changed
}

const isSecure = (url: string): boolean => url.startsWith('https:')
