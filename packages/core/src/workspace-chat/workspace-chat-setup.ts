import { tokenChangeOf, type BotSetup } from '../chat/settings/probing.ts'
import { workspaceTokensOf } from '../credentials/workspace-chat-tokens.ts'
import type { WorkspaceProbeFault } from '../model/workspace-chat/workspace-chat-errors.ts'
import {
  isWorkspaceAvailable,
  transportSecretOf,
  type WorkspaceChatSettings,
} from '../model/workspace-chat/workspace-chat-settings.ts'
import { inWorkspace } from '../model/workspace-chat/workspace-chat-ids.ts'
import { err, ok } from '../model/result.ts'
import { isSameWorkspaceBot } from './workspace-chat-change.ts'

/** The bot of the workspace chat, for the rules that all bots share. */
export const workspaceChatSetup: BotSetup<
  'workspace_chat',
  WorkspaceChatSettings,
  WorkspaceProbeFault
> = {
  area: 'workspace_chat',
  source: 'workspace_chat',
  settingsOf: ({ workspaceChatSettings }) => workspaceChatSettings,
  isAvailable: isWorkspaceAvailable,
  isSameBot: isSameWorkspaceBot,
  hasSameOptions: (one, other) =>
    one.matchesByEmail === other.matchesByEmail &&
    one.hasAiFeatures === other.hasAiFeatures &&
    JSON.stringify(one.prompts) === JSON.stringify(other.prompts),
  probeOf: (ports, settings) => {
    if (settings.botTokenEnc === null) return err('token_missing')
    const field = transportSecretOf(settings)
    if (settings[field] === null)
      return err(field === 'appTokenEnc' ? 'app_token_missing' : 'signing_secret_missing')
    const tokens = workspaceTokensOf(ports, settings)
    if (tokens === null) return err('token_unreadable')
    return ok(async () => {
      const found = await ports.chatPlatforms.workspace_chat.probe.probe(tokens)
      if (!found.ok) return found
      const { appId, workspaceId, workspaceName, id, handle: botUsername, scopes } = found.value
      if (appId !== settings.appId) return err('apps_differ')
      const botUserId = inWorkspace(workspaceId, id)
      const bot = { botUserId, botUsername, workspaceId, workspaceName, scopes }
      // The Owner turned it on for the people of one workspace.
      const isSame = workspaceId === settings.workspaceId && botUserId === settings.botUserId
      return ok({ ...bot, matchesByEmail: isSame && settings.matchesByEmail })
    })
  },
  localFaults: ['address_forbidden'],
  // People's ids contain their workspace, but another app of that workspace can claim to be anyone in it. Links from
  // before the first bot are based only on what the holder of a service key of an earlier version claimed.
  hasOtherPeople: ({ before, after }) =>
    before.appId !== after.appId ||
    before.workspaceId !== after.workspaceId ||
    before.botUserId !== after.botUserId,
  metaOf: ({ before, after }) => ({
    enabled: after.enabled,
    app: after.appId,
    token: tokenChangeOf(before.botTokenEnc, after.botTokenEnc),
    app_token: tokenChangeOf(before.appTokenEnc, after.appTokenEnc),
    signing_secret: tokenChangeOf(before.signingSecretEnc, after.signingSecretEnc),
    transport: after.transport,
    match_by_email: after.matchesByEmail,
    ai_features: after.hasAiFeatures,
    prompts: after.prompts.length,
    before: before.appId,
    was_enabled: before.enabled,
  }),
  probeMetaOf: ({ appId }) => ({ app: appId }),
}
