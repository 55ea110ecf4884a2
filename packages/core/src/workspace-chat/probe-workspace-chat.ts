import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { Actor } from '../model/actor.ts'
import { testBot } from '../chat/settings/probing.ts'
import type { BotProbesExhausted } from '../model/chat/bot-errors.ts'
import type { WorkspaceProbeFault } from '../model/workspace-chat/workspace-chat-errors.ts'
import { ok, type Result } from '../model/result.ts'
import type { BotSettingsStores, Ports, Transacts } from '../ports/index.ts'
import { workspaceChatSetup } from './workspace-chat-setup.ts'
import { workspaceChatStatus, type WorkspaceChatStatus } from './workspace-chat-status.ts'

export type ProbeWorkspaceChat = { readonly actor: Actor }
/** `fault` is null when the platform serves the bot. */
export type ProbedWorkspaceChat = {
  readonly fault: WorkspaceProbeFault | null
  readonly workspaceChat: WorkspaceChatStatus
}

/**
 * Asks the platform for the bot of the tokens, and stores the result. For Owner, Admin and operator. It verifies the tokens
 * only, and turns nothing on or off.
 */
export async function probeWorkspaceChat(
  ports: Pick<
    Ports,
    'cipher' | 'attemptLimits' | 'clock' | 'log' | 'chatHealth' | 'chatPlatforms'
  > &
    Transacts<'accounts' | 'audit' | 'chatMarks' | 'identities' | 'now' | BotSettingsStores>,
  { actor }: ProbeWorkspaceChat,
): Promise<Result<ProbedWorkspaceChat, Forbidden | BotProbesExhausted<'workspace_chat'>>> {
  const tested = await testBot(ports, workspaceChatSetup, actor)
  if (!tested.ok) return tested
  const { fault, settings } = tested.value
  return ok({ fault, workspaceChat: await workspaceChatStatus(ports, settings) })
}
