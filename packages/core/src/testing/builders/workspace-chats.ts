import {
  encryptWorkspaceToken,
  type WorkspaceTokenField,
} from '../../credentials/workspace-chat-tokens.ts'
import type { WorkspaceChatSettings } from '../../model/workspace-chat/workspace-chat-settings.ts'
import { ok } from '../../model/result.ts'
import type { ChatPlatform, Ports, WorkspaceChatBot } from '../../ports/index.ts'
import { aDate } from './builders.ts'
import type { MemoryChat } from '../memory/chat/memory-chat.ts'

/** The workspace chat before it is set up. */
export const noWorkspaceChat: WorkspaceChatSettings = {
  transport: 'socket',
  botTokenEnc: null,
  appTokenEnc: null,
  signingSecretEnc: null,
  appId: null,
  workspaceId: null,
  workspaceName: null,
  matchesByEmail: false,
  hasAiFeatures: false,
  prompts: [],
  scopes: null,
  botUserId: null,
  botUsername: null,
  enabled: false,
  lastTestOk: null,
  lastTestAt: null,
}

/** By default set up and turned on, with tokens that no key decrypts. */
export const aWorkspaceChat = (
  overrides: Partial<WorkspaceChatSettings> = {},
): WorkspaceChatSettings => ({
  transport: 'socket',
  botTokenEnc: 'a ciphertext',
  appTokenEnc: 'another ciphertext',
  signingSecretEnc: null,
  appId: 'A0123ABCDEF',
  workspaceId: 'T0123ABCDEF',
  workspaceName: 'Example',
  matchesByEmail: false,
  hasAiFeatures: false,
  prompts: [],
  scopes: null,
  botUserId: 'T0123ABCDEF:U0123ABCDEF',
  botUsername: 'ken',
  enabled: true,
  lastTestOk: true,
  lastTestAt: aDate,
  ...overrides,
})

/** Sets up Ken for the bot of the workspace in memory. By default turns it on. */
export async function aWorkspaceChatIn(
  ports: Pick<Ports, 'cipher' | 'transact'> & { readonly workspace: MemoryChat<WorkspaceChatBot> },
  overrides: Partial<WorkspaceChatSettings> = {},
): Promise<{ readonly settings: WorkspaceChatSettings; readonly bot: WorkspaceChatBot }> {
  const { bot, identity } = ports.workspace
  const { appId, workspaceId } = bot
  const { botToken, appToken } = ports.workspace.bot
  const encrypted = (field: WorkspaceTokenField, token: string | null) =>
    encryptWorkspaceToken(ports, field, token ?? '', appId)
  const settings = aWorkspaceChat({
    botTokenEnc: encrypted('botTokenEnc', botToken),
    appTokenEnc: encrypted('appTokenEnc', appToken),
    appId,
    workspaceId,
    botUserId: identity.id,
    botUsername: identity.handle,
    ...overrides,
  })
  await ports.transact(async ({ workspaceChatSettings }) =>
    ok(await workspaceChatSettings.update(settings)),
  )
  return { settings, bot }
}

/** The same, for a bot that gets requests, which the platform signs with `signingSecret`. */
export const aWorkspaceChatByRequestsIn = (
  ports: Parameters<typeof aWorkspaceChatIn>[0],
  signingSecret: string,
  overrides: Partial<WorkspaceChatSettings> = {},
) =>
  aWorkspaceChatIn(ports, {
    transport: 'http',
    appTokenEnc: null,
    signingSecretEnc: encryptWorkspaceToken(
      ports,
      'signingSecretEnc',
      signingSecret,
      ports.workspace.bot.appId,
    ),
    ...overrides,
  })

/** Ports with another listener, probe or threads of the workspace chat. */
export const withWorkspaceChat = <Given extends Pick<Ports, 'chatPlatforms'>>(
  ports: Given,
  overrides: Partial<ChatPlatform<'workspace_chat'>>,
): Given => ({
  ...ports,
  chatPlatforms: {
    ...ports.chatPlatforms,
    workspace_chat: { ...ports.chatPlatforms.workspace_chat, ...overrides },
  },
})
